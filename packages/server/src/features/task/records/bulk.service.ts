import type { TaskRecordPart } from '@postil/contract/task/task-records'
import { findForeignLabel, labelsOf } from '@postil/domain/labels/label-schema'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { mergeDocument } from '@postil/domain/task-records/merge'
import type { PreparedRecord, TaskPayload } from '@postil/domain/task-records/prepare'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Tx } from '../../../db/tables'
import type { TaskDatasetRow, TaskRecordTable } from '../../../db/task-tables'
import { vectorBytes } from '../../../db/vector-bytes'
import { ShapeError } from '../../../errors'
import { assertReadable } from '../../../http/bodies/reply-size'
import { badRequest, recordRules, recordsChanged } from '../../../wire/classic-errors'
import { datasetIdOf } from '../datasets/datasets.wire'
import { nextVersion } from '../datasets/next-version'
import { parseDocument } from '../exact-metadata'
import { enqueueSealing } from '../segments/segments.service'
import { findSettings } from '../settings/settings.service'
import { type Batch, flagOf, newRow, type StoredDerived, type WrittenRecord } from './batch'
import { type Done, doneBy } from './done'
import { growFields, growVectors } from './field-growth'
import { insertVectorNames, selectFields, selectVectorNames, upsertFields } from './fields.store'
import { type ChangedDocument, logChanges, logVectors } from './log-changes'
import {
  type RecordRow,
  selectMultiLabel,
  selectRecords,
  selectSizes,
  upsertRecords,
  upsertVectors,
} from './records.store'
import type { StagedBatch } from './stage-batch'

/** A batch with those of its records that were written before the transaction. */
export interface StageableBatch extends Batch {
  staged?: StagedBatch | undefined
}

/**
 * Log a batch, all or nothing. Every rule is checked before the first row is written (classic-api §5.1), so that after an error the
 * transaction can still be committed with its earlier changes.
 *
 * @param options.isEdit - refuse records that were changed since their `last_updated`, and remove annotations that are null
 * @param options.replaced - in edits: a part that the records replace, or remove, instead of being merged into it
 * @returns the new `last_updated` of the records
 */
export async function logRecords(
  tx: Tx,
  user: SessionUser,
  dataset: TaskDatasetRow,
  { payload, records, staged }: StageableBatch,
  { isEdit, replaced }: { isEdit: boolean; replaced?: TaskRecordPart },
): Promise<string> {
  const now = wireTime(nowMicros())
  // Set here, since the batch may have waited for the writer after it was prepared.
  for (const { document } of records) document.last_updated = now
  assertRecordRules(records)
  const version = await nextVersion(tx, dataset.id)
  await assertLabels(tx, dataset, records)
  const fields = growFields(datasetIdOf(dataset), await selectFields(tx, dataset.id), records)
  const vectorNames = growVectors(await selectVectorNames(tx, dataset.id), records)
  if (records.length === 0) return now

  const keys = [...new Set(records.map((record) => record.key))]
  const sizes = await selectSizes(tx, dataset.id, keys, { vectors: false })
  assertReadable([...sizes.values()].reduce((sum, size) => sum + size, 0))
  const before = parseRows(await selectRecords(tx, dataset.id, keys))
  const stored = isEdit ? editedBases(payload, records, before, replaced) : before
  await upsertFields(tx, dataset.id, fields)
  await insertVectorNames(tx, dataset.id, vectorNames)
  const { fresh, merged, documents } = mergeAll(
    { datasetId: dataset.id, version, now, username: user.username },
    before,
    stored,
    records,
  )
  const published = (await staged?.publish(tx, fresh)) ?? new Set()
  await upsertRecords(tx, [...fresh.filter(({ key }) => !published.has(key)), ...merged])
  const vectors = vectorRows(dataset.id, records)
  await logVectors(tx, user, dataset.id, before, vectors)
  await upsertVectors(tx, vectors)
  await enqueueSealing(tx, dataset.id, records.length)
  const after = {
    ids: [...new Set(records.map((record) => record.document.id))],
    changed: [...before.values()].map(({ document }) => document.id),
  }
  await logEvent(tx, { kind: 'task_records.log', ...aboutDataset(user, dataset), after })
  const changes = [...before].flatMap(([key, { document }]): ChangedDocument[] => {
    const changed = documents.get(key)
    return changed ? [{ before: document, after: changed }] : []
  })
  await logChanges(tx, user, dataset.id, 'task_record.update', changes)
  return now
}

function assertRecordRules(records: readonly PreparedRecord[]): void {
  const problems = records.flatMap((record, index) => record.problems.map((problem) => ({ index, ...problem })))
  if (problems.length > 0) throw recordRules(problems)
  if (records.some((record) => record.key.includes('\0')))
    throw new ShapeError([
      { loc: ['body', 'records'], msg: 'ids must not contain the NUL character', type: 'value_error' },
    ])
}

