import type { AnswersByName, AnswerValue } from '@postil/contract/feedback/answer-value'
import type { UserResponse } from '@postil/contract/feedback/responses'
import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import type { Json } from '@postil/contract/shapes'
import { isJsonObject } from '../read/flatten'
import { readAnswer } from './read-answer'

/** The responses parsed from an export, and those left out. */
export interface ReadResponses {
  responses: UserResponse[]
  notes: string[]
}

/**
 * Parse all responses to one record of an export. A response of an unknown user is left out with a note: the server stores responses of its
 * own users only.
 *
 * @param users - ids of known users, by id and by username
 */
export function readResponses(
  list: readonly Json[],
  questions: readonly QuestionCreate[],
  users: ReadonlyMap<string, string>,
): ReadResponses {
  const found = new Map<string, UserResponse>()
  const notes: string[] = []
  for (const item of list) {
    if (!isJsonObject(item)) continue
    const { user_id: id, username, status, values } = item
    const userId =
      (typeof id === 'string' ? users.get(id) : undefined) ??
      (typeof username === 'string' ? users.get(username) : undefined)
    if (userId === undefined) {
      notes.push(
        `A response of ${typeof username === 'string' && username !== '' ? username : 'a deleted user'} was left out: there is no such user here.`,
      )
      continue
    }
    if (status !== 'submitted' && status !== 'draft' && status !== 'discarded') continue
    found.set(userId, {
      user_id: userId,
      status,
      values: isJsonObject(values) ? answersOf(values, questions, notes) : null,
    })
  }
  return { responses: [...found.values()], notes }
}

function answersOf(
  values: { [key: string]: Json },
  questions: readonly QuestionCreate[],
  notes: string[],
): AnswersByName {
  const entries = questions.flatMap((question): [string, { value: AnswerValue }][] => {
    const value = Object.hasOwn(values, question.name) ? values[question.name] : undefined
    if (value === undefined || value === null) return []
    const read = readAnswer(question, value, true)
    if (read && 'reason' in read) notes.push(`An answer was left out: ${read.reason}`)
    return read && 'value' in read ? [[question.name, { value: read.value }]] : []
  })
  return Object.fromEntries(entries)
}
