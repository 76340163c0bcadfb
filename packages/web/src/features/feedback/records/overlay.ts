import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { OutboxState } from '@postil/domain/outbox/reduce'
import { unsentEntries, unsentFor } from '@postil/domain/outbox/select'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'

/** A fetched record with the user's latest answer, although the server may not have it yet. */
export function overlayUnsent(record: AnnotationRecord, state: OutboxState): AnnotationRecord {
  const entry = unsentFor(state, record.id)
  if (!entry) return record
  const { change, responseId: id, basedOn } = entry
  if (change.status === 'pending') return { ...record, response: undefined }
  const updatedAt = new Date(entry.createdAt).toISOString().slice(0, -1)
  return { ...record, response: { id, status: change.status, values: change.values, updatedAt, basedOn } }
}

/** How many records of a queue leave it with answers that are still on their way. */
export function unsentLeaving(state: OutboxState, datasetId: string, status: RecordStatus): number {
  const leaving = unsentEntries(state).filter(
    (entry) => entry.datasetId === datasetId && entry.from === status && entry.change.status !== status,
  )
  return new Set(leaving.map(({ recordId }) => recordId)).size
}
