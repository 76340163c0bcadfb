import type { Metadata } from '@postil/contract/feedback/record-parts'
import { can } from '@postil/domain/permissions'
import { metadataText } from '@postil/domain/records/metadata-text'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import type { Db } from '../../../db/tables'
import { findKnownProperties, type KnownProperties } from './list-query/known-properties'

/** Converts stored metadata (JSON text) to the part that the caller may see. */
export type ShowMetadata = (text: string) => string

const showAll: ShowMetadata = (text) => text

/** The part of metadata that a caller may see. Only annotators have properties hidden from them. */
export async function metadataFor(db: Db, user: SessionUser, datasetId: string): Promise<ShowMetadata> {
  return can(user, 'metadata.readHidden', { isMember: true })
    ? showAll
    : metadataOf(await findKnownProperties(db, user, datasetId))
}

/** Leaves out hidden properties. Metadata is parsed only when there are any. */
export function metadataOf({ visible, hidden }: KnownProperties): ShowMetadata {
  if (hidden.size === 0) return showAll
  return (text) => {
    const metadata = parseExactJson(text) as Metadata
    return metadataText(visible, Object.fromEntries(Object.entries(metadata).filter(([key]) => !hidden.has(key))))
  }
}
