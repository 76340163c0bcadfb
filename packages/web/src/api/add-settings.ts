import type { MetadataProperty } from '@postil/contract/feedback/metadata-properties'
import type { VectorsSettings } from '@postil/contract/feedback/vectors-settings'
import { api } from './client.ts'

/** Add a property of a type without bounds, which annotators see. Throws what the client throws. */
export function createMetadataProperty(
  datasetId: string,
  { type, ...names }: { name: string; title: string; type: MetadataProperty['settings']['type'] },
): Promise<MetadataProperty> {
  return api('POST /api/v1/datasets/{dataset_id}/metadata-properties', {
    params: { dataset_id: datasetId },
    body: { ...names, settings: type === 'terms' ? { type, values: null } : { type, min: null, max: null } },
  })
}

/** Let records carry another vector. Throws what the client throws. */
export function createVectorsSettings(
  datasetId: string,
  body: { name: string; title: string; dimensions: number },
): Promise<VectorsSettings> {
  return api('POST /api/v1/datasets/{dataset_id}/vectors-settings', { params: { dataset_id: datasetId }, body })
}
