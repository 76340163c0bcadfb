import type { Leases } from '@postil/contract/feedback/team/leases'
import { api } from '../../client.ts'

/** End the lease. */
export async function endLease(recordId: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/lease', { params: { record_id: recordId } })
}

/**
 * Take leases of some records of a dataset instead of any others, or renew them: of all, or of the first ones that can be leased. Returns those
 * that are the user's now.
 */
export function takeLeases(datasetId: string, recordIds: Iterable<string>, limit?: number): Promise<Leases> {
  return api('PUT /api/v1/me/datasets/{dataset_id}/leases', {
    params: { dataset_id: datasetId },
    body: { record_ids: [...recordIds], ...(limit !== undefined && { limit }) },
  })
}
