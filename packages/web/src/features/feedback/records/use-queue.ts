import { useCallback, useEffect, useRef, useState } from 'react'
import type { RecordResponse } from '../../../api/feedback/record.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { overlayUnsent, unsentLeaving } from './overlay.ts'
import { advance, noteResponse, openQueue, planFetch, planPrevious, type Queue, receiveBatch } from './queue.ts'
import { fetchBatch, queryKey, type RecordQuery } from './record-query.ts'

const RETRY_MS = 5000

/** A queue on the screen, and what can be done with it. */
export interface QueueDesk {
  queue: Queue
  /** Fetching failed; it goes on by itself. */
  error: unknown
  retry: () => void
  /** Fetch everything anew. @param page - to begin at */
  reload: (page: number) => void
  change: (update: (queue: Queue) => Queue) => void
  /** Note the user's answer to a record. */
  note: (recordId: string, response: RecordResponse | undefined) => void
  advance: () => void
}

interface QueueInput {
  datasetId: string
  query: RecordQuery
  page: number
  memory: DeviceMemory
}

interface Held {
  key: string
  queue: Queue
  error: unknown
}

/** The records of a query, fetched ahead of the reader. Another query begins another queue, with nothing left over. */
export function useQueue({ datasetId, query, page, memory }: QueueInput): QueueDesk {
  const key = `${datasetId}/${queryKey(query)}`
  const [stored, setHeld] = useState<Held>(() => ({ key, queue: openQueue(query.status, page), error: undefined }))
  const held = stored.key === key ? stored : { key, queue: openQueue(query.status, page), error: undefined }
  if (held !== stored) setHeld(held)
  const { queue, error } = held
  const inFlight = useRef<AbortController>(undefined)
  const [reloads, setReloads] = useState(0)
  const { outbox } = memory

  const change = useCallback(
    (update: (queue: Queue) => Queue) =>
      setHeld((now) => {
        const next = now.key === key ? update(now.queue) : now.queue
        return next === now.queue ? now : { ...now, queue: next }
      }),
    [key],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of dataset and query
  const load = useCallback(
    async (plan: NonNullable<ReturnType<typeof planFetch>>) => {
      const controller = new AbortController()
      inFlight.current = controller
      const { signal } = controller
      try {
        const batch = await fetchBatch(datasetId, query, { offset: plan.offset, limit: plan.limit, signal })
        if (signal.aborted) return
        inFlight.current = undefined
        const state = outbox.getState()
        const records = batch.records.map((record) => overlayUnsent(record, state))
        const unsent = unsentLeaving(state, datasetId, query.status)
        setHeld((now) =>
          now.key === key
            ? { ...now, error: undefined, queue: receiveBatch(now.queue, plan, { ...batch, records }, unsent) }
            : now,
        )
      } catch (failure) {
        if (signal.aborted) return
        inFlight.current = undefined
        setHeld((now) => (now.key === key ? { ...now, error: failure } : now))
      }
    },
    [key, outbox],
  )

  const stopFetching = useCallback(() => {
    inFlight.current?.abort()
    inFlight.current = undefined
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is on its way belongs to one key and one reload
  useEffect(() => stopFetching, [key, reloads, stopFetching])

  useEffect(() => {
    if (inFlight.current || error) return
    const isAtStart = queue.records.length > 0 && queue.index < 2
    const plan = planFetch(queue) ?? (isAtStart ? planPrevious(queue) : undefined)
    if (plan) void load(plan)
  }, [queue, error, load])

  const retry = useCallback(() => setHeld((now) => (now.error ? { ...now, error: undefined } : now)), [])
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retry)
    }
  }, [error, retry])

  return {
    queue,
    error,
    retry,
    change,
    reload: (from) => {
      // At once, not when the new queue is drawn: a reply that comes in between would be taken for one to the new queue.
      stopFetching()
      setReloads((count) => count + 1)
      setHeld({ key, queue: openQueue(query.status, from), error: undefined })
    },
    note: (recordId, response) => change((now) => noteResponse(now, recordId, response)),
    advance: () => change(advance),
  }
}
