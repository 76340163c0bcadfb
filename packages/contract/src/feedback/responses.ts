import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { bool, fail, type Json, list, notNull, required, uuid, word } from '../shapes'
import { type AnswersByName, answersByName } from './answer-value'
import { AsKnown, timestamps } from './common'

const tag = 'Responses'

const RESPONSE_STATUSES = ['draft', 'submitted', 'discarded'] as const
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number]

/** Stored answers, sent unchanged. */
const StoredAnswers = z
  .custom<Json>((value) => value === null || (typeof value === 'object' && !Array.isArray(value)))
  .meta({
    type: ['object', 'null'],
    additionalProperties: { type: 'object', required: ['value'], properties: { value: {} } },
  })

export const Response = z.object({
  id: z.string(),
  values: StoredAnswers,
  status: z.enum(RESPONSE_STATUSES),
  record_id: z.string(),
  /** Null after the user was deleted. */
  user_id: z.string().nullable(),
  ...timestamps,
})
export type Response = z.output<typeof Response>

/** The caller's answer to one record. */
export const ResponseCreate = z.object({ status: word(RESPONSE_STATUSES), values: answersByName().nullish() })
export type ResponseCreate = z.output<typeof ResponseCreate>

/** Like the body of a creation, but `values` is required for a submitted response (feedback-api §5.1). */
const ResponseUpdate = ResponseCreate.superRefine(submittedHasValues)

export const ResponseUpsert = z
  .object({ record_id: uuid(), status: word(RESPONSE_STATUSES), values: answersByName().nullish() })
  .superRefine(submittedHasValues)
export type ResponseUpsert = z.output<typeof ResponseUpsert>

/** A response inside a record, with the id of its user. */
export const UserResponse = z
  .object({ user_id: uuid(), status: word(RESPONSE_STATUSES), values: answersByName().nullish() })
  .superRefine(submittedHasValues)
  .superRefine(({ status, values }, ctx) => {
    // A draft may have no answers, but says so (feedback-api §3.4).
    if (status === 'draft' && values === undefined) fail(ctx, required, { path: ['values'] })
  })
export type UserResponse = z.output<typeof UserResponse>

/** The result for one item of a bulk request: the saved response, or the error. */
export const ResponseBulkItem = z.object({
  item: Response.nullable(),
  /**
   * `conflict`: a response exists, and overwriting was not allowed. `unreachable`: the record does not exist, is assigned to others, or is
   * in a workspace without the user.
   */
  error: z.object({ detail: z.string(), code: z.enum(['conflict', 'unreachable']).optional() }).nullable(),
})
export type ResponseBulkItem = z.output<typeof ResponseBulkItem>

const ResponseParams = z.object({ response_id: uuid() })
const author = { can: 'response.change', of: 'response', param: 'response_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Responses: the answers of users (feedback-api §3.3, §5). */
export const responseRoutes = {
  createResponse: defineRoute({
    method: 'POST',
    path: '/api/v1/records/{record_id}/responses',
    summary:
      "Save the caller's first answers to one record. Leads can name another user, to restore an answer that was deleted.",
    tag,
    access: { can: 'record.annotate', of: 'record', param: 'record_id' },
    params: z.object({ record_id: uuid() }),
    // Not in the body, where newer clients of the original server send the caller's own id.
    query: z.object({ user_id: uuid().optional() }),
    body: ResponseCreate,
    texts: true,
    reply: Response,
    status: 201,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  updateResponse: defineRoute({
    method: 'PUT',
    path: '/api/v1/responses/{response_id}',
    summary: 'Replace the status and all answers of a response.',
    tag,
    access: author,
    params: ResponseParams,
    query: AsKnown,
    body: ResponseUpdate,
    texts: true,
    reply: Response,
    status: 200,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  deleteResponse: defineRoute({
    method: 'DELETE',
    path: '/api/v1/responses/{response_id}',
    summary: 'Delete a response. The record is pending again for the user.',
    tag,
    access: author,
    params: ResponseParams,
    query: AsKnown,
    reply: Response,
    status: 200,
    errors: [...errors, 'conflict'],
  }),
  saveMyResponses: defineRoute({
    method: 'POST',
    path: '/api/v1/me/responses/bulk',
    summary: "Create or replace the caller's responses to several records; each item succeeds or fails on its own.",
    tag,
    access: { can: 'server.use' },
    query: z.object({
      overwrite: bool()
        .default(true)
        .meta({ description: 'false: a response that is there already stays, and its item says `conflict`.' }),
    }),
    body: z.object({ items: list(ResponseUpsert, { min: 1, max: LIMITS.responsesPerBulk }) }),
    texts: true,
    reply: z.object({ items: z.array(ResponseBulkItem) }),
    status: 200,
    errors: ['unauthenticated', 'invalid_shape'],
  }),
}

function submittedHasValues(
  { status, values }: { status: ResponseStatus; values?: AnswersByName | null },
  ctx: z.core.$RefinementCtx,
): void {
  if (status !== 'submitted' || (values !== undefined && values !== null)) return
  fail(ctx, values === null ? notNull : required, { path: ['values'] })
}
