import type { DatasetAgreement } from '@postil/contract/feedback/agreement'
import { api } from './client.ts'

/** The agreement of the submitted answers of a dataset. Throws what the client throws. */
export function fetchAgreement(datasetId: string): Promise<DatasetAgreement> {
  return api('GET /api/v1/datasets/{dataset_id}/agreement', { params: { dataset_id: datasetId } })
}
