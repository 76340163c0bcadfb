import type { OutboxState } from '@postil/domain/outbox/reduce'
import { unsentFor } from '@postil/domain/outbox/select'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'

/**
 * A fetched record with the user's latest answer from this device, which the server may not have yet.
 *
 * @param asked - the outbox when the record was requested: the server may have saved an answer after it read the record
 */
export function overlayUnsent(record: AnnotationRecord, state: OutboxState, asked = state): AnnotationRecord {
  const before = unsentFor(asked, record.id)
  const isSaved = before && !state.entries.some(({ id }) => id === before.id)
  const isMissed = isSaved && record.response?.updatedAt === before.basedOn
  const entry = unsentFor(state, record.id) ?? (isMissed ? before : undefined)
  if (!entry) return record
  const { change, responseId: id, basedOn } = entry
  if (change.status === 'pending') return { ...record, response: undefined }
  const updatedAt = new Date(entry.createdAt).toISOString().slice(0, -1)
  return { ...record, response: { id, status: change.status, values: change.values, updatedAt, basedOn } }
}