async function assertLabels(tx: Tx, dataset: TaskDatasetRow, records: readonly PreparedRecord[]): Promise<void> {
  const settings = await findSettings(tx, dataset.id)
  for (const { document } of records) {
    const foreign = findForeignLabel(settings, labelsOf(document))
    if (foreign !== undefined)
      throw badRequest(`Provided records contain the ${foreign} label, that is not included in the labels schema.`)
  }
  const [first] = records
  if (!first || !('multi_label' in first.document)) return
  const stored = await selectMultiLabel(tx, dataset.id)
  if (stored !== undefined && stored !== flagOf(first.document))
    throw badRequest('You cannot pass single-label and multi-label records to the same dataset.')
}

/**
 * Merge each record of the batch into the stored one, or into an earlier one of the batch with the same id. `fresh` are the new records,
 * `documents` all of them after the merge.
 *
 * @param bases - the stored records as far as they are merged
 */
function mergeAll(
  writing: { datasetId: string; version: number; now: string; username: string },
  before: ReadonlyMap<string, StoredRecord>,
  bases: ReadonlyMap<string, StoredRecord>,
  records: readonly WrittenRecord[],
): { fresh: TaskRecordTable[]; merged: TaskRecordTable[]; documents: Map<string, TaskDocument> } {
  const { datasetId, version } = writing
  const merged = new Map<string, Merged & { record: WrittenRecord; isNew: boolean }>()
  for (const record of records) {
    const stored = merged.get(record.key) ?? bases.get(record.key)
    const document = stored ? mergeDocument(stored.document, record.document) : record.document
    const vectors = [...new Set([...(stored?.derived.vectors ?? []), ...Object.keys(record.vectors)])]
    merged.set(record.key, { document, derived: { ...record.derived, vectors }, record, isNew: !stored })
  }
  const all = [...merged.entries()]
  return {
    documents: new Map(all.map(([key, { document }]) => [key, document])),
    fresh: all.flatMap(([, { record, isNew }]) => (isNew ? [newRow(record, writing)] : [])),
    merged: all.flatMap(([key, { document, derived, record, isNew }]) =>
      isNew
        ? []
        : [
            {
              dataset_id: datasetId,
              key,
              document: exactJsonText(document),
              derived: JSON.stringify(derived),
              metrics: record.metricsText,
              multi_label: flagOf(document),
              version,
              ...doneBy(writing, document, before.get(key)),
            },
          ],
    ),
  }
}

interface Merged {
  document: TaskDocument
  derived: StoredDerived
}

type StoredRecord = Merged & Done

function parseRows(rows: ReadonlyMap<string, RecordRow & Done>): Map<string, StoredRecord> {
  const parse = ({ document, derived, done_as, done_by, done_at }: RecordRow & Done) => ({
    ...{ document: parseDocument(document), derived: JSON.parse(derived), done_as, done_by, done_at },
  })
  return new Map([...rows].map(([key, row]) => [key, parse(row)]))
}

/**
 * The stored records that edits are merged into, without the annotations that the edits remove and the part that they replace. Throws when
 * one has changed since the caller read it.
 */
function editedBases(
  payload: TaskPayload,
  records: readonly PreparedRecord[],
  before: ReadonlyMap<string, StoredRecord>,
  replaced: TaskRecordPart | undefined,
): Map<string, StoredRecord> {
  const bases = new Map(before)
  const seen = payload.records.map(({ last_updated, annotation }) => ({ last_updated, isCleared: !annotation }))
  const changed = records.filter(
    ({ key }, index) => bases.get(key)?.document.last_updated !== seen[index]?.last_updated || !bases.has(key),
  )
  if (changed.length > 0) throw recordsChanged(changed.map(({ document }) => document.id))
  for (const [index, { key }] of records.entries()) {
    const base = bases.get(key)
    if (!base) continue
    const document = replaced ? withoutPart(base.document, replaced) : base.document
    bases.set(key, { ...base, document: seen[index]?.isCleared ? withoutPart(document, 'annotation') : document })
  }
  return bases
}

/** The document without one of its parts. Annotations and predictions of other agents stay. */
function withoutPart(document: TaskDocument, part: TaskRecordPart): TaskDocument {
  const { annotation, annotations, prediction, predictions } = document
  const others = <Content>(listed: Record<string, Content> | undefined, main: { agent: string } | undefined) => {
    const kept = Object.entries(listed ?? {}).filter(([agent]) => agent !== main?.agent)
    return kept.length > 0 ? Object.fromEntries(kept) : undefined
  }
  const removed = {
    annotation: { annotation: undefined, annotations: others<object>(annotations, annotation) },
    prediction: { prediction: undefined, predictions: others<object>(predictions, prediction) },
    metadata: { metadata: undefined },
    text: { text: undefined, inputs: undefined, tokens: undefined },
  }
  const rest = Object.entries({ ...document, ...removed[part] }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(rest) as unknown as TaskDocument
}

/** One row for each vector; of duplicate records, the last one wins. */
function vectorRows(datasetId: string, records: readonly PreparedRecord[]) {
  const rows = records.flatMap(({ key, vectors }) =>
    Object.entries(vectors).map(([name, { value, ...extra }]) => ({
      dataset_id: datasetId,
      key,
      name,
      value: vectorBytes(value),
      extra: JSON.stringify(extra),
    })),
  )
  return [...new Map(rows.map((row) => [JSON.stringify([row.key, row.name]), row])).values()]
}
