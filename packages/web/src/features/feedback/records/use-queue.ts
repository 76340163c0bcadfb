import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { RecordResponse } from '../../../api/feedback/record.ts'
import { queryKeys } from '../../../api/keys.ts'
import { RETRY_MS, SILENT } from '../../../api/query-client.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import type { BatchPlace } from '../finding/search-body.ts'
import { isRefused } from '../notices/notice.ts'
import { overlayUnsent } from './overlay.ts'
import {
  BATCH,
  dropRecord,
  isNearEnd,
  NEW_VISIT,
  nextOpen,
  noteResponse,
  type Queue,
  type QueuePage,
  toQueue,
  type Visit,
} from './queue.ts'
import { fetchBatch, queryKey, type RecordQuery } from './record-query.ts'

/** The state and the actions of the queue on the screen. */
export interface QueueController {
  queue: Queue
  /** The error of the last request; the request is retried automatically unless the server refused it. */
  error: unknown
  retry: () => void
  /**
   * Fetch everything again, starting at a page.
   *
   * @param page - number of the starting page, from 1
   */
  reload: (page: number) => void
  /** Show the record at an index, computed from the latest queue. */
  show: (toIndex: (queue: Queue) => number) => void
  /** Note the user's answer to a record; undefined when it was cleared. */
  note: (recordId: string, response: RecordResponse | undefined) => void
  /** Show the next record that still belongs to the queue. */
  advance: () => void
  /** Remove a record that left the server's queue without an answer by the user. */
  drop: (recordId: string) => void
  /** Show a record again that was left out. */
  putBack: (recordId: string) => void
}

interface QueueInput {
  datasetId: string
  query: RecordQuery
  page: number
  memory: DeviceMemory
}

interface Held {
  key: string
  /** Number of the starting page, from 1. */
  page: number
  /** Number of reloads; part of the query key. */
  round: number
  visit: Visit
}

/** The queue of a query, with records fetched ahead. Another query starts a new queue. */
export function useQueue({ datasetId, query, page, memory }: QueueInput): QueueController {
  const { status } = query
  const key = queryKey(query)
  const open = (from: number, round = 0): Held => ({
    key,
    page: Math.max(1, Math.trunc(from) || 1),
    round,
    visit: NEW_VISIT,
  })
  const [stored, setHeld] = useState<Held>(() => open(page))
  const held = stored.key === key ? stored : open(page)
  if (held !== stored) setHeld(held)
  const { visit, round } = held

  const fetching = useInfiniteQuery({
    queryKey: queryKeys.queuePages(datasetId, `${key} ${held.page} ${round}`),
    queryFn: ({ pageParam, signal }) => fetchPage({ ...pageParam, signal }),
    initialPageParam: { after: '', offset: held.page - 1, limit: BATCH } as BatchPlace,
    getNextPageParam: ({ next }) => (next ? { after: next, offset: 0, limit: BATCH } : undefined),
    getPreviousPageParam: ({ offset = 0 }) => {
      const from = Math.max(0, offset - BATCH)
      return offset > 0 ? { offset: from, limit: offset - from } : undefined
    },
    // Each page is fetched only once: answered records would be missing from a page that is fetched again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: false,
    meta: SILENT,
  })
  const { data, error, isFetching } = fetching
  const queue = useMemo(() => toQueue(status, data?.pages ?? [], visit), [status, data, visit])

  async function fetchPage(place: BatchPlace): Promise<QueuePage> {
    const { outbox } = memory
    const asked = outbox.getState()
    const batch = await fetchBatch(datasetId, query, place)
    const { after, offset } = place
    if (after === '' && offset > 0 && batch.records.length === 0) return fetchPage({ ...place, offset: 0 })
    const records = batch.records.map((record) => overlayUnsent(record, outbox.getState(), asked))
    return { ...batch, records, offset: after ? undefined : offset }
  }

  const fetchMore = () => {
    if (isFetching) return
    if (!data) void fetching.refetch()
    else if (isNearEnd(queue)) void fetching.fetchNextPage()
    else if (queue.index < 2 && fetching.hasPreviousPage) void fetching.fetchPreviousPage()
  }
  const goOn = useEffectEvent(fetchMore)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each page and each step
  useEffect(() => {
    if (data && !isFetching && !error) goOn()
  }, [data, isFetching, error, queue])
  useEffect(() => {
    if (!error || isRefused(error)) return
    const retry = () => goOn()
    const timer = setInterval(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
    }
  }, [error])

  const change = (update: (queue: Queue, visit: Visit) => Visit) =>
    setHeld((now) => {
      if (now.key !== key || now.round !== round) return now
      const changed = update(toQueue(status, data?.pages ?? [], now.visit), now.visit)
      return changed === now.visit ? now : { ...now, visit: changed }
    })
  const show = (toIndex: (queue: Queue) => number) =>
    change((now, visit) => ({ ...visit, position: now.firstPage + toIndex(now) }))

  return {
    queue,
    error,
    retry: fetchMore,
    reload: (from) => setHeld(open(from, round + 1)),
    show,
    note: (recordId, response) => change((now, visit) => noteResponse(now, visit, recordId, response)),
    advance: () => show(nextOpen),
    drop: (recordId) => change((now, visit) => dropRecord(now, visit, recordId)),
    putBack: (recordId) => {
      change((_, visit) => ({ ...visit, dropped: new Set([...visit.dropped].filter((id) => id !== recordId)) }))
      show(({ records }) => records.findIndex(({ id }) => id === recordId))
    },
  }
}
