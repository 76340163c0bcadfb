import { metadataPropertyRoutes } from '@postil/contract/feedback/settings/metadata-properties'
import { can } from '@postil/domain/permissions'
import { ForbiddenError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { measureProperty } from './metadata-metrics'
import {
  createMetadataProperty,
  deleteMetadataProperty,
  listMetadataProperties,
  maySeeProperty,
  updateMetadataProperty,
} from './metadata-properties.service'
import { propertyToWire } from './metadata-properties.wire'

/** Handlers of the metadata property routes. */
export const metadataPropertyHandlers = handle(metadataPropertyRoutes, {
  listMyMetadataProperties: async ({ db, user, params }) => {
    const rows = await listMetadataProperties(db, params.dataset_id, {
      visibleOnly: !can(user, 'metadata.readHidden', { isMember: true }),
    })
    return { items: rows.map(propertyToWire) }
  },
  createMetadataProperty: async ({ tx, user, params, body }) =>
    propertyToWire(await createMetadataProperty(tx, user, params.dataset_id, body)),
  updateMetadataProperty: async ({ tx, user, found, body }) =>
    propertyToWire(await updateMetadataProperty(tx, user, found('metadata_property'), body)),
  deleteMetadataProperty: async ({ tx, user, found }) =>
    propertyToWire(await deleteMetadataProperty(tx, user, found('metadata_property'))),
  getMetadataPropertyMetrics: async ({ db, user, found }) => {
    const property = found('metadata_property')
    if (!maySeeProperty(user, property)) throw new ForbiddenError()
    return measureProperty(db, property)
  },
})
