import type { Activity } from '@postil/contract/feedback/team/activity'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** Data that changes when other users work: the second part of a dataset's query keys. */
const SHARED = new Set<unknown>(['metrics', 'progress', 'team-progress', 'doubts'])
/** Throttle: counts are refetched at most once in this time. */
const AT_MOST_EVERY_MS = 3000
/**
 * Delay before connecting again after the server or a proxy refused the connection. A connection that merely breaks
 * is reopened by the browser.
 */
const TRY_AGAIN_MS = 15_000

const changed = new Set<string>()
let pause: ReturnType<typeof setTimeout> | undefined

/**
 * The page's only event stream. Open only while a component uses it and the page is visible, since browsers allow six
 * connections per server.
 */
const live = {
  wanted: 0,
  source: undefined as EventSource | undefined,
  retry: undefined as ReturnType<typeof setTimeout> | undefined,
  isOn: false,
  /** Events may have been missed since the last one received. */
  hasGap: false,
  listeners: new Set<() => void>(),
}

/**
 * Keep the counts of feedback datasets up to date while other users work on them, as long as the calling component is
 * mounted.
 *
 * @returns whether live updates are connected
 */
export function useLive(): boolean {
  useEffect(() => {
    live.wanted += 1
    if (live.wanted === 1) document.addEventListener('visibilitychange', connect)
    connect()
    return () => {
      live.wanted -= 1
      if (live.wanted > 0) return
      document.removeEventListener('visibilitychange', connect)
      disconnect()
    }
  }, [])
  return useSyncExternalStore(subscribe, () => live.isOn)
}

function subscribe(listener: () => void): () => void {
  live.listeners.add(listener)
  return () => live.listeners.delete(listener)
}

function setOn(isOn: boolean): void {
  if (live.isOn === isOn) return
  live.isOn = isOn
  for (const listener of live.listeners) listener()
}

function connect(): void {
  if (document.visibilityState === 'hidden') disconnect()
  else if (!live.source && live.wanted > 0 && typeof EventSource !== 'undefined') open()
}

function open(): void {
  clearTimeout(live.retry)
  const source = new EventSource('/api/v1/me/activity')
  live.source = source
  let isFirst = true
  source.addEventListener('open', () => {
    isFirst = true
    setOn(true)
  })
  source.addEventListener('activity', ({ data }) => {
    const { items }: Activity = JSON.parse(data)
    // The first event after connecting lists all datasets. Data on the screen has just been fetched, so it can be
    // ignored unless events were missed.
    if (!isFirst || live.hasGap) refresh(items.map(({ dataset_id }) => dataset_id))
    isFirst = false
    live.hasGap = false
  })
  source.addEventListener('error', () => {
    setOn(false)
    live.hasGap = true
    if (source.readyState !== EventSource.CLOSED) return
    disconnect()
    live.retry = setTimeout(connect, TRY_AGAIN_MS)
  })
}

function disconnect(): void {
  if (live.source) live.hasGap = true
  live.source?.close()
  live.source = undefined
  clearTimeout(live.retry)
  setOn(false)
}

/** Invalidate the counts of these datasets: the first change at once, further ones throttled. */
function refresh(datasetIds: readonly string[]): void {
  for (const id of datasetIds) changed.add(id)
  if (pause !== undefined || changed.size === 0) return
  pause = setTimeout(() => {
    pause = undefined
    refresh([])
  }, AT_MOST_EVERY_MS)
  const ids = new Set(changed)
  changed.clear()
  // Requests that are already running are not restarted.
  void queryClient.invalidateQueries(
    { predicate: ({ queryKey: [kind, id, part] }) => kind === 'dataset' && ids.has(String(id)) && SHARED.has(part) },
    { cancelRefetch: false },
  )
}
