import { z } from 'zod'
import { defineRoute } from '../../route'
import { uuid } from '../../shapes'
import { DatasetParams } from '../common'

const tag = 'Skips'
const params = z.object({ record_id: uuid() })
const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Records that a user puts off: they leave the user's pending records until the user asks for them again or answers them. */
export const skipRoutes = {
  skipRecord: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/skip',
    summary:
      "Leave a record out of the caller's pending records, for the time being. It stays pending for others, and counts as no answer. A conflict when the caller has a response to it, a draft included; at most 1,000 records of a dataset can be skipped at a time.",
    tag,
    access: annotator,
    params,
    reply: z.undefined(),
    status: 204,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  unskipRecord: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/skip',
    summary: "Put a skipped record back among the caller's pending records. Answering it does that, too.",
    tag,
    access: annotator,
    params,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
  unskipRecords: defineRoute({
    method: 'DELETE',
    path: '/api/v1/me/datasets/{dataset_id}/skips',
    summary: 'Put all records of a dataset that the caller has skipped back among their pending records.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
}
