import type { Queue } from '@postil/contract/feedback/datasets'
import { api } from '../client.ts'

/** How the records of a dataset are handed out to annotators. */
export function fetchQueue(datasetId: string): Promise<Queue> {
  return api('GET /api/v1/datasets/{dataset_id}/queue', { params: { dataset_id: datasetId } })
}

/** Change some of these settings; returns all of them. */
export function saveQueue(datasetId: string, changes: Partial<Queue>): Promise<Queue> {
  return api('PUT /api/v1/datasets/{dataset_id}/queue', { params: { dataset_id: datasetId }, body: changes })
}
