import type { Dataset, DatasetCreate, DatasetPatch } from '@postil/contract/feedback/datasets'
import type { DatasetAgreement } from '@postil/contract/feedback/team/agreement'
import { api } from '../client.ts'
import { named } from '../errors.ts'

// Apart from `datasets.ts`, so that the pages for annotating do not load it.

/** Change guidelines, extra metadata or how many answers complete a record. Throws ERROR_PATCHING_DATASET_GUIDELINES. */
export function patchDataset(datasetId: string, body: Partial<DatasetPatch>): Promise<Dataset> {
  return named('ERROR_PATCHING_DATASET_GUIDELINES', () =>
    api('PATCH /api/v1/datasets/{dataset_id}', { params: { dataset_id: datasetId }, body }),
  )
}

/** Delete a dataset; only a 200 counts. Throws ERROR_DELETING_DATASET. */
export function deleteDataset(datasetId: string): Promise<void> {
  return named('ERROR_DELETING_DATASET', async () => {
    const { status } = await api.answer('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: datasetId } })
    if (status !== 200) throw Object.assign(new Error('The dataset was not deleted.'), { status })
  })
}

/** Create a draft without fields and questions. Throws what the client throws; the message gives the server's reasons. */
export function createDataset(body: Pick<DatasetCreate, 'name' | 'workspace_id'>): Promise<Dataset> {
  return api('POST /api/v1/datasets', { body })
}

/** Publish a draft, so that its records can be answered. Throws what the client throws; the message gives the server's reasons. */
export function publishDataset(datasetId: string): Promise<Dataset> {
  return api('PUT /api/v1/datasets/{dataset_id}/publish', { params: { dataset_id: datasetId } })
}

/** The agreement of the submitted answers of a dataset. Throws what the client throws. */
export function fetchAgreement(datasetId: string): Promise<DatasetAgreement> {
  return api('GET /api/v1/datasets/{dataset_id}/agreement', { params: { dataset_id: datasetId } })
}
