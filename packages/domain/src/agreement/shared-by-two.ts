import type { AnswerValue, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/question-settings'
import { spanKey } from './distances'

/**
 * What at least two of several answers hold exactly: their labels, or spans with the same label, start and end, in the order of the first
 * answer that has them. Undefined for questions whose answers have no parts, where nothing is shared, and where it is one of the answers.
 */
export function sharedByTwo(type: QuestionType, values: readonly AnswerValue[]): string[] | Span[] | undefined {
  if (type === 'multi_label_selection') return shared(values as string[][], (label) => label)
  if (type === 'span') return shared(values as Span[][], spanKey)
  return undefined
}

function shared<Part>(answers: readonly Part[][], keyOf: (part: Part) => string): Part[] | undefined {
  const sets = answers.map((parts) => new Set(parts.map(keyOf)))
  const byKey = new Map(answers.flat().map((part) => [keyOf(part), part]))
  const both = [...byKey].filter(([key]) => sets.filter((set) => set.has(key)).length >= 2)
  const isAnswer = sets.some((set) => set.size === both.length && both.every(([key]) => set.has(key)))
  return both.length === 0 || isAnswer ? undefined : both.map(([, part]) => part)
}
