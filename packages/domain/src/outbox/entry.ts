import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Answers } from '../answers/asked-question'

/** Where a record stands for one user; pending without an answer of theirs. */
export type RecordStatus = 'pending' | ResponseStatus

/** What the user wants to be true of their response; pending means that there is none. */
export type ResponseChange = { status: ResponseStatus; values: AnswersByName } | { status: 'pending' }

/** Why the server did not take an answer. */
export interface Refusal {
  /** HTTP status, 4xx */
  status: number
  messages: readonly string[]
}

/** One answer on its way to the server. */
export interface OutboxEntry {
  /** Also the root of its idempotency keys. */
  id: string
  userId: string
  datasetId: string
  recordId: string
  change: ResponseChange
  /** Status of the record before, as the user saw it. */
  from: RecordStatus
  /** The user's response on the server, as far as known; null when there is none. */
  responseId: string | null
  /** The form's answers as they were, to give back if the server refuses. */
  answers: Answers
  /** ms since 1970 */
  createdAt: number
  /** It may have reached the server already, so nothing may take its place. */
  isTried: boolean
  /** Failed attempts so far. */
  attempts: number
  /** Not to be tried again before this time, in ms since 1970. */
  notBefore: number
  state: 'waiting' | 'sending' | 'refused'
  refusal?: Refusal
}

/** How an entry becomes a request. Creating twice is impossible: who has a response updates it. */
export type RequestPlan =
  | { kind: 'nothing' }
  /** Ask the server first which response of the user it keeps. */
  | { kind: 'find' }
  | { kind: 'create' | 'update' | 'delete'; idempotencyKey: string; responseId: string | null }

/** Create when no response exists, else update; delete only when one exists (spec section 4). */
export function planRequest({ id, change, from, responseId }: OutboxEntry): RequestPlan {
  if (change.status === 'pending') {
    if (responseId !== null) return { kind: 'delete', idempotencyKey: `${id}.delete`, responseId }
    return { kind: from === 'pending' ? 'nothing' : 'find' }
  }
  // The same key for another request would be refused, and the plan changes when somebody else answered or cleared meanwhile.
  if (responseId === null) return { kind: 'create', idempotencyKey: `${id}.create`, responseId }
  return { kind: 'update', idempotencyKey: `${id}.update.${responseId}`, responseId }
}
