import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { fetchRecord, type RecordBatch } from '../../../api/feedback/records.ts'
import { queryKeys } from '../../../api/keys.ts'
import type { QueuePage } from './queue.ts'

/** Show a record's metadata, suggestions and decisions, and whether it is gold, as they are now, wherever this page holds it. */
export async function refreshRecord(client: QueryClient, record: AnnotationRecord): Promise<void> {
  const { id, datasetId } = record
  const keys = [
    queryKeys.gold(datasetId, id),
    queryKeys.resolutions(datasetId, id),
    queryKeys.goldCount(datasetId),
    queryKeys.disagreements(datasetId),
  ]
  await Promise.all([...keys.map((queryKey) => client.invalidateQueries({ queryKey })), refreshHeld(client, record)])
}

async function refreshHeld(client: QueryClient, { id, datasetId }: AnnotationRecord): Promise<void> {
  const { metadata, suggestions, resolutions, updatedAt } = await fetchRecord(id)
  const refreshed = (one: AnnotationRecord) =>
    one.id === id ? { ...one, metadata, suggestions, updatedAt, ...(one.resolutions && { resolutions }) } : one
  client.setQueryData<AnnotationRecord>(queryKeys.record(datasetId, id), (now) => now && refreshed(now))
  client.setQueriesData<InfiniteData<QueuePage>>(
    { queryKey: queryKeys.queuePages(datasetId, '').slice(0, 2) },
    (now) => now && { ...now, pages: now.pages.map((page) => ({ ...page, records: page.records.map(refreshed) })) },
  )
  client.setQueriesData<RecordBatch>(
    { queryKey: queryKeys.bulkPage(datasetId, '').slice(0, -1) },
    (now) => now && { ...now, records: now.records.map(refreshed) },
  )
}
