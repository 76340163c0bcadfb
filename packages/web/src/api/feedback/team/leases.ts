import type { Leases } from '@postil/contract/feedback/team/leases'
import { api } from '../../client.ts'

/** A request that takes longer is given up, so that the next one is sent. */
const PATIENCE_MS = 10_000

let last: Promise<unknown> = Promise.resolve()

/** Each request replaces or ends leases of earlier ones: they are sent one after another, in the order in which they are made. */
function inOrder<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const sent = last.then(() => send(AbortSignal.timeout(PATIENCE_MS)))
  last = sent.catch(() => undefined)
  return sent
}

/** End the lease. */
export async function endLease(recordId: string): Promise<void> {
  await inOrder((signal) =>
    api('DELETE /api/v1/records/{record_id}/lease', { params: { record_id: recordId }, signal }),
  )
}

/**
 * Take leases of some records of a dataset instead of any others, or renew them: of all, or of the first ones that can be leased. Returns those
 * that are the user's now.
 */
export function takeLeases(datasetId: string, recordIds: Iterable<string>, limit?: number): Promise<Leases> {
  const body = { record_ids: [...recordIds], ...(limit !== undefined && { limit }) }
  return inOrder((signal) =>
    api('PUT /api/v1/me/datasets/{dataset_id}/leases', { params: { dataset_id: datasetId }, body, signal }),
  )
}
