import type { DatasetDoubts, Doubt, Doubts } from '@postil/contract/feedback/team/doubts'
import { api } from '../../client.ts'

export type { DatasetDoubts, Doubt }

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

/** The doubts about one record; those of everybody for leads. */
export function fetchRecordDoubts(recordId: string): Promise<Doubts> {
  return api('GET /api/v1/records/{record_id}/doubts', { params: { record_id: recordId } })
}

/** Everybody's doubts about the records of a dataset, open ones first; for leads. */
export function fetchDatasetDoubts(datasetId: string): Promise<DatasetDoubts> {
  return api('GET /api/v1/datasets/{dataset_id}/doubts', { params: { dataset_id: datasetId } })
}

/** Close a doubt, with a reply or without, or open it again. */
export function replyToDoubt(
  { id, record_id }: Pick<Doubt, 'id' | 'record_id'>,
  body: { reply: string | null; is_resolved: boolean },
): Promise<Doubt> {
  return api('PUT /api/v1/records/{record_id}/doubts/{doubt_id}/reply', {
    params: { record_id, doubt_id: id },
    body,
  })
}
