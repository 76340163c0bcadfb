import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import { isRanking } from './answer-kinds'
import { isAnswered, isPartlyAnswered } from './answered'
import { type Answers, type AskedQuestion, answerTo } from './asked-question'

/** The answers as sent to the server: only questions that are answered or partly ranked, and of a ranking only the options with a rank. */
export function answersToPayload(questions: readonly AskedQuestion[], answers: Answers): AnswersByName {
  const entries = questions.flatMap((question): [string, AnswersByName[string]][] => {
    const { name } = question
    const value = answerTo(answers, name)
    if (value === undefined || !(isAnswered(question, value) || isPartlyAnswered(question, value))) return []
    return [[name, { value: isRanking(value) ? value.filter(({ rank }) => rank !== null) : value }]]
  })
  return Object.fromEntries(entries)
}
