import type { Dataset } from '@postil/contract/feedback/datasets'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { fresh, freshItems } from '../freshness.ts'

/** The feedback datasets the user can see. Throws ERROR_FETCHING_FEEDBACK_DATASETS. */
export function fetchFeedbackDatasets(): Promise<Dataset[]> {
  return named('ERROR_FETCHING_FEEDBACK_DATASETS', async () => freshItems(await api.answer('GET /api/v1/me/datasets')))
}

/** One feedback dataset. Throws ERROR_FETCHING_DATASET_INFO. */
export function fetchDataset(datasetId: string): Promise<Dataset> {
  return named('ERROR_FETCHING_DATASET_INFO', async () =>
    fresh(await api.answer('GET /api/v1/datasets/{dataset_id}', { params: { dataset_id: datasetId } }), (data) => data),
  )
}
