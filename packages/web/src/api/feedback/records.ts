import type { RecordStatus } from '@postil/domain/outbox/entry'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { inFittingPages } from './fitting-pages.ts'
import { type AnnotationRecord, toRecord } from './record.ts'

/** A page of a queue. */
export interface RecordBatch {
  records: readonly AnnotationRecord[]
  /** Number of records in the whole queue. */
  total: number
}

/** Which page of which queue. */
export interface RecordsQuery {
  datasetId: string
  status: RecordStatus
  /** Records to skip: page − 1 for a page that counts from 1 (spec section 9). */
  offset: number
  limit: number
  signal?: AbortSignal
}

/** The `include` parts for the records of a queue: decisions only where the user has submitted. */
export function partsFor(status: RecordStatus): string[] {
  return ['responses', 'suggestions', ...(status === 'submitted' ? ['resolutions'] : [])]
}

/** Records of one of the user's queues, with the user's own responses. Throws ERROR_FETCHING_RECORDS. */
export function fetchRecords({ datasetId, status, offset, limit, signal }: RecordsQuery): Promise<RecordBatch> {
  return named('ERROR_FETCHING_RECORDS', () =>
    inFittingPages({ offset, limit }, async (page) => {
      const { items, total } = await api('GET /api/v1/me/datasets/{dataset_id}/records', {
        params: { dataset_id: datasetId },
        query: { include: partsFor(status), ...page, response_status: [status] },
        signal,
      })
      return { records: items.map((item) => toRecord(item)), total }
    }),
  )
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
