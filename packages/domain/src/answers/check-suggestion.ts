import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings } from '@postil/contract/feedback/settings/question-settings'
import type { FieldText } from './asked-question'
import { checkValue } from './check-value'

export interface GivenSuggestion {
  value: AnswerValue
  score?: number | number[] | null
}

/**
 * Whether a suggestion fits its question (feedback-api §5.4): its value is a valid answer, and its score has the shape of the value, one
 * number for a single value and a list of the same length for a list.
 *
 * @returns the error message, as in the API, or undefined
 */
export function checkSuggestion(
  settings: QuestionSettings,
  { value, score }: GivenSuggestion,
  fieldText: FieldText,
): string | undefined {
  return checkValue(settings, value, { fieldText, isSubmitted: false }) ?? checkScore(value, score)
}

function checkScore(value: AnswerValue, score: GivenSuggestion['score']): string | undefined {
  if (score === undefined || score === null) return undefined
  if (!Array.isArray(value))
    return Array.isArray(score)
      ? 'a list of score values is not allowed for a suggestion with a single value'
      : undefined
  if (!Array.isArray(score)) return 'a single score value is not allowed for a suggestion with a multiple items value'
  return value.length === score.length ? undefined : "number of items on value and score attributes doesn't match"
}
