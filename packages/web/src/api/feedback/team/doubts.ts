import type { Doubt } from '@postil/contract/feedback/team/doubts'
import { api } from '../../client.ts'

export type { Doubt }

/** The user's own doubts in a dataset, the latest change first. Like all functions here, throws what the client throws. */
export async function fetchMyDoubts(datasetId: string): Promise<Doubt[]> {
  return (await api('GET /api/v1/me/datasets/{dataset_id}/doubts', { params: { dataset_id: datasetId } })).items
}

/** Mark a record as doubtful, or change the note. */
export function saveDoubt(recordId: string, note: string): Promise<Doubt> {
  return api('PUT /api/v1/records/{record_id}/doubt', { params: { record_id: recordId }, body: { note } })
}

/** Take the user's doubt back. */
export function deleteDoubt(recordId: string): Promise<Doubt> {
  return api('DELETE /api/v1/records/{record_id}/doubt', { params: { record_id: recordId } })
}

/** Note that the user has seen the reply. */
export async function noteDoubtSeen(recordId: string): Promise<void> {
  await api('PUT /api/v1/records/{record_id}/doubt/seen', { params: { record_id: recordId } })
}
