import { z } from 'zod'
import { bodyList } from '../body-list'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { fail, int, type Json, list, text, uuid, valueError } from '../shapes'
import { AsKnown, DatasetParams, itemsOf, timestamps } from './common'
import { externalId, fieldValues, metadata, vectors } from './record-parts'
import { Response, UserResponse } from './responses'
import { RecordListQuery, repeated } from './search'
import { Suggestion, SuggestionCreate } from './suggestions'
import { Doubt } from './team/doubts'
import { Resolution } from './team/resolutions'

const tag = 'Records'

/** Stored JSON, sent unchanged. */
const storedObject = (schema: object) =>
  z
    .custom<Json>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    .meta({ type: 'object', ...schema })

/** A record. The three relationships are omitted from lists unless requested (feedback-api §6.1). */
export const FeedbackRecord = z.object({
  id: z.string(),
  /** completed once enough users have submitted a response to it. */
  status: z.enum(['pending', 'completed']),
  fields: storedObject({ additionalProperties: { type: ['string', 'null'] } }),
  metadata: storedObject({}).nullable(),
  external_id: z.string().nullable(),
  responses: z.array(Response).nullable().optional(),
  suggestions: z.array(Suggestion).nullable().optional(),
  /** Only when requested: the decisions of leads, as far as the caller may see them. */
  resolutions: z.array(Resolution).optional(),
  doubts: z.array(Doubt).optional(),
  vectors: storedObject({ additionalProperties: { type: 'array', items: { type: 'number' } } }).optional(),
  dataset_id: z.string(),
  ...timestamps,
})
export type FeedbackRecord = z.output<typeof FeedbackRecord>

const recordParts = {
  metadata: metadata().nullish(),
  external_id: externalId().nullish(),
  responses: list(UserResponse).superRefine(oneResponsePerUser).nullish(),
  suggestions: list(SuggestionCreate).nullish(),
  vectors: vectors().nullish(),
}

export const RecordCreate = z.object({ fields: fieldValues(), ...recordParts })
export type RecordCreate = z.output<typeof RecordCreate>

/** A record to create, or to update if the dataset has a record with this external id or, if there is no external id, with this id. */
export const RecordUpsert = z.object({ id: uuid().nullish(), fields: fieldValues().nullish(), ...recordParts })
export type RecordUpsert = z.output<typeof RecordUpsert>

/** The parts of a record that can be changed; absent keys do not change. */
export const RecordPatch = z.object({
  metadata: metadata().nullish(),
  suggestions: list(SuggestionCreate).nullish(),
  vectors: vectors().nullish(),
})
export type RecordPatch = z.output<typeof RecordPatch>

export const RecordPatchWithId = RecordPatch.extend({ id: uuid() })
export type RecordPatchWithId = z.output<typeof RecordPatchWithId>

const RecordParams = z.object({ record_id: uuid() })
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const
const onDataset = { can: 'records.write', of: 'dataset', param: 'dataset_id' } as const
const onRecord = { can: 'records.write', of: 'record', param: 'record_id' } as const

/** The cursor of the next page, in the reply to a request with `after`. */
export const NextCursor = z
  .string()
  .nullable()
  .optional()
  .meta({
    description:
      'Only with `after`: what to ask for the next page with; null when there is none. A page of large records ends at about ' +
      '16 MB, before `limit`.',
  })

const RecordList = itemsOf(FeedbackRecord).extend({ total: z.number(), next: NextCursor })

/**
 * A keyset cursor: unlike an offset it is a stable position in the order, so that lists and queues can be read completely while records are
 * added, answered, changed and deleted. An extension of the original API.
 */
export const RecordPageQuery = RecordListQuery.safeExtend({
  after: text()
    .optional()
    .meta({
      description:
        'Empty for the first page, whose start `offset` may set; then the `next` of the previous page, with the same order and filters. Each ' +
        'record that stays in the list is returned exactly once, even if others are answered or deleted meanwhile. Records added meanwhile are ' +
        'returned if their position is still ahead. `total` is that of the first page.',
    }),
})
export type RecordPageQuery = z.output<typeof RecordPageQuery>

const upTo = <S extends z.ZodType>(item: S, max: number) => z.object({ items: bodyList(item, { min: 1, max }) })

