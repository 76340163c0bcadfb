import { datasetRoutes } from '@postil/contract/feedback/datasets'
import { activityRoutes } from '@postil/contract/feedback/team/activity'
import { can } from '@postil/domain/permissions'
import { handle } from '../../../http/calls/handle'
import { listActivity, listTaskActivity } from '../../../live/live-activity'
import { completionFor, seesGold } from '../resolutions/seen-resolutions'
import {
  createDataset,
  deleteDataset,
  getDataset,
  listMyDatasets,
  publishDataset,
  updateDataset,
  updateQueue,
} from './datasets.service'
import { datasetToWire, queueToWire } from './datasets.wire'
import { countByUser, countMine, countProgress } from './progress.store'

export const datasetHandlers = handle(datasetRoutes, {
  listMyDatasets: async ({ db, user, query }) => ({
    items: (await listMyDatasets(db, user, query.workspace_id)).map(datasetToWire),
  }),
  createDataset: async ({ tx, user, body, found }) =>
    datasetToWire(await createDataset(tx, user, found('workspace'), body)),
  getDataset: async ({ db, params }) => datasetToWire(await getDataset(db, params.dataset_id)),
  updateDataset: async ({ tx, user, params, body }) =>
    datasetToWire(await updateDataset(tx, user, params.dataset_id, body)),
  publishDataset: async ({ tx, user, params }) => datasetToWire(await publishDataset(tx, user, params.dataset_id)),
  getQueue: async ({ user, found }) => {
    const queue = queueToWire(found('dataset'))
    return seesGold(user) ? queue : { ...queue, gold_percent: 0 }
  },
  updateQueue: ({ tx, user, params, body }) => updateQueue(tx, user, params.dataset_id, body),
  deleteDataset: async ({ tx, user, params, context, later }) => {
    const row = await deleteDataset(tx, user, params.dataset_id, context.config.binDays)
    later({ work: 'runJobs' })
    return datasetToWire(row)
  },
  getMyDatasetMetrics: ({ db, user, found }) => countMine(db, found('dataset'), user.id),
  getDatasetProgress: ({ context, user, params, found }) =>
    countProgress(context.engine.heavyDb, params.dataset_id, completionFor(user, found('dataset'))),
  getUsersProgress: async ({ context, user, params, found }) => {
    const counted = await countByUser(context.engine.heavyDb, params.dataset_id, completionFor(user, found('dataset')))
    if (can(user, 'responses.readAll', { isMember: true })) return counted
    return { users: counted.users.filter(({ username }) => username === user.username) }
  },
})

/** Handlers of the routes that tell when the caller's datasets last changed; `live/live-activity.ts` sends updates. */
export const activityHandlers = handle(activityRoutes, {
  listActivity: async ({ db, user }) => {
    const mine = new Set((await listMyDatasets(db, user)).map(({ id }) => id))
    const items = (await listActivity(db)).filter(({ dataset_id }) => mine.has(dataset_id))
    return { items: [...items, ...(await listTaskActivity(db, can(user, 'workspaces.readAll') ? undefined : user.id))] }
  },
})
