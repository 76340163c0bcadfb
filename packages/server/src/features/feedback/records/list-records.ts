import type { FeedbackRecord } from '@postil/contract/feedback/records'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { countRecords } from '../../../search/count-records'
import { findPage } from '../../../search/find-page'
import type { RecordQuery } from '../../../search/record-query'
import { parseListQuery } from '../search/parse-list-query'
import { findVisibleProperties } from '../search/visible-properties'
import { metadataFor } from './hidden-metadata'
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
  const { include, filters, sorts } = parseListQuery(given, await findVisibleProperties(db, user, dataset.id))
  const userId = scope === 'mine' ? user.id : undefined
  const query: RecordQuery = { datasetId: dataset.id, userId, filters, sorts }
  const pks = await findPage(db, query, given)
  const items = await readRecords(db, pks, {
    responses: include.responses ? { userId } : undefined,
    suggestions: include.suggestions,
    vectors: include.vectors,
    showMetadata: await metadataFor(db, user, dataset.id),
    minSubmitted: dataset.min_submitted,
  })
  return { items, total: await findTotal(db, query, given, pks.length) }
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
