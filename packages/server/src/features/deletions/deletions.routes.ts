import { deletionRoutes } from '@postil/contract/deletions'
import { handle } from '../../http/calls/handle'
import { getDeletion, listDeletedRecords, listDeletions, restoreSome } from './deletions.service'

/** Handlers of deleted records. */
export const deletionHandlers = handle(deletionRoutes, {
  listDeletions: async ({ db, user, context: { config } }) => ({
    items: await listDeletions(db, config, user),
    days: config.binDays,
  }),
  listDeletedRecords: async ({ db, found, query, context: { config } }) =>
    listDeletedRecords(db, await getDeletion(db, config, found('deletion')), query.after),
  restoreRecords: async ({ db, user, found, body, later, context: { config, engine } }) => {
    const restored = await restoreSome(engine, user, await getDeletion(db, config, found('deletion')), body)
    later({ work: 'runJobs' })
    later({ work: 'noteNewRecords', count: restored.restored })
    return restored
  },
})
