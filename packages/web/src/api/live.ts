import type { Activity, DatasetActivity } from '@postil/contract/feedback/team/activity'
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

type Change = Exclude<keyof DatasetActivity, 'dataset_id'>

const ANSWERS = ['records', 'changes', 'last_activity_at'] as const

interface Pace {
  /** Milliseconds from the first change until data is fetched again. */
  firstMs: () => number
  /** Milliseconds between two requests for it, however much changes. */
  everyMs: number
  /** A change that is younger may be missing in a reply: data is then fetched once more. */
  settledMs: number
}

/** Random delay, so that not all pages send their requests at the same moment. */
const COUNTED: Pace = { firstMs: () => Math.random() * 500, everyMs: 3000, settledMs: 0 }
/** The server reports decisions once they are three seconds old. */
const DECIDED: Pace = { firstMs: () => 3500, everyMs: 3500, settledMs: 3500 }
/** The server reads all answers for it, which takes seconds for some hundred thousand: pages send their requests at different times. */
const COMPUTED: Pace = { firstMs: () => Math.random() * 3000, everyMs: 60_000, settledMs: 0 }

/** Data that changes when other users work, by the part of a dataset in its query keys: what it depends on, and how often it is refetched. */
const SHARED = new Map<unknown, readonly [dependsOn: readonly Change[], pace: Pace]>([
  ['metrics', [[...ANSWERS, 'leases'], COUNTED]],
  ['progress', [ANSWERS, COUNTED]],
  ['team-progress', [[...ANSWERS, 'decisions'], COUNTED]],
  // Reads the times of all validated records.
  ['classic-team', [ANSWERS, { ...COUNTED, everyMs: 10_000 }]],
  ['doubts', [['records', 'doubts'], COUNTED]],
  ['my-doubts', [['records', 'doubts'], COUNTED]],
  ['new-decisions', [['decisions'], DECIDED]],
  ['resolutions', [['decisions'], COUNTED]],
  ['responses', [ANSWERS, COUNTED]],
  ['disagreements', [[...ANSWERS, 'decisions'], COMPUTED]],
])

/**
 * Delay before connecting again after the server or a proxy refused the connection. A connection that merely breaks
 * is reopened by the browser.
 */
const TRY_AGAIN_MS = 15_000
/** Data fetched so long before the connection was made may be older than the first event. */
const FETCHED_BEFORE_MS = 1000

/**
 * The page's only event stream. Open only while a component uses it and the page is visible, since browsers allow six
 * connections per server.
 */
const live = {
  wanted: 0,
  /** The cache of the page that uses it. */
  client: undefined as QueryClient | undefined,
  source: undefined as EventSource | undefined,
  retry: undefined as ReturnType<typeof setTimeout> | undefined,
  isOn: false,
  /** The last state received of each dataset. */
  known: new Map<string, DatasetActivity>(),
  listeners: new Set<() => void>(),
}

/**
 * Keep the counts and the news of feedback datasets up to date while other users work on them, as long as the calling component is
 * mounted.
 *
 * @returns whether live updates are connected
 */
export function useLive(): boolean {
  const client = useQueryClient()
  useEffect(() => {
    live.client = client
    live.wanted += 1
    if (live.wanted === 1) document.addEventListener('visibilitychange', connect)
    connect()
    return () => {
      live.wanted -= 1
      if (live.wanted > 0) return
      document.removeEventListener('visibilitychange', connect)
      disconnect()
      stopWaiting()
    }
  }, [client])
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
  let openedAt = Date.now()
  source.addEventListener('open', () => {
    openedAt = Date.now()
    setOn(true)
  })
  source.addEventListener('activity', ({ data }) => {
    const { items }: Activity = JSON.parse(data)
    for (const item of items) {
      // The first event of a connection lists all datasets.
      const before = live.known.get(item.dataset_id)
      live.known.set(item.dataset_id, item)
      if (before) noteChanges(before, item)
      else noteOld(item.dataset_id, openedAt - FETCHED_BEFORE_MS)
    }
  })
  source.addEventListener('error', () => {
    setOn(false)
    if (source.readyState !== EventSource.CLOSED) return
    disconnect()
    live.retry = setTimeout(connect, TRY_AGAIN_MS)
  })
}

function disconnect(): void {
  live.source?.close()
  live.source = undefined
  clearTimeout(live.retry)
  setOn(false)
}

/** Refetch the data that depends on what has changed in a dataset. */
function noteChanges(before: DatasetActivity, now: DatasetActivity): void {
  for (const [part, [dependsOn, pace]] of SHARED) {
    const isHeld = cached(now.dataset_id, part).length > 0
    if (isHeld && dependsOn.some((one) => before[one] !== now[one])) refreshSoon(now.dataset_id, part, pace)
  }
}

/** Refetch what was fetched before a time, since changes after that time were not reported. */
function noteOld(datasetId: string, time: number): void {
  for (const [part, [, pace]] of SHARED) {
    const isOld = cached(datasetId, part).some(
      ({ state }) => state.dataUpdatedAt > 0 && state.dataUpdatedAt < time + pace.settledMs,
    )
    if (isOld) refreshSoon(datasetId, part, pace)
  }
}

function cached(datasetId: string, part: unknown) {
  const isOfPart = ({ queryKey }: Query) => queryKey[1] === datasetId && partOf(queryKey) === part
  return live.client?.getQueryCache().findAll({ queryKey: ['dataset'], predicate: isOfPart }) ?? []
}

/** The part of a dataset that a query is about: the decisions about any record are one, and the answers to it are another. */
function partOf([, , part, , ofRecord]: QueryKey): unknown {
  return part === 'record' && SHARED.has(ofRecord) ? ofRecord : part
}

interface Waiting {
  /** Each part to be fetched again, with the time of its last change. */
  due: Map<string, number>
  timer: ReturnType<typeof setTimeout>
}

/** What is to be fetched again, by its pace. Present for a while after a request, also if nothing is due. */
const waiting = new Map<Pace, Waiting>()

/** Invalidate a part of a dataset: soon after the first change, further ones throttled. */
function refreshSoon(datasetId: string, part: unknown, pace: Pace): void {
  const key = `${datasetId} ${part}`
  const known = waiting.get(pace)
  if (known) known.due.set(key, Date.now())
  else refreshIn(pace, pace.firstMs(), new Map([[key, Date.now()]]))
}

function refreshIn(pace: Pace, ms: number, due: Map<string, number>): void {
  const timer = setTimeout(() => {
    waiting.delete(pace)
    if (due.size === 0) return
    invalidate(due)
    const young = [...due].filter(([, at]) => at > Date.now() - pace.settledMs)
    refreshIn(pace, pace.everyMs, new Map(young))
  }, ms)
  waiting.set(pace, { due, timer })
}

/** Stop when no page is visible. What is due is invalidated, so that the next visible page fetches it. */
function stopWaiting(): void {
  for (const { due, timer } of waiting.values()) {
    clearTimeout(timer)
    invalidate(due)
  }
  waiting.clear()
}

function invalidate(due: ReadonlyMap<string, number>): void {
  if (due.size === 0) return
  // Requests that are already running are not restarted.
  void live.client?.invalidateQueries(
    { queryKey: ['dataset'], predicate: ({ queryKey }) => due.has(`${queryKey[1]} ${partOf(queryKey)}`) },
    { cancelRefetch: false },
  )
}
