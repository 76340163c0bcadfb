import { ApiError } from '@postil/sdk/errors'
import { RepositoryError } from '../../../api/errors.ts'
import { deleteResponse, saveResponses } from '../../../api/responses.ts'
import { t } from '../../../i18n/index.ts'
import type { BulkChange, SavedResponse } from './bulk-job.ts'

/** What became of a record. */
export type Outcome = { recordId: string } & ({ response: SavedResponse } | Failure)
/** Why a record was not saved; `isAnswered`: it was answered elsewhere meanwhile, and keeps that answer. */
export interface Failure {
  reason: string
  isAnswered?: boolean
}

/** Send a change for a few records. Throws when it cannot be known what became of them, or all were refused together. */
export async function sendChunk(
  change: BulkChange,
  recordIds: readonly string[],
  idempotencyKey: string,
): Promise<Outcome[]> {
  if (change.status === 'pending') {
    const { responses } = change
    return Promise.all(recordIds.map((id) => takeBack(id, responses[id], `${idempotencyKey}.${id}`)))
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
    if (reply?.error?.code === 'conflict') return { recordId, reason: t('bulk.answered'), isAnswered: true }
    return { recordId, reason: reply?.error?.detail ?? '' }
  })
}

async function takeBack(
  recordId: string,
  response: SavedResponse | undefined,
  idempotencyKey: string,
): Promise<Outcome> {
  if (!response) return { recordId, reason: '' }
  try {
    await deleteResponse(response.id, idempotencyKey, response.updatedAt)
  } catch (error) {
    const cause = error instanceof RepositoryError ? error.cause : error
    if (!(cause instanceof ApiError)) throw error
    if (cause.status === 409) return { recordId, reason: t('bulk.answered') }
    // What is gone already needs no taking back.
    if (cause.status !== 404) throw error
  }
  return { recordId, response }
}
