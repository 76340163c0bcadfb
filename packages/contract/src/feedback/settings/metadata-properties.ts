import { z } from 'zod'
import { defineRoute } from '../../route'
import { bool, refuseNulls, uuid } from '../../shapes'
import { DatasetParams, itemName, itemsOf, itemTitle, timestamps } from '../common'
import { MetadataSettingsCreate, MetadataSettingsReply, WireFloat, WireInteger } from './metadata-settings'

const tag = 'Metadata properties'

export const MetadataProperty = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  settings: MetadataSettingsReply,
  visible_for_annotators: z.boolean(),
  dataset_id: z.string(),
  ...timestamps,
})
export type MetadataProperty = z.output<typeof MetadataProperty>

export const MetadataPropertyCreate = z.object({
  name: itemName(),
  title: itemTitle(),
  settings: MetadataSettingsCreate,
  visible_for_annotators: bool().default(true),
})
export type MetadataPropertyCreate = z.output<typeof MetadataPropertyCreate>

export const MetadataPropertyPatch = z
  .object({ title: itemTitle().nullish(), visible_for_annotators: bool().nullish() })
  .superRefine(refuseNulls(['title', 'visible_for_annotators']))
export type MetadataPropertyPatch = z.output<typeof MetadataPropertyPatch>

/** Metrics of the values of one property over all records (feedback-api §7); `total` counts values, not records. */
export const MetadataMetrics = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('terms'),
    total: z.number(),
    values: z.array(z.object({ term: z.string(), count: z.number() })),
  }),
  z.object({ type: z.literal('integer'), min: WireInteger, max: WireInteger }),
  z.object({ type: z.literal('float'), min: WireFloat, max: WireFloat }),
])
export type MetadataMetrics = z.output<typeof MetadataMetrics>

const PropertyParams = z.object({ metadata_property_id: uuid() })
const property = { of: 'metadata_property', param: 'metadata_property_id' } as const
const onProperty = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Metadata properties: the declared keys of a record's metadata (feedback-api §3.2, §4.5). */
export const metadataPropertyRoutes = {
  listMyMetadataProperties: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets/{dataset_id}/metadata-properties',
    summary: 'List the metadata properties of a dataset that the caller may see.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(MetadataProperty),
    status: 200,
    errors: onProperty,
  }),
  createMetadataProperty: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/metadata-properties',
    summary: 'Add a metadata property to a dataset (draft or ready).',
    tag,
    access: { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: MetadataPropertyCreate,
    reply: MetadataProperty,
    status: 201,
    errors: [...onProperty, 'conflict'],
  }),
  updateMetadataProperty: defineRoute({
    method: 'PATCH',
    path: '/api/v1/metadata-properties/{metadata_property_id}',
    summary: 'Change the title of a metadata property, or whether annotators see it.',
    tag,
    access: { can: 'dataset.manage', ...property },
    params: PropertyParams,
    body: MetadataPropertyPatch,
    reply: MetadataProperty,
    status: 200,
    errors: onProperty,
  }),
  deleteMetadataProperty: defineRoute({
    method: 'DELETE',
    path: '/api/v1/metadata-properties/{metadata_property_id}',
    summary: "Delete a metadata property. The records' metadata does not change.",
    tag,
    access: { can: 'dataset.manage', ...property },
    params: PropertyParams,
    reply: MetadataProperty,
    status: 200,
    errors: onProperty,
  }),
  getMetadataPropertyMetrics: defineRoute({
    method: 'GET',
    path: '/api/v1/metadata-properties/{metadata_property_id}/metrics',
    summary:
      'The counts of the terms, or the smallest and the largest number. Annotators may not read hidden properties.',
    tag,
    access: { can: 'dataset.read', ...property },
    params: PropertyParams,
    reply: MetadataMetrics,
    status: 200,
    errors: onProperty,
  }),
}
