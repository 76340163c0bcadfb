import { taskRecordRoutes } from '@postil/contract/task/task-records'
import { handle } from '../../../http/calls/handle'
import { scanRecords } from '../scan/scan.service'
import { readIndexAhead } from '../search-index/ask-index'
import { deleteRecords, getRecord, updateRecord } from './change-records.service'

/** Export, single records and deletion, for any task (classic-api §6.2–6.4). */
export const taskRecordHandlers = handle(taskRecordRoutes, {
  scanTaskRecords: ({ db, found, body, query }) => scanRecords(db, found('task_dataset'), body, query.limit),
  getTaskRecord: ({ db, found, params }) => getRecord(db, found('task_dataset'), params.id),
  updateTaskRecord: ({ tx, user, found, params, body }) =>
    updateRecord(tx, user, found('task_dataset'), params.id, body),
  deleteTaskRecords: {
    readsAhead: true,
    prepare: async (_, before) => {
      await readIndexAhead(before)
      return ({ tx, user, found, body, query, afterCommit }) =>
        deleteRecords(tx, user, found('task_dataset'), body, query.mark_as_discarded, afterCommit)
    },
  },
})
