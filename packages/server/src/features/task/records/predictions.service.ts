import type { TextClassificationDocument } from '@postil/domain/task-records/document'
import type { PredictedRecord } from '@postil/domain/task-records/predictions'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { fitting } from '../../../http/reply-size'
import { datasetIdOf } from '../datasets/datasets.wire'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { parseDocument } from '../exact-metadata'
import type { StoredDerived } from './batch'
import { growFields } from './field-growth'
import { selectFields, upsertFields } from './fields.store'
import { selectMultiLabel, selectRecords, selectSizes, setPredictions } from './records.store'

/** Whether the records of a dataset have several labels each. */
export async function isMultiLabelled(db: Db, datasetId: string): Promise<boolean> {
  return (await selectMultiLabel(db, datasetId)) === 1
}

const CHANGED_AT_ONCE = 200

/** A stored record with what searches know of it. */
export type StoredPrediction = PredictedRecord<StoredDerived>

/**
 * Change the predictions of text classification records in steps; each step is one event. A record that changes gets a new `last_updated`,
 * so that edits based on what it was are refused.
 *
 * @param change - the record as it is to be, or undefined to leave it
 */
export async function changePredictions(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  keys: readonly string[],
  version: number,
  change: (record: StoredPrediction, key: string) => StoredPrediction | undefined,
): Promise<void> {
  const last_updated = wireTime(nowMicros())
  for (let from = 0; from < keys.length; ) {
    const some = keys.slice(from, from + CHANGED_AT_ONCE)
    const sizes = await selectSizes(tx, dataset.id, some, { vectors: false })
    const fits = fitting(some.map((key) => sizes.get(key) ?? 0))
    const rows = await selectRecords(tx, dataset.id, some.slice(0, fits))
    from += fits
    const changes: { key: string; before: StoredPrediction; after: StoredPrediction }[] = []
    for (const { key, document, derived } of rows.values()) {
      const before = { document: parseDocument(document) as TextClassificationDocument, derived: JSON.parse(derived) }
      const after = change(before, key)
      if (after) changes.push({ key, before, after: { ...after, document: { ...after.document, last_updated } } })
    }
    if (changes.length === 0) continue
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
      before: exactJsonText(changes.map(({ before }) => predictionOf(before))),
      after: exactJsonText(changes.map(({ after }) => predictionOf(after))),
    })
  }
}

function predictionOf({ document: { id, prediction } }: StoredPrediction) {
  return { id, prediction }
}
