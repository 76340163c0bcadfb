import { type MetadataSettings, parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import type { SessionUser } from '../../../../context'
import type { Db } from '../../../../db/tables'
import { listMetadataProperties, maySeeProperty } from '../../metadata-properties/metadata-properties.service'

/**
 * The metadata properties of a dataset from the view of one caller. For annotators, hidden properties count as unknown in filters and
 * sorts, and are left out of replies (feedback-api §11.4).
 */
export interface KnownProperties {
  datasetId: string
  visible: ReadonlyMap<string, MetadataSettings>
  hidden: ReadonlySet<string>
}

export async function findKnownProperties(db: Db, user: SessionUser, datasetId: string): Promise<KnownProperties> {
  const rows = await listMetadataProperties(db, datasetId)
  const visible = rows.filter((row) => maySeeProperty(user, row))
  return {
    datasetId,
    visible: new Map(visible.map(({ name, settings }) => [name, parseMetadataSettings(settings)])),
    hidden: new Set(rows.filter((row) => !maySeeProperty(user, row)).map(({ name }) => name)),
  }
}
