/** A label of a multi-label record counts when its score is above this (classic-api §4.1). */
const MULTI_LABEL_ABOVE = 0.5

/**
 * The classes that labels with scores amount to: the best one for a single-label record, all with a score above 0.5 for a multi-label
 * record.
 *
 * @param labels - best score first
 */
export function classesOf(labels: readonly { class_label: string; score: number }[], multiLabel: boolean): string[] {
  const counting = multiLabel ? labels.filter((label) => label.score > MULTI_LABEL_ABOVE) : labels.slice(0, 1)
  return counting.map((label) => label.class_label)
}
