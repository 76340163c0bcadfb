import { randomUUID } from 'node:crypto'
import type { Derived, TaskDocument } from '@postil/domain/task-records/document'
import { type PreparedRecord, prepareRecords, type TaskPayload } from '@postil/domain/task-records/prepare'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { nowMicros, wireTime } from '../../../db/clock'
import type { TaskRecordTable } from '../../../db/task-tables'
import { gather } from '../../../http/bodies/large-work'
import { doneBy } from './done'

/** Derived data of a record for searches, including the names of its vectors. */
export type StoredDerived = Derived & { vectors: string[] }

/** The records of a batch, as sent and as prepared for the store. */
export interface Batch {
  payload: TaskPayload
  records: WrittenRecord[]
}

/** A prepared record with the JSON of its row, as it is stored when there is no earlier record to merge it with. */
export interface WrittenRecord extends PreparedRecord {
  /** Without `last_updated`. */
  documentText: string
  derivedText: string
  metricsText: string
}

/** Prepare a batch. This is the slowest part of a large batch and does not need the store, so it is done before the transaction. */
export async function prepareBatch(payload: TaskPayload): Promise<Batch> {
  return { payload, records: await gather(writtenRecords(payload)) }
}

/** Prepare the records of a batch one by one. */
export function* writtenRecords(payload: TaskPayload): Generator<WrittenRecord> {
  for (const record of prepareRecords(payload, wireTime(nowMicros()), randomUUID)) {
    const derived: StoredDerived = { ...record.derived, vectors: Object.keys(record.vectors) }
    yield {
      ...record,
      documentText: exactJsonText({ ...record.document, last_updated: undefined }),
      derivedText: JSON.stringify(derived),
      metricsText: JSON.stringify(record.metrics),
    }
  }
}

/** The row of a record that is new in its dataset. */
export function newRow(
  { key, document, documentText, derivedText, metricsText }: WrittenRecord,
  { datasetId, version, ...writer }: { datasetId: string; version: number; now: string; username: string },
): TaskRecordTable {
  return {
    dataset_id: datasetId,
    key,
    document: `${documentText.slice(0, -1)},"last_updated":${JSON.stringify(writer.now)}}`,
    derived: derivedText,
    metrics: metricsText,
    multi_label: flagOf(document),
    version,
    ...doneBy(writer, document),
  }
}

/** 0 or 1 for text classification, null for the other tasks. */
export function flagOf(document: TaskDocument): number | null {
  if (!('multi_label' in document)) return null
  return document.multi_label ? 1 : 0
}
