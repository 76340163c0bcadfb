import { type MetadataSettings, parseMetadataSettings } from '@postil/contract/feedback/settings/metadata-settings'
import { can } from '@postil/domain/permissions'
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

/** The same for a request, where they may not be read: annotators need them always, since some may be hidden in replies. */
export async function findPropertiesFor(
  db: Db,
  user: SessionUser,
  datasetId: string,
  isAnyNamed: boolean,
): Promise<KnownProperties> {
  if (isAnyNamed || !can(user, 'metadata.readHidden', { isMember: true }))
    return findKnownProperties(db, user, datasetId)
  return { datasetId, visible: new Map(), hidden: new Set() }
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
