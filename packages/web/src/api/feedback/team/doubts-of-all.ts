import type { DatasetDoubts, Doubt, Doubts } from '@postil/contract/feedback/team/doubts'
import { api } from '../../client.ts'

// Apart from `doubts.ts`, so that the pages for annotating do not load it.

export type { DatasetDoubts }

/** The doubts about one record; those of everybody for leads. Like all functions here, throws what the client throws. */
export function fetchRecordDoubts(recordId: string): Promise<Doubts> {
  return api('GET /api/v1/records/{record_id}/doubts', { params: { record_id: recordId } })
}

/** Everybody's doubts about the records of a dataset, open ones first; for leads. */
export function fetchDatasetDoubts(datasetId: string): Promise<DatasetDoubts> {
  return api('GET /api/v1/datasets/{dataset_id}/doubts', { params: { dataset_id: datasetId } })
}

/** Close a doubt, with a reply or without, or open it again: refused (409) if it was changed since it was read. */
export function replyToDoubt(
  { id, record_id, updated_at }: Pick<Doubt, 'id' | 'record_id' | 'updated_at'>,
  body: { reply: string | null; is_resolved: boolean },
): Promise<Doubt> {
  return api('PUT /api/v1/records/{record_id}/doubts/{doubt_id}/reply', {
    params: { record_id, doubt_id: id },
    query: { updated_at },
    body,
  })
}
