import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseBulkItem, ResponseStatus, ResponseUpsert } from '@postil/contract/feedback/responses'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { type RecordResponse, toResponse } from './record.ts'

/** The body of a response. */
export interface ResponseBody {
  status: ResponseStatus
  values: AnswersByName
}

// Idempotency key: a retried request with the same key takes effect once.
const withKey = (idempotencyKey: string | undefined) => (idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {})

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
