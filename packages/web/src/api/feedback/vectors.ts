import type { VectorsSettings } from '@postil/contract/feedback/settings/vectors-settings'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { freshItems } from '../freshness.ts'

/** The vectors settings of a dataset. Throws ERROR_FETCHING_VECTORS. */
export function fetchVectorsSettings(datasetId: string): Promise<VectorsSettings[]> {
  return named('ERROR_FETCHING_VECTORS', async () =>
    freshItems(
      await api.answer('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params: { dataset_id: datasetId } }),
    ),
  )
}

/** Change the title of a vector. Throws ERROR_PATCHING_VECTORS. */
export function patchVectorsSettings(settingsId: string, body: { title: string }): Promise<VectorsSettings> {
  return named('ERROR_PATCHING_VECTORS', () =>
    api('PATCH /api/v1/vectors-settings/{vectors_settings_id}', { params: { vectors_settings_id: settingsId }, body }),
  )
}
