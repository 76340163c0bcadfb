import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { OutboxEntry, RecordEdit, Refusal, RequestPlan, ResponseChange, ResponseVersion } from './entry'

/** The result of a request. */
export type Reply =
  /** Status 2xx; `version` is the response in the reply, null after a deletion. */
  | { kind: 'done'; version: ResponseVersion | null }
  | { kind: 'noAnswer' }
  | { kind: 'error'; status: number; messages: readonly string[] }

/** What to do with an entry after a reply. */
export type Outcome =
  | { kind: 'delivered'; version: ResponseVersion | null }
  | { kind: 'retry' }
  | { kind: 'signedOut' }
  /** The user's response is not the expected one: fetch it and decide. */
  | { kind: 'findResponse' }
  /** The response no longer exists on the server: create a new one. */
  | { kind: 'responseGone' }
  | { kind: 'refused'; refusal: Refusal }

const LATER = new Set([408, 425, 429])

/** Interpret a reply. Only a definite refusal counts as refused; after an unclear result the same idempotency key is tried again. */
export function judgeReply(entry: OutboxEntry, plan: RequestPlan, reply: Reply): Outcome {
  if (reply.kind === 'done') return { kind: 'delivered', version: reply.version }
  if (reply.kind === 'noAnswer') return { kind: 'retry' }
  const { status, messages } = reply
  if (status === 401) return { kind: 'signedOut' }
  if (status >= 500 || LATER.has(status)) return { kind: 'retry' }
  if (plan.kind === 'edit' && status === 409) return changedElsewhere
  if (plan.kind === 'delete' && status === 404) return { kind: 'delivered', version: null }
  if (status === 409) return { kind: 'findResponse' }
  if (plan.kind === 'update' && status === 404 && entry.responseId !== null) return { kind: 'responseGone' }
  return { kind: 'refused', refusal: { status, messages } }
}

/** The user's current response on the server. */
export interface FoundResponse extends ResponseVersion {
  status: ResponseStatus
  values: AnswersByName
}

/**
 * Decide about an entry after fetching the conflicting response, which the user gave elsewhere. It is not replaced without asking the user.
 * If both are equal, there is no conflict.
 */
export function judgeFound({ change, responseId }: OutboxEntry, found: FoundResponse | undefined): Outcome {
  if (!found) {
    if (change.status === 'pending') return { kind: 'delivered', version: null }
    return responseId === null ? { kind: 'retry' } : { kind: 'responseGone' }
  }
  if (isSaid(change, found)) return { kind: 'delivered', version: found }
  return changedElsewhere
}

const changedElsewhere = {
  kind: 'refused',
  refusal: { status: 409, messages: [], isAnsweredElsewhere: true },
} as const satisfies Outcome

/**
 * Whether a record on the server already equals an edit, because the reply to an earlier attempt was lost or another user made the same
 * edit.
 *
 * @param found - the record on the server
 */
export function isEditDone(edit: RecordEdit, found: { status: string; annotation?: unknown }): boolean {
  return (
    edit.record.status === found.status &&
    canonical(edit.record.annotation ?? null) === canonical(found.annotation ?? null)
  )
}

function isSaid(change: ResponseChange, { status, values }: FoundResponse): boolean {
  return change.status === status && canonical(change.values) === canonical(values)
}

/** JSON text with sorted keys, for comparison. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([name], [other]) => (name < other ? -1 : 1)))
      : one,
  )
}
