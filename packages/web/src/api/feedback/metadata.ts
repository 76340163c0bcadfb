import type { MetadataProperty, MetadataPropertyPatch } from '@postil/contract/feedback/settings/metadata-properties'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { freshItems } from '../freshness.ts'

/** The metadata properties the user may see. Throws ERROR_FETCHING_METADATA. */
export function fetchMetadataProperties(datasetId: string): Promise<MetadataProperty[]> {
  return named('ERROR_FETCHING_METADATA', async () =>
    freshItems(
      await api.answer('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', {
        params: { dataset_id: datasetId },
      }),
    ),
  )
}

/** Change title and visibility of a property. Throws ERROR_UPDATING_METADATA. */
export function patchMetadataProperty(
  propertyId: string,
  body: Partial<MetadataPropertyPatch>,
): Promise<MetadataProperty> {
  return named('ERROR_UPDATING_METADATA', () =>
    api('PATCH /api/v1/metadata-properties/{metadata_property_id}', {
      params: { metadata_property_id: propertyId },
      body,
    }),
  )
}
