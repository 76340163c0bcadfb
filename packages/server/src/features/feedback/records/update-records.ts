import type { RecordPatch, RecordPatchWithId } from '@postil/contract/feedback/records'
import type { SessionUser } from '../../../context'
import { lockDataset, lockRecord, lockRecords } from '../../../db/engines/lock-records'
import { logEvent } from '../../../db/events'
import type { DatasetTable, Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import {
  LIST_WORDS,
  ONE_RECORD_WORDS,
  REPEATED_RECORDS,
  unknownRecords,
  type Wording,
} from '../../../wire/record-wording'
import { resourceNotFound } from '../../../wire/resource-errors'
import { assertAsKnown } from '../common/as-known'
import { type DatasetRules, loadDatasetRules } from '../common/dataset-rules'
import { storedFieldText } from '../common/field-text'
import type { StoredRecord } from '../common/stored-record'
import { deleteSuggestionsOf } from '../suggestions/suggestions.service'
import { changeRecords, type RecordChange, vectorsOfChanges } from './change-records'
import { assertRecords } from './check-records'
import {
  logAnswers,
  logMetadata,
  logVectors,
  readAnswers,
  readFormerVectors,
  readLatestVectorChange,
} from './log-changes'
import { findRecords, getDatasetOf } from './records.store'
import { saveVectors } from './save-vectors'

/** Change records of a dataset by id, all or none. Throws `InvalidError`. */
export async function updateRecords(
  tx: Tx,
  user: SessionUser,
  dataset: DatasetTable,
  items: readonly RecordPatchWithId[],
): Promise<void> {
  const ids = items.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw new InvalidError(REPEATED_RECORDS)
  await lockDataset(tx, dataset.id)
  await lockRecords(tx, { ids })
  const records = new Map((await findRecords(tx, dataset.id, 'id', ids)).map((record) => [record.id, record]))
  const missing = ids.filter((id) => !records.has(id))
  if (missing.length > 0) throw new InvalidError(unknownRecords(missing))
  const changes = items.flatMap((patch) => {
    const record = records.get(patch.id)
    return record ? [{ record, patch }] : []
  })
  await applyPatches(tx, user, await loadDatasetRules(tx, dataset), changes, LIST_WORDS)
}

/**
 * Change one record. Returns its new stored state and which former vectors were left out, as sentences. Throws `NotFoundError`,
 * `InvalidError`.
 *
 * @param given.updated_at - what the caller last read; throws `ConflictError` for another one
 * @param given.vectors_before - a change in the history: restore the vectors from before it
 * @param given.vectors_known - the newest change of vectors that the caller has read; throws `ConflictError` for another one
 */
export async function updateRecord(
  tx: Tx,
  user: SessionUser,
  { id, dataset_id }: StoredRecord,
  patch: RecordPatch,
  given: {
    updated_at?: string | undefined
    vectors_before?: number | undefined
    vectors_known?: number | undefined
  } = {},
): Promise<{ record: StoredRecord; leftOut: string[] | undefined }> {
  await lockRecord(tx, { id, dataset_id })
  const record = await getRecord(tx, dataset_id, id)
  assertAsKnown(record, given.updated_at, `Record with id \`${id}\``)
  const { vectors_before: change, vectors_known: known } = given
  // New vectors do not change `updated_at` of their record.
  if (known !== undefined && known !== (await readLatestVectorChange(tx, id)))
    throw new ConflictError(`The vectors of record with id \`${id}\` were changed since`)
  const rules = await loadDatasetRules(tx, await getDatasetOf(tx, dataset_id))
  const former = change === undefined ? undefined : await readFormerVectors(tx, rules, id, change)
  const vectors = former?.vectors ?? patch.vectors
  await applyPatches(tx, user, rules, [{ record, patch: { ...patch, vectors } }], ONE_RECORD_WORDS)
  return { record: await getRecord(tx, dataset_id, id), leftOut: former?.leftOut }
}

async function getRecord(tx: Tx, datasetId: string, id: string): Promise<StoredRecord> {
  const [record] = await findRecords(tx, datasetId, 'id', [id])
  if (!record) throw resourceNotFound('record', id)
  return record
}

/** Validate and write changes. On these routes, suggestions that are sent replace all suggestions of the record. */
async function applyPatches(
  tx: Tx,
  user: SessionUser,
  rules: DatasetRules,
  changes: readonly RecordChange[],
  words: Wording,
): Promise<void> {
  const toCheck = changes.map(({ record, patch }) => ({ ...patch, fieldText: storedFieldText(record.fields) }))
  assertRecords(toCheck, rules, new Set(), words)
  const answers = await readAnswers(tx, changes)
  const replaced = changes.filter(({ patch }) => patch.suggestions).map(({ record }) => record.pk)
  await deleteSuggestionsOf(tx, replaced)
  const changed = await changeRecords(tx, rules, changes)
  await logAnswers(tx, user, changes, answers)
  await logMetadata(tx, user, rules.datasetId, changed)
  await logVectors(tx, user, rules, changes)
  await saveVectors(tx, rules, vectorsOfChanges(changes))
  await logEvent(tx, {
    kind: 'records.update',
    subjectId: changes.length === 1 ? (changes[0]?.record.id ?? rules.datasetId) : rules.datasetId,
    userId: user.id,
    datasetId: rules.datasetId,
    after: { ids: changes.map(({ record }) => record.id) },
  })
}
