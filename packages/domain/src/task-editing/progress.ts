import type { Aggregations } from '@postil/contract/task/search'

/** How far the annotation of a dataset is (spec section 3). */
export interface AnnotationProgress {
  total: number
  validated: number
  discarded: number
  /** Annotated records of each label, most first; those without any are left out. */
  annotatedAs: readonly (readonly [label: string, count: number])[]
}

/** The progress of a dataset, from the counts over all of its records. */
export function annotationProgress(
  total: number,
  aggregations: Pick<Aggregations, 'status' | 'annotated_as'> | undefined,
): AnnotationProgress {
  const counts = Object.entries(aggregations?.annotated_as ?? {}).filter(([, count]) => count > 0)
  return {
    total,
    validated: aggregations?.status.Validated ?? 0,
    discarded: aggregations?.status.Discarded ?? 0,
    annotatedAs: counts.toSorted(([, one], [, other]) => other - one),
  }
}

/** The part of the records that is done, 0–1. */
export function doneShare({ total, validated, discarded }: AnnotationProgress): number {
  return total === 0 ? 0 : (validated + discarded) / total
}
