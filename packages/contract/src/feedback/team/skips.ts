import { z } from 'zod'
import { LIMITS } from '../../limits'
import { defineRoute } from '../../route'
import { bool, list, uuid } from '../../shapes'
import { DatasetParams } from '../common'

const tag = 'Skips'
const params = z.object({ record_id: uuid() })
const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

const SkipsUpdate = z.object({
  record_ids: list(uuid(), { min: 1, max: LIMITS.recordsPerCall }),
  /** Skip the records, or return them to the caller's pending records. */
  is_skipped: bool().default(true),
})
const Skips = z.object({ record_ids: z.array(z.string()) })

/** Skips: records that a user postpones. They are not pending for the user until the user requests them again or answers them. */
export const skipRoutes = {
  skipRecord: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/skip',
    summary:
      "Skip a record: exclude it from the caller's pending records for now. It stays pending for others, and a skip does not count as an answer. A conflict if the caller has a response to the record, including a draft. At most 1,000 records of a dataset can be skipped at a time.",
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
    summary: "Return a skipped record to the caller's pending records. Answering the record also ends the skip.",
    tag,
    access: annotator,
    params,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
  skipRecords: defineRoute({
    method: 'PUT',
    path: '/api/v1/me/datasets/{dataset_id}/skips',
    summary:
      "Skip several records of a dataset, or with `is_skipped: false` return them to the caller's pending records. The reply has the records that were skipped or returned: those to which the caller has a response are left out, as are those that the dataset does not have, or whose skip changes nothing.",
    tag,
    access: { can: 'record.annotate', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: SkipsUpdate,
    reply: Skips,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  unskipRecords: defineRoute({
    method: 'DELETE',
    path: '/api/v1/me/datasets/{dataset_id}/skips',
    summary: "Return all skipped records of a dataset to the caller's pending records.",
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
}
