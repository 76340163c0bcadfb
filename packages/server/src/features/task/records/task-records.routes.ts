import { taskRecordRoutes } from '@postil/contract/task/task-records'
import { handle } from '../../../http/calls/handle'
import { scanRecords } from '../scan/scan.service'
import { deleteRecords, findToDelete, getRecord, updateRecord } from './change-records.service'
import { readTaskHistory } from './history.service'
import { findPart, restorePart } from './restore-part.service'

/** Handlers for the export, single records and deletion, for any task (classic-api §6.2–6.4). */
export const taskRecordHandlers = handle(taskRecordRoutes, {
  scanTaskRecords: ({ db, found, body, query }) => scanRecords(db, found('task_dataset'), body, query.limit),
  getTaskRecord: ({ db, found, params }) => getRecord(db, found('task_dataset'), params.id),
  getTaskRecordHistory: ({ db, found, params }) => readTaskHistory(db, found('task_dataset'), params.id),
  restoreTaskRecordPart: {
    queriesBeforeTransaction: true,
    prepare: async (body, before) => {
      const then = await findPart(before, body)
      return ({ tx, user, found, params }) => restorePart(tx, user, found('task_dataset'), params.id, body, then)
    },
  },
  updateTaskRecord: ({ tx, user, found, params, body }) =>
    updateRecord(tx, user, found('task_dataset'), params.id, body),
  deleteTaskRecords: {
    queriesBeforeTransaction: true,
    prepare: async (body, before) => {
      const matching = await findToDelete(before, body)
      return (call) => deleteRecords(call, call.found('task_dataset'), body, call.query.mark_as_discarded, matching)
    },
  },
})
