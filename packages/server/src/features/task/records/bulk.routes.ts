import { bulkRoutes } from '@postil/contract/task/bulk'
import type { TaskPayload } from '@postil/domain/task-records/prepare'
import type { SessionUser } from '../../../context'
import type { Tx } from '../../../db/tables'
import { AppError, RefusedButKept } from '../../../errors'
import { handle } from '../../../http/handle'
import { type DatasetParts, mergeIntoDataset } from '../datasets/datasets.service'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { assertOpen } from '../datasets/open-dataset'
import { logRecords } from './bulk.service'

/** Logging records (classic-api §5). */
export const bulkHandlers = handle(bulkRoutes, {
  bulkTextClassification: ({ tx, user, found, body }) =>
    log(tx, user, found('task_dataset'), body, { task: 'TextClassification', records: body.records }),
  bulkTokenClassification: ({ tx, user, found, body }) =>
    log(tx, user, found('task_dataset'), body, { task: 'TokenClassification', records: body.records }),
  bulkText2Text: ({ tx, user, found, body }) =>
    log(tx, user, found('task_dataset'), body, { task: 'Text2Text', records: body.records }),
})

async function log(tx: Tx, user: SessionUser, found: FoundTaskDataset, parts: DatasetParts, payload: TaskPayload) {
  const dataset = assertOpen(found)
  await mergeIntoDataset(tx, user, dataset, parts)
  // The dataset keeps its new tags and metadata even when the records are refused.
  const processed = await logRecords(tx, user, dataset, payload).catch((cause: unknown) => {
    throw cause instanceof AppError ? new RefusedButKept(cause) : cause
  })
  return { dataset: dataset.name, processed, failed: 0 }
}
