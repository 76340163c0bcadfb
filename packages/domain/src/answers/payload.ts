import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { isAnswered, isPartlyAnswered } from './answered'
import { type Answers, type AskedQuestion, answerTo } from './asked-question'
import { isRanking } from './check-ranking'

/**
 * The answers that go to the server: answered and partly ranked questions only, ranked options only. When submitting, a required span
 * question that was not touched says "no spans".
 */
export function answersToPayload(
  questions: readonly AskedQuestion[],
  answers: Answers,
  status: ResponseStatus,
): AnswersByName {
  const entries = questions.flatMap((question): [string, AnswersByName[string]][] => {
    const { name, required, settings } = question
    const value = answerTo(answers, name)
    const saysNoSpans = value === undefined && settings.type === 'span' && required && status === 'submitted'
    if (saysNoSpans) return [[name, { value: [] }]]
    if (value === undefined || !(isAnswered(question, value) || isPartlyAnswered(question, value))) return []
    return [[name, { value: isRanking(value) ? value.filter(({ rank }) => rank !== null) : value }]]
  })
  return Object.fromEntries(entries)
}
