import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'

/** True for a list of ranked options (also for an empty list). */
export function isRanking(value: AnswerValue): value is RankedOption[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && 'value' in item)
}

/** True for a list of spans (also for an empty list). */
export function isSpans(value: AnswerValue): value is Span[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && 'start' in item)
}
