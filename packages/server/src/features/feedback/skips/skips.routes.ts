import { skipRoutes } from '@postil/contract/feedback/team/skips'
import { handle } from '../../../http/calls/handle'
import { deleteSkip, deleteSkips, skipRecord } from './skips.service'

/** Handlers of the routes for skipping records. */
export const skipHandlers = handle(skipRoutes, {
  skipRecord: async ({ tx, user, found }) => {
    await skipRecord(tx, user, found('record'))
    return undefined
  },
  unskipRecord: async ({ tx, user, found }) => {
    await deleteSkip(tx, user.id, found('record').pk)
    return undefined
  },
  unskipRecords: async ({ tx, user, found }) => {
    await deleteSkips(tx, user.id, found('dataset').id)
    return undefined
  },
})
