import type { RecordStatus } from '@postil/domain/outbox/entry'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { inFittingPages, type ListPart } from './fitting-pages.ts'
import { type AnnotationRecord, toRecord } from './record.ts'

/** A page of a queue. */
export interface RecordBatch {
  records: readonly AnnotationRecord[]
  /** Number of records in the whole queue. */
  total: number
  /** Cursor of the next page; null after the last record. Absent in a page by offset. */
  next?: string | null | undefined
}

/** Which page to fetch, of which of the user's queues. */
export interface RecordsQuery {
  datasetId: string
  status: RecordStatus
  /** Number of records to skip: page − 1, if the page number is the position of its first record (spec section 9). */
  offset: number
  limit: number
  /**
   * Cursor: empty for the first page, then the `next` of the previous page. Without a cursor, the page has exactly
   * `limit` records.
   */
  after?: string | undefined
  signal?: AbortSignal
}

/** The `include` parts for the records of a queue: decisions only where the user has submitted. */
export function partsFor(status: RecordStatus): string[] {
  return ['responses', 'suggestions', ...(status === 'submitted' ? ['resolutions'] : [])]
}

/** Records of one of the user's queues, with the user's own responses. Throws ERROR_FETCHING_RECORDS. */
export function fetchRecords({ datasetId, status, signal, ...place }: RecordsQuery): Promise<RecordBatch> {
  const ask = async (page: ListPart): Promise<RecordBatch> => {
    const { items, total, next } = await api('GET /api/v1/me/datasets/{dataset_id}/records', {
      params: { dataset_id: datasetId },
      query: { include: partsFor(status), ...page, response_status: [status] },
      signal,
    })
    return { records: items.map((item) => toRecord(item)), total, next }
  }
  return named('ERROR_FETCHING_RECORDS', () => (place.after === undefined ? inFittingPages(place, ask) : ask(place)))
}

/** One record with the user's own response, whatever its status. Throws ERROR_FETCHING_RECORD_BY_ID. */
export function fetchRecord(recordId: string): Promise<AnnotationRecord> {
  return named('ERROR_FETCHING_RECORD_BY_ID', async () =>
    toRecord(
      await api('GET /api/v1/records/{record_id}', {
        params: { record_id: recordId },
        query: { include: partsFor('submitted') },
      }),
    ),
  )
}
