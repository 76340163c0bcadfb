import type { Dataset } from '@postil/contract/feedback/datasets'
import { api } from './client.ts'

/** Publish a draft, so that its records can be answered. Throws what the client throws; the message gives the server's reasons. */
export function publishDataset(datasetId: string): Promise<Dataset> {
  return api('PUT /api/v1/datasets/{dataset_id}/publish', { params: { dataset_id: datasetId } })
}
