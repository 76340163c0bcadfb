import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseBulkItem, ResponseStatus, ResponseUpsert } from '@postil/contract/feedback/responses'
import type { OutboxEntry, RequestPlan } from '@postil/domain/outbox/entry'
import type { Reply } from '@postil/domain/outbox/outcome'
import { api } from '../client.ts'
import { named, replyOf } from '../errors.ts'
import { type RecordResponse, toResponse, versionOf } from './record.ts'

/** The body of a response. */
export interface ResponseBody {
  status: ResponseStatus
  values: AnswersByName
}

// A retried request with the same key takes effect once.
const withKey = (idempotencyKey: string | undefined) => ({ 'Idempotency-Key': idempotencyKey })

/** The result of sending an answer, and the response as the server now has it. */
export interface Sent {
  reply: Reply
  response: RecordResponse | undefined
}

/** Send one answer of the outbox as planned. Never throws: a failure is a reply, too. */
export async function sendEntry(entry: OutboxEntry, plan: RequestPlan): Promise<Sent> {
  try {
    const response = await request(entry, plan)
    return { reply: { kind: 'done', version: versionOf(response) }, response }
  } catch (error) {
    return { reply: replyOf(error), response: undefined }
  }
}

async function request({ change, recordId }: OutboxEntry, plan: RequestPlan): Promise<RecordResponse | undefined> {
  if (plan.kind === 'nothing' || plan.kind === 'find' || plan.kind === 'edit') return undefined
  const { idempotencyKey } = plan
  if (change.status === 'pending') {
    if (plan.kind === 'delete') await deleteResponse(plan.responseId, idempotencyKey, plan.basedOn)
    return undefined
  }
  const body = { status: change.status, values: change.values }
  return plan.kind === 'create'
    ? createResponse(recordId, body, idempotencyKey)
    : updateResponse(plan.responseId, body, { idempotencyKey, updatedAt: plan.basedOn })
}

/** Save the first answers to a record. Throws ERROR_CREATING_RECORD_RESPONSE. */
export function createResponse(recordId: string, body: ResponseBody, idempotencyKey?: string): Promise<RecordResponse> {
  return named('ERROR_CREATING_RECORD_RESPONSE', async () =>
    toResponse(
      await api('POST /api/v1/records/{record_id}/responses', {
        params: { record_id: recordId },
        body,
        headers: withKey(idempotencyKey),
      }),
    ),
  )
}

/**
 * Replace status and answers of a response. Throws ERROR_UPDATING_RECORD_RESPONSE.
 *
 * @param options.updatedAt - the known version: if the response has changed since, the server refuses with a conflict
 */
export function updateResponse(
  responseId: string,
  body: ResponseBody,
  { idempotencyKey, updatedAt }: { idempotencyKey?: string; updatedAt?: string | undefined } = {},
): Promise<RecordResponse> {
  return named('ERROR_UPDATING_RECORD_RESPONSE', async () =>
    toResponse(
      await api('PUT /api/v1/responses/{response_id}', {
        params: { response_id: responseId },
        query: { updated_at: updatedAt },
        body,
        headers: withKey(idempotencyKey),
      }),
    ),
  )
}

/**
 * Delete a response. Throws ERROR_DELETING_RECORD_RESPONSE.
 *
 * @param updatedAt - the known version: if the response has changed since, the server refuses with a conflict
 */
export function deleteResponse(responseId: string, idempotencyKey?: string, updatedAt?: string): Promise<void> {
  return named('ERROR_DELETING_RECORD_RESPONSE', async () => {
    await api('DELETE /api/v1/responses/{response_id}', {
      params: { response_id: responseId },
      query: { updated_at: updatedAt },
      headers: withKey(idempotencyKey),
    })
  })
}

/**
 * Create or, unless `overwrite` is false, replace responses to several records; each succeeds or fails on its own. Throws
 * ERROR_CREATING_RECORD_RESPONSE_BULK.
 */
export function saveResponses(
  items: readonly ResponseUpsert[],
  { overwrite, idempotencyKey }: { overwrite?: boolean; idempotencyKey?: string } = {},
): Promise<ResponseBulkItem[]> {
  return named('ERROR_CREATING_RECORD_RESPONSE_BULK', async () => {
    const reply = await api('POST /api/v1/me/responses/bulk', {
      query: { overwrite },
      body: { items: [...items] },
      headers: withKey(idempotencyKey),
    })
    return reply.items
  })
}
