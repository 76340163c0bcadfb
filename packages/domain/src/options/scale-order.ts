import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'

/**
 * Figures of the labels of a question in the order in which people read them: those of a rating in the order of its scale, since together
 * they are a distribution; others in the given order, the most used first.
 */
export function inScaleOrder<Figure extends { label: string }>(
  type: QuestionType,
  figures: readonly Figure[],
): readonly Figure[] {
  if (type !== 'rating') return figures
  return figures.toSorted((one, other) => Number(one.label) - Number(other.label))
}
