import type { RecordPatch } from '@postil/contract/feedback/records'
import { metadataText } from '@postil/domain/records/metadata-text'
import { nowMicros } from '../../../db/clock'
import type { Tx } from '../../../db/tables'
import type { DatasetRules } from '../common/dataset-rules'
import type { StoredRecord } from '../common/stored-record'
import { saveSuggestions } from '../suggestions/save-suggestions'
import { recordTerms } from './insert-records'
import { replaceRecordTerms, updateMetadata } from './records.store'
import type { VectorsToSave } from './save-vectors'

export interface RecordChange {
  record: StoredRecord
  patch: RecordPatch
}

export interface ChangedMetadata {
  id: string
  before: string | null
  after: string | null
}

/**
 * Write validated changes of locked records, except for their vectors: metadata that was sent replaces the old metadata (null clears it),
 * suggestions are added or replaced one by one.
 *
 * @returns the metadata that changed, for the event log
 */
export async function changeRecords(
  tx: Tx,
  rules: DatasetRules,
  changes: readonly RecordChange[],
): Promise<ChangedMetadata[]> {
  const changed = await changeMetadata(tx, rules, changes)
  const suggestions = changes.flatMap(({ record, patch }) =>
    (patch.suggestions ?? []).map((suggestion) => ({ recordPk: record.pk, suggestion })),
  )
  await saveSuggestions(tx, rules, suggestions)
  return changed
}

/** The vectors that were sent with changes of records. */
export function vectorsOfChanges(changes: readonly RecordChange[]): VectorsToSave[] {
  return changes.flatMap(({ record, patch }) =>
    patch.vectors ? [{ recordPk: record.pk, vectors: patch.vectors }] : [],
  )
}

async function changeMetadata(
  tx: Tx,
  { datasetId, metadata }: DatasetRules,
  changes: readonly RecordChange[],
): Promise<ChangedMetadata[]> {
  const sent = changes.flatMap(({ record, patch }) => {
    if (patch.metadata === undefined) return []
    const text = patch.metadata === null ? null : metadataText(metadata.properties, patch.metadata)
    return [{ record, given: patch.metadata, row: { ...record, metadata: text, updated_at: nowMicros() } }]
  })
  await updateMetadata(
    tx,
    sent.map(({ row }) => row),
  )
  await replaceRecordTerms(
    tx,
    sent.map(({ row }) => row.pk),
    sent.flatMap(({ row, given }) => recordTerms(datasetId, row.pk, given)),
  )
  return sent.map(({ record, row }) => ({ id: record.id, before: record.metadata, after: row.metadata }))
}
