import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import { isRanking } from './answer-kinds'
import { isAnswered, isPartlyAnswered } from './answered'
import { type Answers, type AskedQuestion, answerTo } from './asked-question'

/** The answers that go to the server: answered and partly ranked questions only, ranked options only. */
export function answersToPayload(questions: readonly AskedQuestion[], answers: Answers): AnswersByName {
  const entries = questions.flatMap((question): [string, AnswersByName[string]][] => {
    const { name } = question
    const value = answerTo(answers, name)
    if (value === undefined || !(isAnswered(question, value) || isPartlyAnswered(question, value))) return []
    return [[name, { value: isRanking(value) ? value.filter(({ rank }) => rank !== null) : value }]]
  })
  return Object.fromEntries(entries)
}
