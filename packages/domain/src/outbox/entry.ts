import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Task, RecordStatus as TaskRecordStatus } from '@postil/contract/task/constants'
import type { Answers } from '../answers/asked-question'

/** The status of a record for one user; `pending` if the user has no response. */
export type RecordStatus = 'pending' | ResponseStatus

/** The desired state of the user's response; `pending` means no response. */
export type ResponseChange = { status: ResponseStatus; values: AnswersByName } | { status: 'pending' }

/** A version of a response on the server, identified by `updatedAt`. */
export interface ResponseVersion {
  id: string
  /** UTC without a time zone suffix, as sent by the API; sorting as text is sorting by time. */
  updatedAt: string
}

/** Why the server refused an answer. */
export interface Refusal {
  /** HTTP status, 4xx */
  status: number
  messages: readonly string[]
  /** Conflict: the user's response on the server was changed elsewhere. The entry is kept until the user chooses. */
  isAnsweredElsewhere?: boolean
}

/** An edit of a classic record. */
export interface RecordEdit {
  workspace: string
  /** Name of the dataset. */
  name: string
  task: Task
  /** Id shared by the edits of one user action. */
  gesture: string
  /** The record as the bulk route accepts it, without its version, which is the entry's `basedOn`. */
  record: { id: string | number; status: TaskRecordStatus; annotation: unknown }
}

/** One unsent answer: a response to a record, or an edit of a classic record. */
export interface OutboxEntry {
  /** Also the prefix of its idempotency keys. */
  id: string
  userId: string
  datasetId: string
  recordId: string
  change: ResponseChange
  /** Status of the record before the change, as the user saw it. */
  from: RecordStatus
  /** Id of the user's response on the server; null when none is known. */
  responseId: string | null
  /** The response's `updated_at` as the user saw it: a newer response is not replaced. Absent in data of earlier versions of the app. */
  basedOn?: string | undefined
  /** The form's answers, to restore them if the server refuses the change. */
  answers: Answers
  /** ms since 1970 */
  createdAt: number
  /** The change may have reached the server, so the entry must not be replaced. */
  isTried: boolean
  /** Number of failed attempts. */
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

/** The request to send for an entry. An existing response is updated, so that a response is never created twice. */
export type RequestPlan =
  | { kind: 'nothing' }
  /** Edits of classic records, sent together. */
  | { kind: 'edit' }
  /** First fetch the user's current response from the server. */
  | { kind: 'find' }
  | { kind: 'create'; idempotencyKey: string; responseId: null }
  /** Conditional: the server must refuse it unless the response is still at version `basedOn` (if that is known). */
  | { kind: 'update' | 'delete'; idempotencyKey: string; responseId: string; basedOn: string | undefined }

/** Choose the request: create when no response exists, else update; delete only when one exists (spec section 4). */
export function planRequest({ id, change, from, responseId, basedOn, edit }: OutboxEntry): RequestPlan {
  if (edit) return { kind: 'edit' }
  if (change.status === 'pending') {
    if (responseId !== null) return { kind: 'delete', idempotencyKey: `${id}.delete`, responseId, basedOn }
    return { kind: from === 'pending' ? 'nothing' : 'find' }
  }
  // Separate keys per kind of request: the server refuses a key that was used for another request, and the kind changes when the response
  // is meanwhile created or deleted elsewhere.
  if (responseId === null) return { kind: 'create', idempotencyKey: `${id}.create`, responseId }
  return { kind: 'update', idempotencyKey: `${id}.update.${responseId}`, responseId, basedOn }
}

/** The fields of an entry that refer to the user's current response. */
export function baseOf(version: ResponseVersion | null): Pick<OutboxEntry, 'responseId' | 'basedOn'> {
  return version ? { responseId: version.id, basedOn: version.updatedAt } : { responseId: null, basedOn: undefined }
}
