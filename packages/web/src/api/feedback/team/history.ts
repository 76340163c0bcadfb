import type { History } from '@postil/contract/feedback/team/history'
import { api } from '../../client.ts'

export type { History }

/** The history of a record, latest change first. Throws what the client throws. */
export function fetchHistory(recordId: string): Promise<History> {
  return api('GET /api/v1/records/{record_id}/history', { params: { record_id: recordId } })
}
