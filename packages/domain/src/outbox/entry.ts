import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Task, RecordStatus as TaskRecordStatus } from '@postil/contract/task/constants'
import type { Answers } from '../answers/asked-question'

/** The status of a record for one user; pending without an answer of theirs. */
export type RecordStatus = 'pending' | ResponseStatus

/** The desired state of the user's response; pending means no response. */
export type ResponseChange = { status: ResponseStatus; values: AnswersByName } | { status: 'pending' }

/** A version of a response on the server, identified by `updatedAt`. */
export interface ResponseVersion {
  id: string
  /** Naive UTC, as sent by the API; versions of a response can be sorted by it as text. */
  updatedAt: string
}

/** Why the server refused an answer. */
export interface Refusal {
  /** HTTP status, 4xx */
  status: number
  messages: readonly string[]
  /** Conflict: the record has an answer of the user on which this one is not based; it is kept until the user chooses. */
  isAnsweredElsewhere?: boolean
}

/** An edit of a classic record. */
export interface RecordEdit {
  workspace: string
  /** Of the dataset. */
  name: string
  task: Task
  /** Id shared by the edits of one user action. */
  gesture: string
  /** The record as the bulk route accepts it, without its version, which is the entry's `basedOn`. */
  record: { id: string | number; status: TaskRecordStatus; annotation: unknown }
}

/** One unsent answer: a response to a record, or an edit of a classic record. */
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
  /** Its `updated_at` as the user saw it: a response changed since is not replaced. Absent in data of earlier versions of the app. */
  basedOn?: string | undefined
  /** The form's answers, to restore if the server refuses. */
  answers: Answers
  /** ms since 1970 */
  createdAt: number
  /** It may have reached the server, so it must not be replaced. */
  isTried: boolean
  /** Failed attempts so far. */
  attempts: number
  /** Earliest time of the next attempt, in ms since 1970. */
  notBefore: number
  state: 'waiting' | 'sending' | 'refused'
  refusal?: Refusal
  /** Set for an edit of a classic record. `change`, `from`, `responseId` and `answers` are then unused. */
  edit?: RecordEdit
}

/** Values of the response fields in the entry of an edit. */
export const NO_RESPONSE = {
  change: { status: 'submitted', values: {} },
  from: 'submitted',
  answers: {},
} as const satisfies Partial<OutboxEntry>

/** The request for an entry. A response is never created twice: an existing one is updated. */
export type RequestPlan =
  | { kind: 'nothing' }
  /** Edits of classic records, sent together. */
  | { kind: 'edit' }
  /** First fetch the user's current response from the server. */
  | { kind: 'find' }
  | { kind: 'create'; idempotencyKey: string; responseId: null }
  /** Only if the response is still at the version `basedOn`, if known. */
  | { kind: 'update' | 'delete'; idempotencyKey: string; responseId: string; basedOn: string | undefined }

/** Create when no response exists, else update; delete only when one exists (spec section 4). */
export function planRequest({ id, change, from, responseId, basedOn, edit }: OutboxEntry): RequestPlan {
  if (edit) return { kind: 'edit' }
  if (change.status === 'pending') {
    if (responseId !== null) return { kind: 'delete', idempotencyKey: `${id}.delete`, responseId, basedOn }
    return { kind: from === 'pending' ? 'nothing' : 'find' }
  }
  // Reusing the key for another request would be refused, and the plan changes when the response was created or deleted elsewhere meanwhile.
  if (responseId === null) return { kind: 'create', idempotencyKey: `${id}.create`, responseId }
  return { kind: 'update', idempotencyKey: `${id}.update.${responseId}`, responseId, basedOn }
}

/** What an answer to a record that has this response is based on. */
export function baseOf(version: ResponseVersion | null): Pick<OutboxEntry, 'responseId' | 'basedOn'> {
  return version ? { responseId: version.id, basedOn: version.updatedAt } : { responseId: null, basedOn: undefined }
}
