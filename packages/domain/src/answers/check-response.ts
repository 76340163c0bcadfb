import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { pyRepr } from '@postil/contract/python-text'
import { type AskedQuestion, answerTo, type FieldText } from './asked-question'
import { checkValue } from './check-value'

export interface GivenResponse {
  status: ResponseStatus
  values?: AnswersByName | null
}

/**
 * Whether a response may be saved (feedback-api §5.1): a submitted response answers every required question, and every given answer is
 * valid.
 *
 * @param questions - all questions of the dataset, in its order
 * @returns the message of the first broken rule, as in the API, or undefined
 */
export function checkResponse(
  questions: readonly AskedQuestion[],
  { status, values }: GivenResponse,
  fieldText: FieldText,
): string | undefined {
  const isSubmitted = status === 'submitted'
  const answers = values ?? {}
  const names = Object.keys(answers)
  if (isSubmitted) {
    if (names.length === 0) return 'missing response values for submitted response'
    const missing = questions.find(({ required, name }) => required && !Object.hasOwn(answers, name))
    if (missing) return `missing response value for required question with name=${pyRepr(missing.name)}`
  }
  const unknown = names.find((name) => !questions.some((question) => question.name === name))
  if (unknown !== undefined) return `found response value for non configured question with name=${pyRepr(unknown)}`

  for (const { name, settings } of questions) {
    const answer = answerTo(answers, name)
    const failure = answer && checkValue(settings, answer.value, { fieldText, isSubmitted })
    if (failure) return failure
  }
  return undefined
}
