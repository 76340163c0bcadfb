import type { Aggregations } from '@postil/contract/task/search'

/** Annotation progress of a dataset, in numbers of records (spec section 3). */
export interface AnnotationProgress {
  total: number
  validated: number
  discarded: number
  /** Number of annotated records per label, in descending order; labels without annotated records are omitted. */
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

/** Fraction of the records that is validated or discarded, 0–1. */
export function doneShare({ total, validated, discarded }: AnnotationProgress): number {
  return total === 0 ? 0 : (validated + discarded) / total
}
