import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import { isRanking, isSpans } from '../answers/answer-kinds'
import type { Relabel } from './option-list'

/** A suggestion's score: one number, or a list with one number per item of its value. */
export type Score = number | number[] | null

/** The value of an answer or suggestion; `score` is null unless it is a suggestion with one. */
export interface Scored {
  value: AnswerValue
  score: Score
}

/** Whether an answer to the question contains this option. */
export function holdsOption({ type }: Pick<QuestionSettings, 'type'>, value: AnswerValue, option: string): boolean {
  switch (type) {
    case 'label_selection':
      return value === option
    case 'multi_label_selection':
      return Array.isArray(value) && value.some((item) => item === option)
    case 'ranking':
      return isRanking(value) && value.some((item) => item.value === option)
    case 'span':
      return isSpans(value) && value.some((span) => span.label === option)
    case 'text':
    case 'rating':
      return false
  }
}

/**
 * An answer with one option replaced by another. Resulting duplicates (a label, or a span with the same label and range) are merged, with
 * the higher of the two scores.
 */
export function relabelAnswer(
  settings: Pick<QuestionSettings, 'type'>,
  { value, score }: Scored,
  { from, to }: Relabel,
): Scored {
  if (!holdsOption(settings, value, from)) return { value, score }
  if (typeof value === 'string') return { value: to, score }
  if (isSpans(value)) {
    const renamed = value.map((span) => (span.label === from ? { ...span, label: to } : span))
    return unique(renamed, score, ({ label, start, end }) => `${start} ${end} ${label}`)
  }
  if (isRanking(value))
    return { value: value.map((item) => (item.value === from ? { ...item, value: to } : item)), score }
  if (!Array.isArray(value)) return { value, score }
  const labels = value.flatMap((label) => (typeof label === 'string' ? [label === from ? to : label] : []))
  return unique(labels, score, (label) => label)
}

/** Remove duplicate items; of the duplicates' scores the highest stays. A single score for all items stays as it is. */
function unique<Item>(items: Item[], score: Score, keyOf: (item: Item) => string): { value: Item[]; score: Score } {
  const scores = Array.isArray(score) && score.length === items.length ? score : undefined
  const kept = new Map<string, { item: Item; score: number }>()
  for (const [index, item] of items.entries()) {
    const key = keyOf(item)
    const known = kept.get(key)
    const own = scores?.[index] ?? 0
    if (!known) kept.set(key, { item, score: own })
    else known.score = Math.max(known.score, own)
  }
  const list = [...kept.values()]
  return { value: list.map(({ item }) => item), score: scores ? list.map((one) => one.score) : score }
}
