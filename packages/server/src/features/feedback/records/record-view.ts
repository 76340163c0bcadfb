import type { Metadata } from '@postil/contract/feedback/record-parts'
import { can } from '@postil/domain/permissions'
import { metadataText } from '@postil/domain/records/metadata-text'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import type { Completion } from '../../../search/record-query'
import { completionFor } from '../resolutions/seen-resolutions'
import { findKnownProperties, type KnownProperties } from './list-query/known-properties'
import type { AskedParts } from './record-sizes'

/** What a reply contains of each record. */
export interface RecordView extends AskedParts {
  showMetadata: ShowMetadata
  /** When records of this dataset are completed. */
  completion: Completion
}

/** The parts that a request can ask for. */
export type Relations = Omit<RecordView, 'showMetadata' | 'completion'>

/** All parts of a record, for callers who may see the answers of all users. */
export const EVERYTHING = { responses: {}, suggestions: true, vectors: 'all' } as const

/** What a caller sees of the records of a dataset, with these parts. */
export async function viewOf(
  db: Db,
  user: SessionUser,
  dataset: Pick<DatasetTable, 'id' | 'min_submitted' | 'hand_out'>,
  relations: Relations,
): Promise<RecordView> {
  const showMetadata = await metadataFor(db, user, dataset.id)
  return { ...relations, showMetadata, completion: completionFor(user, dataset) }
}

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
