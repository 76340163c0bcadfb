import { bulkRoutes } from '@postil/contract/task/bulk'
import type { TaskPayload } from '@postil/domain/task-records/prepare'
import type { SessionUser } from '../../../context'
import type { Tx } from '../../../db/tables'
import { AppError, RefusedButKept } from '../../../errors'
import { handle } from '../../../http/handle'
import { type DatasetParts, mergeIntoDataset } from '../datasets/datasets.service'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { assertOpen } from '../datasets/open-dataset'
import { logRecords, prepareBatch } from './bulk.service'

/** Logging records (classic-api §5). */
export const bulkHandlers = handle(bulkRoutes, {
  bulkTextClassification: { prepare: (body) => logger(body, { task: 'TextClassification', records: body.records }) },
  bulkTokenClassification: { prepare: (body) => logger(body, { task: 'TokenClassification', records: body.records }) },
  bulkText2Text: { prepare: (body) => logger(body, { task: 'Text2Text', records: body.records }) },
})

interface BulkCall {
  tx: Tx
  user: SessionUser
  found(kind: 'task_dataset'): FoundTaskDataset
  query: { edits: boolean }
}

async function logger(parts: DatasetParts, payload: TaskPayload) {
  const batch = await prepareBatch(payload)
  return async ({ tx, user, found, query: { edits: isEdit } }: BulkCall) => {
    const dataset = assertOpen(found('task_dataset'))
    await mergeIntoDataset(tx, user, dataset, parts)
    // The dataset keeps its new tags and metadata even when the records are refused.
    const last_updated = await logRecords(tx, user, dataset, batch, { isEdit }).catch((cause: unknown) => {
      throw cause instanceof AppError ? new RefusedButKept(cause) : cause
    })
    return { dataset: dataset.name, processed: payload.records.length, failed: 0, ...(isEdit && { last_updated }) }
  }
}
