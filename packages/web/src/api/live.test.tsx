import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeys } from './keys.ts'
import { useLive } from './live.ts'
import { createQueryClient } from './query-client.ts'
import { fakeLive } from './testing/fake-live.ts'

const ID = 'live-1'
/** What a page shows of a dataset, by name. */
const KEYS = {
  metrics: queryKeys.metrics(ID),
  progress: queryKeys.progress(ID),
  team: queryKeys.teamProgress(ID),
  assignments: queryKeys.assignments(ID),
  doubts: [...queryKeys.dataset(ID), 'doubts'],
  myDoubts: queryKeys.myDoubts(ID),
  decisions: queryKeys.newDecisions(ID),
  disagreements: [...queryKeys.dataset(ID), 'disagreements'],
  resolutions: queryKeys.resolutions(ID, 'r1'),
  answers: [...queryKeys.record(ID, 'r1'), 'responses'],
  record: queryKeys.record(ID, 'r1'),
  fields: queryKeys.fields(ID),
  other: queryKeys.metrics('live-2'),
}
type Name = keyof typeof KEYS
const NAMES = Object.keys(KEYS) as Name[]

const fetched = new Map<Name, number>()
let live: ReturnType<typeof fakeLive>

function Part({ name }: { name: Name }) {
  useQuery({
    queryKey: KEYS[name],
    queryFn: () => {
      fetched.set(name, (fetched.get(name) ?? 0) + 1)
      return Promise.resolve(fetched.get(name))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return null
}

function Page() {
  return <p>{useLive() ? 'live' : 'not live'}</p>
}

/** Open a page that shows everything and follows live. */
async function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
      {NAMES.map((name) => (
        <Part key={name} name={name} />
      ))}
    </QueryClientProvider>,
  )
  await pass(0)
  act(() => live.accept(ID, 'live-2'))
  // Whatever the first event asks for.
  await pass(100_000)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** What was fetched again since the last call, by name and how often. */
function refetched(): Partial<Record<Name, number>> {
  const known = Object.fromEntries(fetched)
  fetched.clear()
  return known
}

beforeEach(() => {
  vi.useFakeTimers()
  live = fakeLive()
})
afterEach(async () => {
  cleanup()
  // What was noted of a change is due at most this long after it.
  await vi.advanceTimersByTimeAsync(120_000)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('live updates', () => {
  it.each<[change: string, Parameters<ReturnType<typeof fakeLive>['change']>[1], Name[]]>([
    ['an answer', { changes: 100 }, ['metrics', 'progress', 'team', 'assignments', 'disagreements', 'answers']],
    [
      'an import',
      { records: 200, changes: 101 },
      ['metrics', 'progress', 'team', 'assignments', 'doubts', 'myDoubts', 'disagreements', 'answers'],
    ],
    ['a lease', { leases: '1.7.3' }, ['metrics']],
    ['a doubt or a reply', { doubts: 300 }, ['doubts', 'myDoubts']],
    ['a decision', { decisions: 400 }, ['team', 'assignments', 'decisions', 'resolutions', 'disagreements']],
  ])('fetch again what is made of %s, and nothing else', async (_, change, names) => {
    await open()
    refetched()
    live.change(ID, change)
    await pass(4000)
    expect(Object.keys(refetched()).sort()).toEqual([...names].sort())
  })

  it('fetch counts at most every three seconds, and what the server computes from all answers once a minute', async () => {
    await open()
    refetched()
    for (let at = 1; at <= 40; at += 1) {
      live.change(ID, { changes: 1000 + at })
      await pass(500)
    }
    const { metrics = 0, disagreements = 0 } = refetched()
    expect(metrics).toBeGreaterThanOrEqual(6)
    expect(metrics).toBeLessThanOrEqual(7)
    expect(disagreements).toBe(1)
    await pass(60_000)
    // The last change is not lost.
    expect(refetched()).toMatchObject({ metrics: 1, disagreements: 1 })
    await pass(60_000)
    expect(refetched()).toEqual({})
  })

  it('spread what the server computes from all answers over some seconds', async () => {
    await open()
    refetched()
    vi.spyOn(Math, 'random').mockReturnValue(0.9)
    live.change(ID, { changes: 2000 })
    await pass(2600)
    expect(refetched()).toEqual({ metrics: 1, progress: 1, team: 1, assignments: 1, answers: 1 })
    await pass(200)
    expect(refetched()).toEqual({ disagreements: 1 })
  })

  it('ask for decisions when the server tells of them, also of one that follows another', async () => {
    await open()
    refetched()
    live.change(ID, { decisions: 500 })
    await pass(3400)
    live.change(ID, { decisions: 501 })
    expect(refetched().decisions).toBeUndefined()
    await pass(200)
    expect(refetched().decisions).toBe(1)
    await pass(3500)
    expect(refetched().decisions).toBe(1)
  })

  it('make up for what was missed while the connection was away, and only for that', async () => {
    await open()
    screen.getByText('live')
    refetched()
    act(() => live.fail({ isRefused: true }))
    screen.getByText('not live')
    live.change(ID, { leases: '2.9.4' }, { isMissed: true })
    await pass(15_000)
    expect(live.count()).toEqual({ open: 1, all: 2 })
    act(() => live.accept(ID, 'live-2'))
    screen.getByText('live')
    await pass(4000)
    expect(refetched()).toEqual({ metrics: 1 })
  })

  it('fetch at the start only what was fetched too long before, or does not have the latest decisions yet', async () => {
    const id = 'live-3'
    const names = ['metrics', 'new-decisions', 'disagreements']
    const asked: string[] = []
    const Late = ({ part }: { part: string }) => {
      const queryFn = () => Promise.resolve(asked.push(part))
      useQuery({ queryKey: ['dataset', id, part], queryFn, staleTime: Number.POSITIVE_INFINITY })
      return null
    }
    const start = async (fetchedBeforeMs: number) => {
      const parts = names.map((part) => <Late key={part} part={part} />)
      const client = createQueryClient()
      const page = (isLive: boolean) => (
        <QueryClientProvider client={client}>
          {parts}
          {isLive && <Page />}
        </QueryClientProvider>
      )
      const { rerender } = render(page(false))
      await pass(fetchedBeforeMs)
      asked.splice(0)
      rerender(page(true))
      await pass(0)
    }
    await start(500)
    act(() => live.accept(id))
    await pass(10_000)
    expect(asked).toEqual(['new-decisions'])
    cleanup()
    await pass(100_000)
    live.change(id, { changes: 77 }, { isMissed: true })
    await start(2000)
    act(() => live.accept(id))
    await pass(30_000)
    expect(asked.toSorted()).toEqual(['disagreements', 'metrics'])
  })

  it('are closed while the page is hidden', async () => {
    await open()
    refetched()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(live.count().open).toBe(0)
    live.change(ID, { doubts: 600 }, { isMissed: true })
    visibility.mockRestore()
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    act(() => live.accept(ID, 'live-2'))
    await pass(4000)
    expect(refetched()).toEqual({ doubts: 1, myDoubts: 1 })
  })
})
