import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Task, RecordStatus as TaskRecordStatus } from '@postil/contract/task/constants'
import type { Answers } from '../answers/asked-question'

/** Where a record stands for one user; pending without an answer of theirs. */
export type RecordStatus = 'pending' | ResponseStatus

/** What the user wants to be true of their response; pending means that there is none. */
export type ResponseChange = { status: ResponseStatus; values: AnswersByName } | { status: 'pending' }

/** A response as somebody read it on the server: with another `updatedAt` it was changed since. */
export interface ResponseVersion {
  id: string
  /** naive UTC, as on the wire; versions of one record's responses sort by it as text */
  updatedAt: string
}

/** Why the server did not take an answer. */
export interface Refusal {
  /** HTTP status, 4xx */
  status: number
  messages: readonly string[]
  /** The record has an answer of the user that this one was not based on, and keeps it until they have chosen. */
  isAnsweredElsewhere?: boolean
}

/** An edit of a classic record. */
export interface RecordEdit {
  workspace: string
  /** Of the dataset. */
  name: string
  task: Task
  /** Names the edits that one gesture of the user made. */
  gesture: string
  /** As the bulk call takes it, without its version: that is the entry's `basedOn`. */
  record: { id: string | number; status: TaskRecordStatus; annotation: unknown }
}

/** One answer on its way to the server: a response to a record, or an edit of a classic record. */
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
  /** Its `updated_at` as the user saw it: one that was changed since is not replaced. Absent in what earlier versions of the app kept. */
  basedOn?: string | undefined
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
  /** This is an edit of a classic record. `change`, `from`, `responseId` and `answers` then say nothing. */
  edit?: RecordEdit
}

/** What the fields about responses hold in the entry of an edit. */
export const NO_RESPONSE = {
  change: { status: 'submitted', values: {} },
  from: 'submitted',
  answers: {},
} as const satisfies Partial<OutboxEntry>

/** How an entry becomes a request. Creating twice is impossible: who has a response updates it. */
export type RequestPlan =
  | { kind: 'nothing' }
  /** Edits of classic records, sent together. */
  | { kind: 'edit' }
  /** Ask the server first which response of the user it keeps. */
  | { kind: 'find' }
  | { kind: 'create'; idempotencyKey: string; responseId: null }
  /** Only a response that is as it was in `basedOn`, where that is known. */
  | { kind: 'update' | 'delete'; idempotencyKey: string; responseId: string; basedOn: string | undefined }

/** Create when no response exists, else update; delete only when one exists (spec section 4). */
export function planRequest({ id, change, from, responseId, basedOn, edit }: OutboxEntry): RequestPlan {
  if (edit) return { kind: 'edit' }
  if (change.status === 'pending') {
    if (responseId !== null) return { kind: 'delete', idempotencyKey: `${id}.delete`, responseId, basedOn }
    return { kind: from === 'pending' ? 'nothing' : 'find' }
  }
  // The same key for another request would be refused, and the plan changes when somebody else answered or cleared meanwhile.
  if (responseId === null) return { kind: 'create', idempotencyKey: `${id}.create`, responseId }
  return { kind: 'update', idempotencyKey: `${id}.update.${responseId}`, responseId, basedOn }
}

/** What an answer to a record that has this response is based on. */
export function baseOf(version: ResponseVersion | null): Pick<OutboxEntry, 'responseId' | 'basedOn'> {
  return version ? { responseId: version.id, basedOn: version.updatedAt } : { responseId: null, basedOn: undefined }
}
