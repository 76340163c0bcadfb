import { leaseRoutes } from '@postil/contract/feedback/team/leases'
import { handle } from '../../../http/calls/handle'
import { findCandidates, leaseNext } from './lease-next'
import { endLease, takeLease, takeLeases } from './leases.service'

/** Handlers of the leases of records. */
export const leaseHandlers = handle(leaseRoutes, {
  takeLease: ({ tx, user, found }) => takeLease(tx, user, found('record')),
  endLease: async ({ tx, user, found }) => {
    await endLease(tx, user, found('record'))
    return undefined
  },
  takeLeases: ({ tx, user, found, body }) => takeLeases(tx, user, found('dataset'), body),
  leaseNext: {
    queriesBeforeTransaction: true,
    prepare: async (_, before) => {
      if (!before) throw new Error('The records to lease must be found before the transaction.')
      const candidates = await findCandidates(before.context.engine, before.user, await before.find('dataset'))
      return ({ tx, user, found, query }) => leaseNext(tx, user, found('dataset'), query, candidates)
    },
  },
})
