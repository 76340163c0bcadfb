import type { TextClassificationBody } from '@postil/contract/task/records'
import type { EditableRecord } from './record'

/** A predicted label counts for a multi-label record when its score is above this (spec section 5). */
const MULTI_LABEL_ABOVE = 0.5

type Labelling = NonNullable<TextClassificationBody['annotation']>
type ClassRecord = EditableRecord<TextClassificationBody>

/** The labels a prediction stands for: the best one, or all above 0.5 of a multi-label record. */
export function predictedLabels({ prediction, multi_label }: TextClassificationBody): string[] {
  const labels = prediction?.labels ?? []
  const counting = multi_label ? labels.filter(({ score }) => score > MULTI_LABEL_ABOVE) : labels.slice(0, 1)
  return counting.map((label) => label.class)
}

/** The labels a person or program gave. */
export function annotatedLabels({ annotation }: Pick<ClassRecord, 'annotation'>): string[] {
  return (annotation?.labels ?? []).map((label) => label.class)
}

/** Whether prediction and annotation agree; undefined unless both are there. */
export function predictedOk({ body, annotation }: ClassRecord): 'ok' | 'ko' | undefined {
  if (!body.prediction || !annotation) return undefined
  const predicted = new Set(predictedLabels(body))
  const annotated = new Set(annotatedLabels({ annotation }))
  return predicted.size === annotated.size && [...predicted].every((label) => annotated.has(label)) ? 'ok' : 'ko'
}

/** The annotation of a record whose labels are these; undefined for a single-label record without one. */
export function labelling(labels: readonly string[], agent: string): Labelling {
  return { agent, labels: labels.map((label) => ({ class: label, score: 1 })) }
}

/**
 * What Validate would save: what is annotated, else what is predicted. A multi-label record can be validated with no label at all; a
 * single-label record with neither cannot be validated (undefined).
 */
export function labelsToValidate(record: ClassRecord): string[] | undefined {
  if (record.annotation && (record.body.multi_label || record.annotation.labels.length > 0))
    return annotatedLabels(record)
  const predicted = predictedLabels(record.body)
  return record.body.multi_label || predicted.length > 0 ? predicted : undefined
}
