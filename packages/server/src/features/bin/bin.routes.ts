import { binRoutes } from '@postil/contract/bin'
import { handle } from '../../http/calls/handle'
import { listBin, purgeNow, restoreDataset } from './bin.service'

/** Handlers of the bin, which contains deleted datasets until they are purged. */
export const binHandlers = handle(binRoutes, {
  listDeletedDatasets: async ({ db, user, context }) => ({
    items: await listBin(db, user),
    days: context.config.binDays,
  }),
  restoreDataset: async ({ tx, user, params, later }) => {
    later({ work: 'runJobs' })
    return restoreDataset(tx, user, params.dataset_id)
  },
  purgeDataset: async ({ tx, user, params, later }) => {
    later({ work: 'runJobs' })
    return purgeNow(tx, user, params.dataset_id)
  },
})
