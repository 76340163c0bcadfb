import type { Activity } from '@postil/contract/feedback/team/activity'
import { useEffect, useSyncExternalStore } from 'react'
import { queryClient } from './query-client.ts'

/** What depends on other people's work: the second part of a dataset's keys. */
const SHARED = new Set<unknown>(['metrics', 'progress', 'team-progress'])
/** However fast a team works: counts are asked for at most so often. */
const AT_MOST_EVERY_MS = 3000
/** After the server, or a proxy, refused the connection. When it is only cut off, the browser itself opens it again. */
const TRY_AGAIN_MS = 15_000

const changed = new Set<string>()
let pause: ReturnType<typeof setTimeout> | undefined

/** The one connection of this page. It is there while somebody wants it and the page is visible: a browser has six for a server. */
const live = {
  wanted: 0,
  source: undefined as EventSource | undefined,
  retry: undefined as ReturnType<typeof setTimeout> | undefined,
  isOn: false,
  /** Since the last event, something may have changed that nobody was told of. */
  hasGap: false,
  listeners: new Set<() => void>(),
}

/**
 * Keep the counts of feedback datasets up to date while others work on them, as long as the calling component is mounted.
 *
 * @returns whether they are at the moment
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
    // The first event lists every dataset. What is shown was fetched a moment ago, unless the connection was gone for a while.
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

/** Ask for the counts of these datasets again where they are shown: at once, and then with pauses. */
function refresh(datasetIds: readonly string[]): void {
  for (const id of datasetIds) changed.add(id)
  if (pause !== undefined || changed.size === 0) return
  pause = setTimeout(() => {
    pause = undefined
    refresh([])
  }, AT_MOST_EVERY_MS)
  const ids = new Set(changed)
  changed.clear()
  // What is being counted is not begun anew.
  void queryClient.invalidateQueries(
    { predicate: ({ queryKey: [kind, id, part] }) => kind === 'dataset' && ids.has(String(id)) && SHARED.has(part) },
    { cancelRefetch: false },
  )
}
