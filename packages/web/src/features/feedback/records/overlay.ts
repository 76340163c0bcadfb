import type { OutboxState } from '@postil/domain/outbox/reduce'
import { unsentFor } from '@postil/domain/outbox/select'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'

/** A fetched record with the user's latest answer from this device, which the server may not have yet. */
export function overlayUnsent(record: AnnotationRecord, state: OutboxState): AnnotationRecord {
  const entry = unsentFor(state, record.id)
  if (!entry) return record
  const { change, responseId: id, basedOn } = entry
  if (change.status === 'pending') return { ...record, response: undefined }
  const updatedAt = new Date(entry.createdAt).toISOString().slice(0, -1)
  return { ...record, response: { id, status: change.status, values: change.values, updatedAt, basedOn } }
}
