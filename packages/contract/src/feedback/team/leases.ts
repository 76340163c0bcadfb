import { z } from 'zod'
import { LIMITS } from '../../limits'
import { defineRoute } from '../../route'
import { int, list, uuid } from '../../shapes'
import { DatasetParams, itemsOf } from '../common'
import { FeedbackRecord } from '../records'
import { RecordListQuery } from '../search'

const tag = 'Leases'
const params = z.object({ record_id: uuid() })
const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** End of the caller's lease of a record; null in a dataset whose records are distributed to everyone, where leases are not needed. */
export const Lease = z.object({ expires_at: z.string().nullable() })
export type Lease = z.output<typeof Lease>

const LeasesUpdate = z.object({
  record_ids: list(uuid(), { max: LIMITS.recordsPerCall }),
  /** Lease at most so many, the first in the order given that can be leased; all of them if left out. */
  limit: int({ ge: 1, le: LIMITS.recordsPerCall }).optional(),
})

/** The records of a request that the caller has now, and the end of their leases; null when there are none. */
export const Leases = Lease.extend({ record_ids: z.array(z.string()) })
export type Leases = z.output<typeof Leases>

/** The caller's next records, and the end of their leases; null when there are none, or in a dataset whose records are distributed to everyone. */
const LeasedRecords = itemsOf(FeedbackRecord).extend(Lease.shape)
export type LeasedRecords = z.output<typeof LeasedRecords>

/** Leases: while a user has a record open, it counts as answered by them, so that it is not distributed to more users than needed. */
export const leaseRoutes = {
  takeLease: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/lease',
    summary:
      "Lease a record to the caller for three minutes, or renew the lease. It replaces the caller's leases of other records in the dataset. A conflict if enough other users have answered the record or leased it.",
    tag,
    access: annotator,
    params,
    reply: Lease,
    status: 200,
    errors: [...errors, 'conflict'],
  }),
  endLease: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/lease',
    summary: "End the caller's lease of a record. Answering or discarding the record also ends it.",
    tag,
    access: annotator,
    params,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
  takeLeases: defineRoute({
    method: 'PUT',
    path: '/api/v1/me/datasets/{dataset_id}/leases',
    summary:
      "Lease several records of a dataset to the caller for three minutes, for example those of a page of a list, or renew the leases. They replace the caller's other leases in the dataset; an empty list ends all. Records that cannot be leased are missing in the reply: others have answered or leased them often enough, or they are assigned to others. With a `limit`, the first records that can be leased are, so that a request finds the caller's next record whatever others take meanwhile.",
    tag,
    access: { can: 'record.annotate', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: LeasesUpdate,
    reply: Leases,
    status: 200,
    errors,
  }),
  leaseNext: defineRoute({
    method: 'POST',
    path: '/api/v1/me/datasets/{dataset_id}/leases',
    summary:
      "Lease the first records of the caller's queue to the caller for three minutes, and return them: no two callers get the same ones, as far as one more answer would complete them. They replace the caller's other leases in the dataset; those that are still unanswered are returned, and leased, again. There may be fewer than asked for while others take records at the same moment.",
    tag,
    access: { can: 'record.annotate', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    query: z.object({
      include: RecordListQuery.shape.include,
      limit: int({ ge: 1, le: LIMITS.recordsPerLease }).default(1),
    }),
    reply: LeasedRecords,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
}
