import { z } from 'zod'
import { defineRoute } from '../../route'
import { uuid } from '../../shapes'

const tag = 'Leases'
const params = z.object({ record_id: uuid() })
const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** End of the caller's lease of a record; null in a dataset whose records are handed to everyone, where leases are not needed. */
export const Lease = z.object({ expires_at: z.string().nullable() })
export type Lease = z.output<typeof Lease>

/** While somebody has a record open, it counts as answered by them, so that it is not handed to more people than needed. */
export const leaseRoutes = {
  takeLease: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/lease',
    summary:
      'Keep a record for the caller for three minutes, or for three more. It takes the place of their lease of another record of the dataset. A conflict when others have answered it, or have it open, as often as it needs.',
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
    summary: 'Give a record back that was kept for the caller. Answering or discarding it does that, too.',
    tag,
    access: annotator,
    params,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
}
