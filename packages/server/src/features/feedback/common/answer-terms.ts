import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { AnswerTermTable } from '../../../db/tables'

type Term = Pick<AnswerTermTable, 'term' | 'num'>

/**
 * The values by which filters find an answer or a suggestion: its label, each of its labels, or its rating. Other types of questions cannot
 * be filtered by.
 */
export function answerTerms({ type }: QuestionSettings, value: AnswerValue): Term[] {
  switch (type) {
    case 'label_selection':
      return typeof value === 'string' ? [{ term: value, num: null }] : []
    case 'multi_label_selection':
      return Array.isArray(value)
        ? value.flatMap((label) => (typeof label === 'string' ? [{ term: label, num: null }] : []))
        : []
    case 'rating':
      return typeof value === 'number' ? [{ term: String(value), num: value }] : []
    case 'text':
    case 'ranking':
    case 'span':
      return []
  }
}

/** A suggestion's score, or each of its scores. */
export function scoreTerms(score: number | number[] | null | undefined): Term[] {
  if (score === undefined || score === null) return []
  return [...new Set([score].flat())].map((num) => ({ term: String(num), num }))
}
