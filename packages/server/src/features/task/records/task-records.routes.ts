import type { Route } from '@postil/contract/route'
import { bulkRoutes } from '@postil/contract/task/bulk'
import { taskRecordRoutes } from '@postil/contract/task/task-records'
import type { TaskPayload } from '@postil/domain/task-records/prepare'
import type { SessionUser } from '../../../context'
import type { Tx } from '../../../db/tables'
import { AppError, RefusedButKept } from '../../../errors'
import { type BeforeWrite, type CallBase, handle } from '../../../http/calls/handle'
import { type DatasetParts, mergeIntoDataset } from '../datasets/datasets.service'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { scanRecords } from '../scan/scan.service'
import { prepareBatch } from './batch'
import { logRecords } from './bulk.service'
import { deleteRecords, findToDelete, getRecord, updateRecord } from './change-records.service'
import { readTaskHistory } from './history.service'
import { findPart, restorePart } from './restore-part.service'
import { stageBatch } from './stage-batch'

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

/** Handlers for logging records (classic-api §5). */
export const bulkHandlers = handle(bulkRoutes, {
  bulkTextClassification: {
    prepare: (body, before) => logger(body, { task: 'TextClassification', records: body.records }, before),
  },
  bulkTokenClassification: {
    prepare: (body, before) => logger(body, { task: 'TokenClassification', records: body.records }, before),
  },
  bulkText2Text: {
    prepare: (body, before) => logger(body, { task: 'Text2Text', records: body.records }, before),
  },
})

interface BulkCall extends Pick<CallBase<Route>, 'afterCommit'> {
  tx: Tx
  user: SessionUser
  found(kind: 'task_dataset'): FoundTaskDataset
  query: { edits: boolean }
}

async function logger(parts: DatasetParts, payload: TaskPayload, before: BeforeWrite | undefined) {
  const prepared = await prepareBatch(payload)
  const staged = before && (await stageBatch(before, prepared))
  const batch = { ...prepared, staged }
  return async ({ tx, user, found, query: { edits: isEdit }, afterCommit }: BulkCall) => {
    const dataset = assertOpen(found('task_dataset'))
    await mergeIntoDataset(tx, user, dataset, parts)
    // The dataset keeps its new tags and metadata even when the records are refused.
    const last_updated = await logRecords(tx, user, dataset, batch, { isEdit }).catch((cause: unknown) => {
      throw cause instanceof AppError ? new RefusedButKept(cause) : cause
    })
    if (staged) afterCommit(async () => staged.noteCommit())
    return { dataset: dataset.name, processed: payload.records.length, failed: 0, ...(isEdit && { last_updated }) }
  }
}
