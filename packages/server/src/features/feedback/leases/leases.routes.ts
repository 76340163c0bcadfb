import { leaseRoutes } from '@postil/contract/feedback/team/leases'
import { handle } from '../../../http/calls/handle'
import { endLease, takeLease } from './leases.service'

/** Handlers of the leases of records. */
export const leaseHandlers = handle(leaseRoutes, {
  takeLease: ({ tx, user, found }) => takeLease(tx, user, found('record')),
  endLease: async ({ tx, user, found }) => {
    await endLease(tx, user, found('record'))
    return undefined
  },
})
