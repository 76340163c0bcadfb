import type { Dataset } from '@postil/contract/feedback/datasets'
import { api } from './client.ts'

/** Let people answer the records of a draft. Throws what the client throws: the reasons against it are the server's. */
export function publishDataset(datasetId: string): Promise<Dataset> {
  return api('PUT /api/v1/datasets/{dataset_id}/publish', { params: { dataset_id: datasetId } })
}
