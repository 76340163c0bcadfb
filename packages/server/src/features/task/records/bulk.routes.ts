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
  bulkTextClassification: ({ tx, user, found, body, query }) =>
    log(tx, user, found('task_dataset'), body, { task: 'TextClassification', records: body.records }, query.edits),
  bulkTokenClassification: ({ tx, user, found, body, query }) =>
    log(tx, user, found('task_dataset'), body, { task: 'TokenClassification', records: body.records }, query.edits),
  bulkText2Text: ({ tx, user, found, body, query }) =>
    log(tx, user, found('task_dataset'), body, { task: 'Text2Text', records: body.records }, query.edits),
})

async function log(
  tx: Tx,
  user: SessionUser,
  found: FoundTaskDataset,
  parts: DatasetParts,
  payload: TaskPayload,
  isEdit: boolean,
) {
  const dataset = assertOpen(found)
  await mergeIntoDataset(tx, user, dataset, parts)
  // The dataset keeps its new tags and metadata even when the records are refused.
  const last_updated = await logRecords(tx, user, dataset, payload, { isEdit }).catch((cause: unknown) => {
    throw cause instanceof AppError ? new RefusedButKept(cause) : cause
  })
  return { dataset: dataset.name, processed: payload.records.length, failed: 0, ...(isEdit && { last_updated }) }
}
