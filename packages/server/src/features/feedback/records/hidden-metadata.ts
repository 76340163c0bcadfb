import { parseMetadataSettings } from '@postil/contract/feedback/metadata-settings'
import type { Metadata } from '@postil/contract/feedback/record-parts'
import { metadataText } from '@postil/domain/records/metadata-text'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { listMetadataProperties, maySeeProperty } from '../metadata-properties/metadata-properties.service'

/** Turns stored metadata into what the caller may see of it. */
export type ShowMetadata = (text: string) => string

const showAll: ShowMetadata = (text) => text

/**
 * Metadata properties that are not visible for annotators are left out of what annotators get (feedback-api §11.4). Metadata is parsed only
 * where there is something to hide.
 */
export async function metadataFor(db: Db, user: SessionUser, datasetId: string): Promise<ShowMetadata> {
  if (user.role !== 'annotator') return showAll
  const properties = await listMetadataProperties(db, datasetId)
  const hidden = new Set(properties.filter((property) => !maySeeProperty(user, property)).map(({ name }) => name))
  if (hidden.size === 0) return showAll
  const settings = new Map(properties.map((property) => [property.name, parseMetadataSettings(property.settings)]))
  return (text) => {
    const metadata: Metadata = JSON.parse(text)
    return metadataText(settings, Object.fromEntries(Object.entries(metadata).filter(([key]) => !hidden.has(key))))
  }
}
