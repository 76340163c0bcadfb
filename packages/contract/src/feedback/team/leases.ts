import { z } from 'zod'
import { defineRoute } from '../../route'
import { uuid } from '../../shapes'

const tag = 'Leases'
const params = z.object({ record_id: uuid() })
const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** End of the caller's lease of a record; null in a dataset whose records are distributed to everyone, where leases are not needed. */
export const Lease = z.object({ expires_at: z.string().nullable() })
export type Lease = z.output<typeof Lease>

/** Leases: while a user has a record open, it counts as answered by them, so that it is not distributed to more users than needed. */
export const leaseRoutes = {
  takeLease: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/lease',
    summary:
      "Lease a record to the caller for three minutes, or renew the lease. It replaces the caller's lease of another record in the dataset. A conflict if enough other users have answered the record or leased it.",
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
}