/** Records (feedback-api §3.3, §3.4). */
export const recordRoutes = {
  listMyRecords: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets/{dataset_id}/records',
    summary: "List records in the caller's own stable order, with the caller's own responses.",
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: RecordPageQuery,
    reply: RecordList,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  listRecords: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/records',
    summary: 'List records in the order of insertion, with the responses of all users.',
    tag,
    access: { ...onDataset, can: 'responses.readAll' },
    params: DatasetParams,
    query: RecordPageQuery,
    reply: RecordList,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  createRecords: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/records',
    summary: 'Add records, all or none. The reply has no body.',
    tag,
    access: onDataset,
    params: DatasetParams,
    body: upTo(RecordCreate, LIMITS.recordsPerCall),
    exactIntegers: true,
    bulk: true,
    reply: z.undefined(),
    status: 204,
    errors: [...errors, 'invalid'],
    deprecated: true,
  }),
  updateRecords: defineRoute({
    method: 'PATCH',
    path: '/api/v1/datasets/{dataset_id}/records',
    summary: 'Change metadata, suggestions or vectors of records, all or none. The reply has no body.',
    tag,
    access: onDataset,
    params: DatasetParams,
    body: upTo(RecordPatchWithId, LIMITS.recordsPerCall),
    exactIntegers: true,
    bulk: true,
    reply: z.undefined(),
    status: 204,
    errors: [...errors, 'invalid'],
    deprecated: true,
  }),
  createRecordsBulk: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/records/bulk',
    summary: 'Add records, all or none, and return them.',
    tag,
    access: onDataset,
    params: DatasetParams,
    body: upTo(RecordCreate, LIMITS.recordsPerBulk).superRefine(uniqueExternalIds),
    exactIntegers: true,
    bulk: true,
    reply: itemsOf(FeedbackRecord),
    status: 201,
    errors: [...errors, 'invalid'],
  }),
  upsertRecordsBulk: defineRoute({
    method: 'PUT',
    path: '/api/v1/datasets/{dataset_id}/records/bulk',
    summary: 'Add records, or update existing ones with the same external id or id, all or none.',
    tag,
    access: onDataset,
    params: DatasetParams,
    body: upTo(RecordUpsert, LIMITS.recordsPerBulk).superRefine(uniqueExternalIds),
    exactIntegers: true,
    bulk: true,
    reply: itemsOf(FeedbackRecord).extend({ updated_item_ids: z.array(z.string()) }),
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  deleteRecords: defineRoute({
    method: 'DELETE',
    path: '/api/v1/datasets/{dataset_id}/records',
    summary: 'Delete records by id. Unknown ids are ignored.',
    tag,
    access: onDataset,
    params: DatasetParams,
    query: z.object({ ids: text() }),
    reply: z.undefined(),
    status: 204,
    errors: [...errors, 'invalid'],
  }),
  getRecord: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}',
    summary: "One record, with its suggestions and vectors; `include=responses` adds the caller's own response.",
    tag,
    access: { can: 'dataset.read', of: 'record', param: 'record_id' },
    params: RecordParams,
    query: z.object({ include: repeated(text()).default([]) }),
    reply: FeedbackRecord,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  updateRecord: defineRoute({
    method: 'PATCH',
    path: '/api/v1/records/{record_id}',
    summary:
      'Change metadata, suggestions or vectors of one record, or restore earlier vectors. Other keys in the body are ignored.',
    tag,
    access: onRecord,
    params: RecordParams,
    query: AsKnown.extend({
      vectors_before: int({ ge: 1, le: Number.MAX_SAFE_INTEGER }).optional().meta({
        description:
          'The `id` of a change in the history of the record: its vectors become those from before this change.',
      }),
      vectors_known: int({ ge: 1, le: Number.MAX_SAFE_INTEGER }).optional().meta({
        description:
          'The `id` of the newest change of vectors in the history as the caller knows it: vectors that were changed since stay, and are a conflict.',
      }),
    }),
    body: RecordPatch,
    texts: true,
    exactIntegers: true,
    reply: FeedbackRecord.extend({
      left_out: z.array(z.string()).optional().meta({
        description: 'Only with `vectors_before`: the former vectors that no longer fit the dataset, as sentences.',
      }),
    }),
    status: 200,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  deleteRecord: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}',
    summary: 'Delete one record with its responses, suggestions and vectors.',
    tag,
    access: onRecord,
    params: RecordParams,
    reply: FeedbackRecord,
    status: 200,
    errors,
  }),
}

function oneResponsePerUser(responses: UserResponse[], ctx: z.core.$RefinementCtx): void {
  const seen = new Set<string>()
  for (const { user_id } of responses) {
    if (seen.has(user_id)) {
      const msg = `'responses' contains several responses for the same user_id='${user_id}'`
      fail(ctx, valueError(msg))
      return
    }
    seen.add(user_id)
  }
}

function uniqueExternalIds(body: { items: { external_id?: string | null }[] }, ctx: z.core.$RefinementCtx): void {
  const given = body.items.flatMap(({ external_id }) => external_id ?? [])
  if (new Set(given).size < given.length) fail(ctx, valueError('External IDs must be unique'), { path: ['items'] })
}
