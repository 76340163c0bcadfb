import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { isAnswered, isPartlyAnswered } from './answered'
import { type Answers, type AskedQuestion, answerTo } from './asked-question'

export interface RecordToAnswer {
  /** `pending`: the user has not answered the record yet. */
  status: 'pending' | ResponseStatus
  /** The user's own saved answers. */
  saved?: AnswersByName | null
  /** The suggestions, by question name. */
  suggested: Answers
}

/**
 * The initial answers of a record's form. Pending and draft records show the user's own answer, else the suggestion: the user's work is
 * never hidden. Submitted and discarded records show only the user's own answers.
 */
export function prefill(questions: readonly AskedQuestion[], { status, saved, suggested }: RecordToAnswer): Answers {
  const takesSuggestions = status === 'pending' || status === 'draft'
  const entries = questions.flatMap((question): [string, AnswerValue][] => {
    const { name } = question
    const own = answerTo(saved ?? {}, name)?.value
    const hasOwn = isAnswered(question, own) || isPartlyAnswered(question, own)
    const value = hasOwn || !takesSuggestions ? own : (answerTo(suggested, name) ?? own)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}
