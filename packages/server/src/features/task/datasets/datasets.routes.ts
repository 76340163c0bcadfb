import { taskDatasetRoutes } from '@postil/contract/task/datasets'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import {
  copyAhead,
  copyDataset,
  createDataset,
  deleteDataset,
  listDatasets,
  mergeIntoDataset,
  type NewDataset,
  setClosed,
} from './datasets.service'
import { toDatasetBody } from './datasets.wire'
import { workspaceOf } from './find-task-dataset'

const list = async (db: Db, user: SessionUser, workspace: string | undefined) =>
  (await listDatasets(db, user, workspace)).map(toDatasetBody)
const create = async (tx: Tx, user: SessionUser, dataset: NewDataset) =>
  toDatasetBody(await createDataset(tx, user, dataset))

/** Handlers of the classic datasets (classic-api §3). */
export const taskDatasetHandlers = handle(taskDatasetRoutes, {
  listTaskDatasets: ({ db, user, query, headers }) => list(db, user, workspaceOf(query, headers)),
  listTaskDatasetsSlash: ({ db, user, query, headers }) => list(db, user, workspaceOf(query, headers)),
  createTaskDataset: ({ tx, user, query, headers, body }) =>
    create(tx, user, { ...body, workspace: body.workspace || workspaceOf(query, headers) }),
  createTaskDatasetSlash: ({ tx, user, query, headers, body }) =>
    create(tx, user, { ...body, workspace: body.workspace || workspaceOf(query, headers) }),
  getTaskDataset: async ({ found }) => toDatasetBody(found('task_dataset')),
  updateTaskDataset: async ({ tx, user, body, found }) =>
    toDatasetBody(await mergeIntoDataset(tx, user, found('task_dataset'), body)),
  deleteTaskDataset: async ({ tx, user, params, query, headers, context, later }) => {
    await deleteDataset(tx, user, workspaceOf(query, headers), params.name, context.config.binDays)
    later({ work: 'runJobs' })
    return null
  },
  closeTaskDataset: async ({ tx, user, found }) => {
    await setClosed(tx, user, found('task_dataset'), true)
    return null
  },
  openTaskDataset: async ({ tx, user, found }) => {
    await setClosed(tx, user, found('task_dataset'), false)
    return null
  },
  copyTaskDataset: {
    queriesBeforeTransaction: true,
    prepare: async (body, before) => {
      const target = { ...body, workspace: body.target_workspace ?? undefined }
      const begun = before && (await copyAhead(before, target))
      return async ({ tx, user, found }) =>
        toDatasetBody(await copyDataset(tx, user, found('task_dataset'), target, begun))
    },
  },
})
