import type { RecordCreate, recordRoutes } from '@postil/contract/feedback/records'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import { aboutDataset, logEvent } from '../../../db/events'
import type { DatasetTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { type PreparingHandler, ReplyAfterCommit } from '../../../http/calls/handle'
import { BULK_WORDS, LIST_WORDS, repeatedExternalIds, type Wording } from '../../../wire/record-wording'
import { loadDatasetRules } from '../common/dataset-rules'
import { fieldTextOf } from '../common/field-text'
import { findAuthors } from '../common/find-authors'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { assertRecords } from './check-records'
import { followUp, insertNewRecords, namedUsers, vectorsOf, type Writing, writeAhead } from './insert-records'
import { assertReadableRecords, readWritten, recordsToWire } from './read-records'
import { EVERYTHING, viewOf } from './record-view'
import { findExternalIds } from './records.store'
import { saveVectors } from './save-vectors'

/** Handler of the route that adds records. */
export const createRecords: PreparingHandler<typeof recordRoutes.createRecords> = {
  prepare: async ({ items }, before) => {
    const written = await writeAhead(items, before)
    return async (call) => {
      const { tx, user, found, afterCommit } = call
      await createAll(tx, user, found('dataset'), items, LIST_WORDS, { afterCommit, ...written })
      await followUp(call)
      return undefined
    }
  },
}

/** Handler of the route that adds records and replies with them. */
export const createRecordsBulk: PreparingHandler<typeof recordRoutes.createRecordsBulk> = {
  prepare: async ({ items }, before) => {
    const written = await writeAhead(items, before)
    return async (call) => {
      const { tx, user, found, once, afterCommit } = call
      const dataset = found('dataset')
      let created: StoredRecord[] | undefined
      const pks = await once(async () => {
        created = await createAll(tx, user, dataset, items, BULK_WORDS, { afterCommit, ...written })
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
}

/** Add records to a published dataset, all or none. Throws `InvalidError`. */
async function createAll(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  items: readonly RecordCreate[],
  words: Wording,
  writing: Writing,
): Promise<StoredRecord[]> {
  if (dataset.status !== 'ready') throw new InvalidError(words.unpublished)
  await lockDataset(tx, dataset.id)
  await assertNewExternalIds(tx, dataset.id, items)
  const rules = await loadDatasetRules(tx, dataset)
  const userIds = await findAuthors(tx, user, dataset.workspace_id, namedUsers(items))
  const toCheck = items.map((item) => ({ ...item, fieldText: fieldTextOf(item.fields) }))
  assertRecords(toCheck, rules, userIds, words)
  const records = await insertNewRecords(tx, rules, items, writing)
  await saveVectors(tx, rules, vectorsOf(records, items))
  await logEvent(tx, {
    kind: 'records.create',
    ...aboutDataset(user, dataset),
    after: { ids: records.map(({ id }) => id) },
  })
  await updateStats(tx, dataset.id, { added: records.length, isActivity: namedUsers(items).length > 0 })
  return records
}

async function assertNewExternalIds(tx: Tx, datasetId: string, items: readonly RecordCreate[]): Promise<void> {
  const given = items.flatMap(({ external_id }) => external_id ?? [])
  const known = await findExternalIds(tx, datasetId, [...new Set(given)])
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const id of given) {
    if (known.has(id) || seen.has(id)) repeated.add(id)
    seen.add(id)
  }
  if (repeated.size > 0) throw new InvalidError(repeatedExternalIds(repeated))
}
