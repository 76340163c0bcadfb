import { refusalOf } from '../../../api/errors.ts'
import { deleteResponse, saveResponses } from '../../../api/feedback/responses.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import type { BulkChange, SavedResponse } from './bulk-job.ts'

/** A record whose answer was saved or undone, with its response. */
export interface SavedRecord {
  recordId: string
  response: SavedResponse
}

/**
 * A record that failed, and why; `isAnswered`: it was answered elsewhere in the meantime, and keeps that answer; `isOutOfReach`: it was
 * deleted, or is assigned to others.
 */
export interface FailedRecord {
  recordId: string
  reason: string
  isAnswered?: boolean
  isOutOfReach?: boolean
}

/** The result for one record. */
export type Outcome = SavedRecord | FailedRecord

/** Send a change for one chunk of records. Throws when the result is unknown, or the whole chunk was refused. */
export async function sendChunk(
  change: BulkChange,
  recordIds: readonly string[],
  idempotencyKey: string,
): Promise<Outcome[]> {
  if (change.status === 'pending') {
    const { responses } = change
    const saved = recordIds.flatMap((recordId) => {
      const response = responses[recordId]
      return response ? [{ recordId, response }] : []
    })
    return Promise.all(saved.map((one) => takeBack(one, `${idempotencyKey}.${one.recordId}`)))
  }
  const { status, overwrites = false } = change
  const valuesFor = (id: string) => ('values' in change ? change.values : (change.valuesOf[id] ?? {}))
  const replies = await saveResponses(
    recordIds.map((id) => ({ record_id: id, status, values: valuesFor(id) })),
    { overwrite: overwrites, idempotencyKey },
  )
  return recordIds.map((recordId, index) => {
    const reply = replies[index]
    if (reply?.item) return { recordId, response: { id: reply.item.id, updatedAt: reply.item.updated_at } }
    if (reply?.error?.code === 'conflict') return answeredElsewhere(recordId)
    if (reply?.error?.code === 'unreachable') return { recordId, reason: t('annotate.refusedGone'), isOutOfReach: true }
    return { recordId, reason: reply?.error?.detail ?? '' }
  })
}

async function takeBack(saved: SavedRecord, idempotencyKey: string): Promise<Outcome> {
  const { response } = saved
  try {
    await deleteResponse(response.id, idempotencyKey, response.updatedAt)
  } catch (error) {
    const status = refusalOf(error)?.status
    if (status === 409) return answeredElsewhere(saved.recordId)
    // A response that no longer exists needs no undo.
    if (status !== 404) throw error
  }
  return saved
}

function answeredElsewhere(recordId: string): FailedRecord {
  return { recordId, reason: t('bulk.answered'), isAnswered: true }
}
