import type { RecordSearch } from '@postil/contract/feedback/record-search'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { fittingLimit, inFittingPages, type ListPart } from './fitting-pages.ts'
import { toRecord } from './record.ts'
import { partsFor, type RecordBatch } from './records.ts'

/** Which page to fetch, of which of the user's queues, and for which search. */
export interface RecordSearchQuery {
  datasetId: string
  status: RecordStatus
  search: Partial<RecordSearch>
  /** Number of records to skip. */
  offset: number
  limit: number
  /** Cursor: empty for the first page, then the `next` of the previous page. */
  after?: string | undefined
  /** Without responses and suggestions, when only the ids are needed. */
  isBare?: boolean
  signal?: AbortSignal
}

/** Search one of the user's queues by text, similarity and filters together. Throws ERROR_FETCHING_RECORDS. */
export function searchRecords(query: RecordSearchQuery): Promise<RecordBatch> {
  const { datasetId, status, search, offset, limit, after, isBare, signal } = query
  const ask = async (page: ListPart): Promise<RecordBatch> => {
    const { items, total, next } = await api('POST /api/v1/me/datasets/{dataset_id}/records/search', {
      params: { dataset_id: datasetId },
      query: { include: isBare ? [] : partsFor(status), response_status: [status], ...page },
      body: search,
      signal,
    })
    return { records: items.map(({ record, query_score }) => toRecord(record, query_score)), total, next }
  }
  return named('ERROR_FETCHING_RECORDS', async () => {
    if (after !== undefined) return ask({ offset, limit, after })
    if (!search.query?.vector) return inFittingPages({ offset, limit }, ask)
    try {
      return await ask({ offset, limit })
    } catch (error) {
      // Similarity results are fetched as a single page: if the records are too large for it, only the nearest ones
      // that fit are shown.
      const fits = fittingLimit(error)
      if (fits === undefined || fits >= limit) throw error
      return ask({ offset, limit: fits })
    }
  })
}
