import { type FeedbackRecord, type RecordUpsert, recordRoutes } from '@postil/contract/feedback/records'
import type { Route } from '@postil/contract/route'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { type BeforeWrite, type CallBase, handle, ReplyAfterCommit } from '../../../http/calls/handle'
import { showsResponses } from '../../../wire/python-client'
import { parseIds } from '../common/parse-ids'
import type { StoredRecord } from '../common/stored-record'
import { enqueueLexicalVectors } from '../lexical-vectors/fill-vectors'
import { completionFor, seenBy } from '../resolutions/seen-resolutions'
import { createRecords, type Writing, writeFields } from './create-records'
import { deleteRecord, deleteRecords } from './delete-records'
import { metadataFor } from './hidden-metadata'
import { listRecords } from './list-query/list-records'
import { parseInclude } from './list-query/parse-include'
import { assertReadableRecords, type RecordView, readWritten, recordsToWire, recordToWire } from './read-records'
import { getDatasetOf } from './records.store'
import { stageRecords } from './stage-records'
import { updateRecord, updateRecords } from './update-records'
import { upsertRecords } from './upsert-records'

/** All parts of a record, for callers who may see the answers of all users. */
const EVERYTHING = { responses: {}, suggestions: true, vectors: 'all' } as const

/** Handlers of the record routes. */
export const recordHandlers = handle(recordRoutes, {
  listMyRecords: ({ context, user, found, query }) => listRecords(context, user, found('dataset'), query, 'mine'),
  listRecords: ({ context, user, found, query }) => listRecords(context, user, found('dataset'), query, 'all'),
  createRecords: {
    prepare: async ({ items }, before) => {
      const written = await writeAhead(items, before)
      return async (call) => {
        const { tx, user, found, afterCommit } = call
        await createRecords(tx, user, found('dataset'), items, 'list', { afterCommit, ...written })
        await followUp(call)
        return undefined
      }
    },
  },
  updateRecords: async ({ tx, user, found, body }) => {
    await updateRecords(tx, user, found('dataset'), body.items)
    return undefined
  },
  createRecordsBulk: {
    prepare: async ({ items }, before) => {
      const written = await writeAhead(items, before)
      return async (call) => {
        const { tx, user, found, once, afterCommit } = call
        const dataset = found('dataset')
        let created: StoredRecord[] | undefined
        const pks = await once(async () => {
          created = await createRecords(tx, user, dataset, items, 'bulk', { afterCommit, ...written })
          await followUp(call)
          return created.map(({ pk }) => pk)
        })
        const view = await viewOf(tx, user, dataset, EVERYTHING)
        if (!created) await assertReadableRecords(tx, pks, view)
        return new ReplyAfterCommit(async (db) => ({
          items: await (created ? recordsToWire(db, created, view) : readWritten(db, pks, view)),
        }))
      }
    },
  },
  upsertRecordsBulk: {
    prepare: async (body, before) => {
      const written = await writeAhead(body.items, before)
      return async (call) => {
        const { tx, user, found, once, afterCommit } = call
        const dataset = found('dataset')
        const { pks, updatedIds } = await once(async () => {
          const upserted = await upsertRecords(tx, user, dataset, body.items, { afterCommit, ...written })
          await followUp(call)
          return upserted
        })
        const view = await viewOf(tx, user, dataset, EVERYTHING)
        await assertReadableRecords(tx, pks, view)
        return new ReplyAfterCommit(async (db) => ({
          items: await readWritten(db, pks, view),
          updated_item_ids: updatedIds,
        }))
      }
    },
  },
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

/** The work of a call that is done before its transaction. */
async function writeAhead(
  items: readonly RecordUpsert[],
  before: BeforeWrite | undefined,
): Promise<Omit<Writing, 'afterCommit'>> {
  const fieldTexts = await writeFields(items)
  return { fieldTexts, staged: before && (await stageRecords(before, items, fieldTexts)) }
}

interface Arrival extends Pick<CallBase<Route>, 'later'> {
  tx: Tx
  found(kind: 'dataset'): { id: string }
  body: { items: readonly unknown[] }
}

/** Work to do after records were added; the reply does not wait for it. */
async function followUp({ tx, found, body, later }: Arrival): Promise<void> {
  if (await enqueueLexicalVectors(tx, found('dataset').id)) later({ work: 'runJobs' })
  later({ work: 'noteNewRecords', count: body.items.length })
}

type Relations = Omit<RecordView, 'showMetadata' | 'completion'>

async function viewOf(
  db: Db,
  user: SessionUser,
  dataset: Pick<DatasetTable, 'id' | 'min_submitted' | 'hand_out'>,
  relations: Relations,
): Promise<RecordView> {
  const showMetadata = await metadataFor(db, user, dataset.id)
  return { ...relations, showMetadata, completion: completionFor(user, dataset) }
}

async function toWire(db: Db, user: SessionUser, row: StoredRecord, relations: Relations): Promise<FeedbackRecord> {
  const view = await viewOf(db, user, await getDatasetOf(db, row.dataset_id), relations)
  return recordToWire(db, row, view)
}
