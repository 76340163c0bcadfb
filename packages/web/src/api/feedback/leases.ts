import type { Lease } from '@postil/contract/feedback/leases'
import { api } from '../client.ts'

/** Keep a record for the user for a few minutes, or for a few more. Throws what the client threw: a conflict when it is taken. */
export function takeLease(recordId: string): Promise<Lease> {
  return api('PUT /api/v1/records/{record_id}/lease', { params: { record_id: recordId } })
}

/** Give it back. */
export async function endLease(recordId: string): Promise<void> {
  await api('DELETE /api/v1/records/{record_id}/lease', { params: { record_id: recordId } })
}
