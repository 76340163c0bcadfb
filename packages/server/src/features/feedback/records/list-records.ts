import type { FeedbackRecord } from '@postil/contract/feedback/records'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { countRecords } from '../../../search/count-records'
import { findPage } from '../../../search/find-page'
import type { RecordQuery } from '../../../search/record-query'
import { findKnownProperties, type KnownProperties } from '../search/known-properties'
import { parseListQuery } from '../search/parse-list-query'

import { metadataOf } from './hidden-metadata'
import { readRecords } from './read-records'

/** Whose responses a list is about and shows: the caller's, or everybody's. */
export type ListScope = 'mine' | 'all'

/** One page of a dataset's records and how many there are in all. */
export async function listRecords(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordListQuery,
  scope: ListScope,
): Promise<{ items: FeedbackRecord[]; total: number }> {
  const properties = await propertiesFor(db, user, dataset.id, given)
  const { include, filters, sorts } = parseListQuery(given, properties)
  const userId = scope === 'mine' ? user.id : undefined
  const query: RecordQuery = { datasetId: dataset.id, userId, filters, sorts }
  const pks = await findPage(db, query, given)
  const total = findTotal(db, query, given, pks.length)
  const items = readRecords(db, pks, {
    responses: include.responses ? { userId } : undefined,
    suggestions: include.suggestions,
    vectors: include.vectors,
    showMetadata: metadataOf(properties),
    minSubmitted: dataset.min_submitted,
  })
  const [found, count] = await Promise.all([items, total])
  return { items: found, total: count }
}

/** Read only when something depends on them: nothing does in the plain lists of owners and admins. */
async function propertiesFor(
  db: Db,
  user: SessionUser,
  datasetId: string,
  { metadata, sort_by }: RecordListQuery,
): Promise<KnownProperties> {
  if (user.role === 'annotator' || metadata.length > 0 || sort_by.length > 0)
    return findKnownProperties(db, user, datasetId)
  return { datasetId, visible: new Map(), hidden: new Set() }
}

/** A page that is not full is the last one, and says the total itself. */
async function findTotal(
  db: Db,
  query: RecordQuery,
  { offset, limit }: RecordListQuery,
  found: number,
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  return countRecords(db, query)
}
