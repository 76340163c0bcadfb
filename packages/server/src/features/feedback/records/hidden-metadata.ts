import type { Metadata } from '@postil/contract/feedback/record-parts'
import { can } from '@postil/domain/permissions'
import { metadataText } from '@postil/domain/records/metadata-text'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { findKnownProperties, type KnownProperties } from './list-query/known-properties'

/** Turns stored metadata into what the caller may see of it. */
export type ShowMetadata = (text: string) => string

const showAll: ShowMetadata = (text) => text

/** Metadata as this caller may see it; only annotators have anything hidden from them. */
export async function metadataFor(db: Db, user: SessionUser, datasetId: string): Promise<ShowMetadata> {
  return can(user, 'metadata.readHidden', { isMember: true })
    ? showAll
    : metadataOf(await findKnownProperties(db, user, datasetId))
}

/** Leaves hidden properties out. Metadata is parsed only where there is something to hide. */
export function metadataOf({ visible, hidden }: KnownProperties): ShowMetadata {
  if (hidden.size === 0) return showAll
  return (text) => {
    const metadata = parseExactJson(text) as Metadata
    return metadataText(visible, Object.fromEntries(Object.entries(metadata).filter(([key]) => !hidden.has(key))))
  }
}
