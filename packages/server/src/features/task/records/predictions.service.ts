import type { TextClassificationDocument } from '@postil/domain/task-records/document'
import type { PredictedRecord } from '@postil/domain/task-records/predictions'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { nowMicros, wireTime } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { datasetIdOf } from '../datasets/datasets.wire'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { nextVersionOfOpen } from '../datasets/next-version'
import { parseDocument } from '../exact-metadata'
import { enqueueSealing } from '../segments/segments.service'
import type { StoredDerived } from './batch'
import { growFields } from './field-growth'
import { selectFields, upsertFields } from './fields.store'
import { logChanges } from './log-changes'
import {
  type RecordRow,
  selectMultiLabel,
  selectRecords,
  selectSizes,
  selectVersions,
  setPredictions,
} from './records.store'

/** Whether the records of a dataset may have several labels each. */
export async function isMultiLabelled(db: Db, datasetId: string): Promise<boolean> {
  return (await selectMultiLabel(db, datasetId)) === 1
}

/** A stored record with its derived search fields. */
export type StoredPrediction = PredictedRecord<StoredDerived>

/** Maximum size of the records that are written in one transaction. */
const MAX_BYTES = 1024 ** 2

interface PredictionChange {
  /** Throws when the change is no longer valid; called within the transaction. */
  check(tx: Tx): Promise<void>
  /** Returns the changed record, or undefined to leave it as it is. May be called twice for the same record. */
  change(record: StoredPrediction, key: string): StoredPrediction | undefined
  /**
   * Does this work in a transaction; may try it again.
   *
   * @param work - gets the transaction, and resolves with all records of this call until then, as they were before the change
   */
  write(work: (tx: Tx) => Promise<ReadonlyMap<string, StoredPrediction>>): Promise<void>
}

/**
 * Change the predictions of some text classification records, with one event per transaction. The changes are computed before the
 * transaction, so that other writers wait only for the writing. A changed record gets a new `last_updated`, so that edits based on its
 * former state are refused.
 *
 * @param keys - about a hundred at most; deleted records are skipped
 * @returns the records before the change
 */
export async function changePredictions(
  db: Db,
  user: { id: string },
  dataset: FoundTaskDataset,
  keys: readonly string[],
  { check, change, write }: PredictionChange,
): Promise<Map<string, StoredPrediction>> {
  const before = new Map<string, StoredPrediction>()
  for (let from = 0; from < keys.length; ) {
    const some = keys.slice(from)
    const sizes = await selectSizes(db, dataset.id, some, { vectors: false })
    const fits = some.slice(
      0,
      fitting(
        some.map((key) => sizes.get(key) ?? 0),
        MAX_BYTES,
      ),
    )
    from += fits.length
    let prepared = prepare(await selectRecords(db, dataset.id, fits), change)
    if (prepared.changes.length > 0)
      await write(async (tx) => {
        const version = await nextVersionOfOpen(tx, dataset)
        await check(tx)
        const versions = await selectVersions(tx, dataset.id, [...prepared.versions.keys()])
        const isChanged = [...prepared.versions].some(([key, version]) => versions.get(key) !== version)
        if (isChanged) prepared = prepare(await selectRecords(tx, dataset.id, fits), change)
        await save(tx, user, dataset, prepared.changes, version)
        return new Map([...before, ...prepared.before])
      })
    for (const [key, record] of prepared.before) before.set(key, record)
  }
  return before
}

interface Change {
  key: string
  before: StoredPrediction
  after: StoredPrediction
}

interface Prepared {
  before: Map<string, StoredPrediction>
  changes: Change[]
  /** Versions of the records that change. */
  versions: Map<string, number>
}

function prepare(
  rows: ReadonlyMap<string, RecordRow & { version: number }>,
  change: PredictionChange['change'],
): Prepared {
  const last_updated = wireTime(nowMicros())
  const prepared: Prepared = { before: new Map(), changes: [], versions: new Map() }
  for (const { key, document, derived, version } of rows.values()) {
    const before = { document: parseDocument(document) as TextClassificationDocument, derived: JSON.parse(derived) }
    prepared.before.set(key, before)
    const after = change(before, key)
    if (!after) continue
    prepared.changes.push({ key, before, after: { ...after, document: { ...after.document, last_updated } } })
    prepared.versions.set(key, version)
  }
  return prepared
}

async function save(
  tx: Tx,
  user: { id: string },
  dataset: FoundTaskDataset,
  changes: readonly Change[],
  version: number,
): Promise<void> {
  if (changes.length === 0) return
  const documents = changes.map(({ key, after }) => ({ key, document: after.document }))
  await upsertFields(tx, dataset.id, growFields(datasetIdOf(dataset), await selectFields(tx, dataset.id), documents))
  await setPredictions(
    tx,
    dataset.id,
    changes.map(({ key, after }) => ({
      key,
      document: exactJsonText(after.document),
      derived: JSON.stringify(after.derived),
    })),
    version,
  )
  await logEvent(tx, {
    kind: 'task_records.predict',
    ...aboutDataset(user, dataset),
    after: { ids: changes.map(({ after }) => after.document.id) },
  })
  const documentsOf = ({ before, after }: Change) => ({ before: before.document, after: after.document })
  await logChanges(tx, user, dataset.id, 'task_record.predict', changes.map(documentsOf))
  await enqueueSealing(tx, dataset.id, changes.length)
}
