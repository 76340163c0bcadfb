import type { Lease, Leases } from '@postil/contract/feedback/team/leases'
import { api } from '../../client.ts'

/**
 * Take a lease of a record for a few minutes, or renew it. Like all functions here, throws what the client throws: a conflict when the
 * record is taken.
 */
export function takeLease(recordId: string): Promise<Lease> {
  return api('PUT /api/v1/records/{record_id}/lease', { params: { record_id: recordId } })
}

/** End the lease. */
export async function endLease(recordId: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/lease', { params: { record_id: recordId } })
}

/** Take leases of some records of a dataset instead of any others, or renew them. Returns those that are the user's now. */
export function takeLeases(datasetId: string, recordIds: Iterable<string>): Promise<Leases> {
  return api('PUT /api/v1/me/datasets/{dataset_id}/leases', {
    params: { dataset_id: datasetId },
    body: { record_ids: [...recordIds] },
  })
}
