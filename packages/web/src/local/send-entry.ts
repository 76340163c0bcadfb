import type { OutboxEntry, RequestPlan } from '@postil/domain/outbox/entry'
import type { Reply } from '@postil/domain/outbox/outcome'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { causeOf } from '../api/errors.ts'
import { type RecordResponse, versionOf } from '../api/feedback/record.ts'
import { fetchRecord } from '../api/feedback/records.ts'
import { createResponse, deleteResponse, updateResponse } from '../api/feedback/responses.ts'

/** The result of sending, and the response as the server now has it. */
export interface Sent {
  reply: Reply
  response: RecordResponse | undefined
}

/** Send one answer as planned. Never throws: a failure is a reply, too. */
export async function sendEntry(entry: OutboxEntry, plan: RequestPlan): Promise<Sent> {
  try {
    const response = await request(entry, plan)
    return { reply: { kind: 'done', version: versionOf(response) }, response }
  } catch (error) {
    return { reply: replyOf(error), response: undefined }
  }
}

/** The user's response to a record on the server, undefined when there is none. Throws a RepositoryError. */
export async function findOwnResponse(recordId: string): Promise<RecordResponse | undefined> {
  return (await fetchRecord(recordId)).response
}

async function request(entry: OutboxEntry, plan: RequestPlan): Promise<RecordResponse | undefined> {
  const { change, recordId } = entry
  if (plan.kind === 'nothing' || plan.kind === 'find' || plan.kind === 'edit') return undefined
  if (change.status === 'pending') {
    if (plan.kind === 'delete') await deleteResponse(plan.responseId, plan.idempotencyKey, plan.basedOn)
    return undefined
  }
  const body = { status: change.status, values: change.values }
  return plan.kind === 'create'
    ? createResponse(recordId, body, plan.idempotencyKey)
    : updateResponse(plan.responseId, body, { idempotencyKey: plan.idempotencyKey, updatedAt: plan.basedOn })
}

/** A failed request as a reply for the outbox. A bug counts as refused, so that the answer stays visible. */
export function replyOf(error: unknown): Reply {
  const cause = causeOf(error)
  if (cause instanceof NetworkError || (cause instanceof Error && cause.name === 'AbortError'))
    return { kind: 'noAnswer' }
  if (cause instanceof ApiError) return { kind: 'error', status: cause.status, messages: cause.messages }
  return { kind: 'error', status: 400, messages: [cause instanceof Error ? cause.message : String(cause)] }
}
