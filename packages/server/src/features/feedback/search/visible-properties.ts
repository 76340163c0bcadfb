import { type MetadataSettings, parseMetadataSettings } from '@postil/contract/feedback/metadata-settings'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { listMetadataProperties, maySeeProperty } from '../metadata-properties/metadata-properties.service'

/** The metadata properties of a dataset that the caller may filter and sort by; hidden ones are as if unknown (feedback-api §11.4). */
export interface VisibleProperties {
  datasetId: string
  byName: ReadonlyMap<string, MetadataSettings>
}

export async function findVisibleProperties(db: Db, user: SessionUser, datasetId: string): Promise<VisibleProperties> {
  const rows = await listMetadataProperties(db, datasetId)
  const visible = rows.filter((row) => maySeeProperty(user, row))
  return { datasetId, byName: new Map(visible.map(({ name, settings }) => [name, parseMetadataSettings(settings)])) }
}
