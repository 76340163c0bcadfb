import { type FeedbackRecord, recordRoutes } from '@postil/contract/feedback/records'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { showsResponses } from '../../../wire/python-client'
import { parseIds } from '../common/parse-ids'
import type { StoredRecord } from '../common/stored-record'
import { seenBy } from '../resolutions/seen-resolutions'
import { createRecords, createRecordsBulk } from './create-records'
import { deleteRecord, deleteRecords } from './delete-records'
import { listRecords } from './list-query/list-records'
import { parseInclude } from './list-query/parse-include'
import { recordToWire } from './read-records'
import { EVERYTHING, type Relations, viewOf } from './record-view'
import { getDatasetOf } from './records.store'
import { updateRecord, updateRecords } from './update-records'
import { upsertRecordsBulk } from './upsert-records'

export const recordHandlers = handle(recordRoutes, {
  listMyRecords: ({ context, user, found, query }) => listRecords(context, user, found('dataset'), query, 'mine'),
  listRecords: ({ context, user, found, query }) => listRecords(context, user, found('dataset'), query, 'all'),
  createRecords,
  updateRecords: async ({ tx, user, found, body }) => {
    await updateRecords(tx, user, found('dataset'), body.items)
    return undefined
  },
  createRecordsBulk,
  upsertRecordsBulk,
  deleteRecords: async ({ tx, user, params, query }) => {
    await deleteRecords(tx, user, params.dataset_id, parseIds(query.ids, 'records'))
    return undefined
  },
  getRecord: async ({ db, user, found, query }) => {
    const include = parseInclude(query.include)
    const record = await toWire(db, user, found('record'), {
      responses: include.responses ? { userId: user.id } : undefined,
      suggestions: true,
      ...(include.resolutions && { resolutions: seenBy(user) }),
      ...(include.doubts && { doubts: seenBy(user) }),
      vectors: include.vectors ?? 'all',
    })
    return { ...record, responses: record.responses ?? null }
  },
  updateRecord: async ({ tx, user, found, body, query }) => {
    const changed = await updateRecord(tx, user, found('record'), body, query)
    const record = {
      ...(await toWire(tx, user, changed.record, EVERYTHING)),
      ...(changed.leftOut && { left_out: changed.leftOut }),
    }
    return showsResponses(body) ? record : { ...record, responses: null }
  },
  deleteRecord: async ({ tx, user, found }) => {
    const record = await toWire(tx, user, found('record'), {})
    await deleteRecord(tx, user, found('record'))
    return record
  },
})

async function toWire(db: Db, user: SessionUser, row: StoredRecord, relations: Relations): Promise<FeedbackRecord> {
  const view = await viewOf(db, user, await getDatasetOf(db, row.dataset_id), relations)
  return recordToWire(db, row, view)
}
