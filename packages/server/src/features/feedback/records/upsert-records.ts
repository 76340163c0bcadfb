import type { RecordCreate, RecordUpsert, recordRoutes } from '@postil/contract/feedback/records'
import type { SessionUser } from '../../../context'
import { lockDataset, lockRecords } from '../../../db/engines/lock-records'
import { aboutDataset, logEvent } from '../../../db/events'
import type { DatasetTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { type PreparingHandler, ReplyAfterCommit } from '../../../http/calls/handle'
import { BULK_WORDS, NO_FIELDS, REPEATED_RECORDS, UPSERT_UNPUBLISHED } from '../../../wire/record-wording'
import { loadDatasetRules } from '../common/dataset-rules'
import { fieldTextOf, storedFieldText } from '../common/field-text'
import { findAuthors } from '../common/find-authors'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { saveResponses } from '../responses/save-responses'
import { changeRecords, vectorsOfChanges } from './change-records'
import { assertRecords } from './check-records'
import { followUp, insertNewRecords, namedUsers, vectorsOf, type Writing, writeAhead } from './insert-records'
import { logAnswers, logMetadata, logVectors, readAnswers } from './log-changes'
import { assertReadableRecords, readWritten } from './read-records'
import { EVERYTHING, viewOf } from './record-view'
import { findRecords } from './records.store'
import { saveVectors } from './save-vectors'

/** Handler of the route that adds or updates records. */
export const upsertRecordsBulk: PreparingHandler<typeof recordRoutes.upsertRecordsBulk> = {
  prepare: async (body, before) => {
    const written = await writeAhead(body.items, before)
    return async (call) => {
      const { tx, user, found, once, afterCommit } = call
      const dataset = found('dataset')
      const { pks, updatedIds } = await once(async () => {
        const upserted = await upsertAll(tx, user, dataset, body.items, { afterCommit, ...written })
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
}

interface Upserted {
  /** In the order of the request. */
  pks: number[]
  updatedIds: string[]
}

interface Item {
  given: RecordUpsert
  stored: StoredRecord | undefined
}

/** Add records, or update those already in the dataset by external id or, without one, by id; all or none. Throws `InvalidError`. */
async function upsertAll(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  given: readonly RecordUpsert[],
  writing: Writing,
): Promise<Upserted> {
  if (dataset.status !== 'ready') throw new InvalidError(UPSERT_UNPUBLISHED)
  await lockDataset(tx, dataset.id)
  const items = await matchItems(tx, dataset.id, given)
  const rules = await loadDatasetRules(tx, dataset)
  const userIds = await findAuthors(tx, user, dataset.workspace_id, namedUsers(given))
  const toCheck = items.map(({ given, stored }) => ({
    ...given,
    // Fields of an existing record are ignored; a new one needs them.
    fields: stored ? undefined : requireFields(given).fields,
    fieldText: stored ? storedFieldText(stored.fields) : fieldTextOf(given.fields ?? {}),
  }))
  assertRecords(toCheck, rules, userIds, BULK_WORDS)

  const updates = items.flatMap(({ given, stored }) => (stored ? [{ record: stored, patch: given }] : []))
  const answers = await readAnswers(tx, updates)
  const changed = await changeRecords(tx, rules, updates)
  await saveResponses(
    tx,
    updates.flatMap(({ record, patch }) =>
      (patch.responses ?? []).map((response) => ({
        record,
        userId: response.user_id,
        response,
        questions: rules.questions,
      })),
    ),
  )
  await logAnswers(tx, user, updates, answers)
  await logMetadata(tx, user, dataset.id, changed)
  await logVectors(tx, user, rules, updates)
  const fresh = items.flatMap(({ given, stored }) => (stored ? [] : [requireFields(given)]))
  const created = await insertNewRecords(tx, rules, fresh, writing)
  await saveVectors(tx, rules, [...vectorsOfChanges(updates), ...vectorsOf(created, fresh)])
  const updatedIds = updates.map(({ record }) => record.id)
  await logEvent(tx, {
    kind: 'records.upsert',
    ...aboutDataset(user, dataset),
    after: { created: created.map(({ id }) => id), updated: updatedIds },
  })
  const isActivity = namedUsers(given).length > 0
  await updateStats(tx, dataset.id, { added: created.length, isActivity, isReopened: isActivity })
  const newPks = created.map(({ pk }) => pk)[Symbol.iterator]()
  return { pks: items.map(({ stored }) => stored?.pk ?? newPks.next().value ?? 0), updatedIds }
}

async function matchItems(tx: Tx, datasetId: string, given: readonly RecordUpsert[]): Promise<Item[]> {
  const externalIds = given.flatMap(({ external_id }) => external_id ?? [])
  const ids = given.flatMap(({ id, external_id }) => (typeof external_id === 'string' ? [] : (id ?? [])))
  await lockRecords(tx, { ids, datasetId, externalIds })
  const byExternalId = new Map<string | null, StoredRecord>()
  for (const record of await findRecords(tx, datasetId, 'external_id', externalIds))
    byExternalId.set(record.external_id, record)
  const byId = new Map<string, StoredRecord>()
  for (const record of await findRecords(tx, datasetId, 'id', [...new Set(ids)])) byId.set(record.id, record)

  const items = given.map((item): Item => {
    const { id, external_id } = item
    const stored = typeof external_id === 'string' ? byExternalId.get(external_id) : id ? byId.get(id) : undefined
    return { given: item, stored }
  })
  const matched = items.flatMap(({ stored }) => stored?.pk ?? [])
  if (new Set(matched).size < matched.length) throw new InvalidError(REPEATED_RECORDS)
  return items
}

function requireFields(given: RecordUpsert): RecordCreate {
  const { fields } = given
  if (!fields) throw new InvalidError(NO_FIELDS)
  return { ...given, fields }
}
