import { ApiError, NetworkError } from '@postil/sdk/errors'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { pageStep } from '../../list/paging.ts'
import {
  chosenElsewhere,
  extendRange,
  NO_SELECTION,
  pageState,
  type Selection,
  selectOnly,
  togglePage,
  toggleRecord,
} from '../../list/selection.ts'
import { leasedIds } from './list/use-bulk-page.ts'
import {
  type BulkChange,
  type BulkJob,
  CHUNK,
  chunkKey,
  jobSize,
  makeJob,
  movesOf,
  readJob,
  unsentIds,
} from './sending/bulk-job.ts'
import { type JobTools, runJob } from './sending/run-job.ts'
import { type Outcome, sendChunk } from './sending/send-chunk.ts'
import { failuresOf, savedOf } from './sending/use-bulk-run.ts'

const PAGE = ['a', 'b', 'c', 'd', 'e']
const saved = (recordId: string) => ({ id: `of ${recordId}`, updatedAt: '2026-01-01T00:00:00' })
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('')

it('leases as many records as one request takes, those of the page first', () => {
  const selected = Array.from({ length: 1200 }, (_, at) => `s${at}`)
  const leased = leasedIds(PAGE, ['b', ...selected])
  expect(leased).toHaveLength(1000)
  expect(leased.slice(0, 7)).toEqual([...PAGE, 's0', 's1'])
})

describe('selecting', () => {
  it('chooses one and takes it back', () => {
    const one = toggleRecord(NO_SELECTION, PAGE, 'b')
    expect(ids(one)).toBe('b')
    expect(ids(toggleRecord(one, PAGE, 'b'))).toBe('')
  })
  it.each([
    ['downwards', 'b', 'd', 'bcd'],
    ['upwards', 'd', 'b', 'bcd'],
    ['to itself', 'b', 'b', ''],
  ])('chooses a range %s', (_, from, to, chosen) => {
    expect(ids(toggleRecord(toggleRecord(NO_SELECTION, PAGE, from), PAGE, to, true))).toBe(chosen)
  })
  it('takes a range back when its end was chosen', () => {
    const all = togglePage(NO_SELECTION, PAGE)
    expect(ids(toggleRecord({ ...all, anchor: 'b' }, PAGE, 'd', true))).toBe('ae')
  })
  it('chooses but the one when a range has no beginning on this page', () => {
    expect(ids(toggleRecord({ ...selectOnly([]), anchor: 'gone' }, PAGE, 'c', true))).toBe('c')
  })
  it('knows how much of the page is chosen', () => {
    expect(pageState(NO_SELECTION, PAGE)).toBe('none')
    expect(pageState(selectOnly(['a']), PAGE)).toBe('some')
    expect(pageState(selectOnly([...PAGE, 'x']), PAGE)).toBe('all')
    expect(ids(togglePage(selectOnly(PAGE), PAGE))).toBe('')
  })
  it('keeps what is chosen on other pages when the page is chosen and taken back', () => {
    const all = togglePage(selectOnly(['x', 'y']), PAGE)
    expect(ids(all)).toBe('abcdexy')
    expect(chosenElsewhere(all, PAGE)).toBe(2)
    expect(ids(togglePage(all, PAGE))).toBe('xy')
  })
  it.each([
    ['grows', ['b', 'c', 'd'], 'bcd'],
    ['shrinks', ['b', 'c', 'd', 'c'], 'bc'],
    ['turns at its beginning', ['c', 'd', 'c', 'b'], 'bc'],
    ['begins anew where its beginning is on another page', ['b', 'a'], 'ab'],
  ])('a range by the keys %s', (_, way, chosen) => {
    const start = { ...NO_SELECTION, anchor: 'x' }
    const steps = way.slice(1).map((to, at) => ({ from: way[at] ?? to, to }))
    const range = steps.reduce<Selection>((now, { from, to }) => extendRange(now, PAGE, from, to), start)
    expect(ids(range)).toBe(chosen)
  })
  it('ends "all that match" as soon as one is taken out', () => {
    expect(toggleRecord({ ...selectOnly(PAGE), isAll: true }, PAGE, 'a').isAll).toBe(false)
  })
})

describe('pages, by the index of their first record', () => {
  it.each([
    [{ page: 1, size: 50 }, 143, 1, 51],
    [{ page: 101, size: 50 }, 143, 1, undefined],
    [{ page: 1, size: 50 }, 50, 1, undefined],
    [{ page: 1, size: 50 }, 51, 1, 51],
    [{ page: 31, size: 50 }, 143, -1, 1],
    [{ page: 1, size: 50 }, 143, -1, undefined],
    [{ page: 1, size: 50 }, undefined, 1, undefined],
  ] as const)('%o of %s, by %s: %s', (at, total, by, expected) => {
    expect(pageStep(at, total, by)).toBe(expected)
  })
})

const job = (count: number): BulkJob =>
  makeJob(
    'job',
    { status: 'submitted', values: { intent: { value: 'card' } } },
    Array.from({ length: count }, (_, index) => `r${index}`),
  )

/** A fake server that stores answers, remembers idempotency keys, and can lose requests or replies. */
function server(trouble: (call: number) => 'fine' | 'requestLost' | 'replyLost' = () => 'fine') {
  const answers = new Map<string, number>()
  const keys = new Map<string, string>()
  let calls = 0
  const send = vi.fn(async (change: BulkChange, recordIds: readonly string[], key: string): Promise<Outcome[]> => {
    const weather = trouble(calls++)
    if (weather === 'requestLost') throw new NetworkError('no connection')
    const body = JSON.stringify([change, recordIds])
    if (keys.has(key)) expect(keys.get(key)).toBe(body)
    else for (const recordId of recordIds) answers.set(recordId, (answers.get(recordId) ?? 0) + 1)
    keys.set(key, body)
    if (weather === 'replyLost') throw new NetworkError('connection reset')
    return recordIds.map((recordId) => ({ recordId, response: saved(recordId) }))
  })
  return { send, answers }
}
const tools = (over: Partial<JobTools> & Pick<JobTools, 'send'>): JobTools => ({
  wait: async () => undefined,
  onProgress: () => undefined,
  signal: new AbortController().signal,
  ...over,
})
const apiError = (status: number, detail: string) => new ApiError(status, { detail }, 'POST /bulk')

describe('one answer for many records', () => {
  it.each([undefined, false, true])('moves no count by what it overwrites: %s', (overwrites) => {
    const { from, to } = movesOf(makeJob('id', { status: 'submitted', values: {}, overwrites }, ['r']))
    expect([from, to]).toEqual([overwrites ? 'submitted' : 'pending', 'submitted'])
  })

  it('goes out in chunks of ten, with progress after each', async () => {
    const { send, answers } = server()
    const done: number[] = []
    const result = await runJob(job(25), tools({ send, onProgress: (now) => done.push(25 - unsentIds(now).length) }))
    expect(send.mock.calls.map(([, recordIds]) => recordIds.length)).toEqual([10, 10, 5])
    expect(done).toEqual([10, 20, 25])
    expect(answers.size).toBe(25)
    expect(result.outcomes).toHaveLength(25)
  })

  it('tells success and failure of each record [C20]', async () => {
    const item = {
      id: 'x',
      values: null,
      status: 'submitted',
      record_id: 'r0',
      user_id: 'u',
      inserted_at: '',
      updated_at: '',
    }
    const { calls } = fakeServer({
      routes: {
        'POST /api/v1/me/responses/bulk': () => ({
          items: [
            { item, error: null },
            { item: null, error: { detail: 'Record with id `r1` not found' } },
          ],
        }),
      },
    })
    const result = await runJob(job(2), tools({ send: sendChunk }))
    expect(result.outcomes).toEqual([
      { recordId: 'r0', response: { id: 'x', updatedAt: '' } },
      { recordId: 'r1', reason: 'Record with id `r1` not found' },
    ])
    expect(calls[0]?.path).toBe('/api/v1/me/responses/bulk?overwrite=false')
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
      items: ['r0', 'r1'].map((id) => ({ record_id: id, status: 'submitted', values: { intent: { value: 'card' } } })),
    })
  })

  it('reaches every record once, whatever happens to requests and replies', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 45 }),
        fc.array(fc.constantFrom('fine' as const, 'requestLost' as const, 'replyLost' as const), { maxLength: 12 }),
        async (count, weather) => {
          const { send, answers } = server((call) => weather[call] ?? 'fine')
          const result = await runJob(job(count), tools({ send }))
          expect(result.unsent).toEqual([])
          expect([...answers.values()]).toEqual(Array(count).fill(1))
        },
      ),
    )
  })

  it('goes on in a later visit where it stopped, chunk by chunk as before', async () => {
    const first = server((call) => (call === 1 ? 'replyLost' : 'fine'))
    let kept: unknown
    const leave = new AbortController()
    await runJob(
      job(30),
      tools({
        send: first.send,
        signal: leave.signal,
        onProgress: (now, { isWaiting }) => {
          kept = structuredClone(now)
          if (isWaiting) leave.abort()
        },
      }),
    )
    const found = readJob(kept)
    expect(found && unsentIds(found)).toHaveLength(20)
    // The server has received the second chunk already.
    await runJob(found ?? job(0), tools({ send: first.send }))
    expect([...first.answers.values()]).toEqual(Array(30).fill(1))
  })

  it('waits longer and longer while nobody answers', async () => {
    const waits: number[] = []
    const { send } = server((call) => (call < 7 ? 'requestLost' : 'fine'))
    await runJob(job(1), tools({ send, wait: async (ms) => void waits.push(ms) }))
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })

  it('stops when asked, after the chunk on its way, and names what is left', async () => {
    const stop = new AbortController()
    const { send, answers } = server()
    const onProgress = () => stop.abort()
    const result = await runJob(job(25), tools({ send, signal: stop.signal, onProgress }))
    expect(answers.size).toBe(10)
    expect(result.unsent).toHaveLength(15)
  })

  it('leaves the rest for after signing in when the session ends', async () => {
    const send = vi.fn().mockRejectedValue(apiError(401, 'no'))
    const result = await runJob(job(12), tools({ send }))
    expect(send).toHaveBeenCalledTimes(1)
    expect(result.unsent).toHaveLength(12)
  })

  it('counts a chunk refused as a whole as refused for each of its records, and goes on', async () => {
    const { send } = server()
    send.mockRejectedValueOnce(apiError(422, 'bad value'))
    const result = await runJob(job(12), tools({ send }))
    expect(result.outcomes.filter((one) => 'reason' in one && one.reason === 'bad value')).toHaveLength(10)
    expect(result.outcomes.filter((one) => 'response' in one)).toHaveLength(2)
  })

  it('has a key of its own for each chunk, and each record once', () => {
    const made = makeJob('id', { status: 'draft', values: {} }, [...PAGE, ...PAGE])
    expect(jobSize(made)).toBe(5)
    expect(new Set(job(CHUNK * 3).chunks.map((_, index) => chunkKey(made, index))).size).toBe(3)
  })

  it.each([undefined, null, '', '{', [], { id: 'x' }, { ...job(1), sent: 1 }])(
    'finds nothing to go on with in %j',
    (stored) => {
      expect(readJob(stored)).toBeUndefined()
    },
  )
})

describe('taking many answers back', () => {
  const undo = makeJob(
    'undo',
    { status: 'pending', from: 'submitted', responses: { r1: saved('r1'), r2: saved('r2') } },
    ['r1', 'r2'],
  )
  const deletions = (calls: readonly { method: string; path: string }[]) =>
    calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path.replace(/\?.*/, ''))

  it('deletes the response of each, and takes what is gone already for done [T15]', async () => {
    const gone = () => new FakeReply(404, { detail: 'gone' })
    const { calls } = fakeServer({
      routes: { 'DELETE /api/v1/responses/of%20r1': () => ({ id: 'of r1' }), 'DELETE /api/v1/responses/of%20r2': gone },
    })
    const result = await runJob(undo, tools({ send: sendChunk }))
    expect(deletions(calls)).toEqual(['/api/v1/responses/of%20r1', '/api/v1/responses/of%20r2'])
    expect(savedOf(result.outcomes).map(({ recordId }) => recordId)).toEqual(['r1', 'r2'])
  })

  it('leaves what was changed elsewhere since, and says so', async () => {
    const changed = () => new FakeReply(409, { detail: 'changed' })
    const { calls } = fakeServer({
      routes: {
        'DELETE /api/v1/responses/of%20r1': changed,
        'DELETE /api/v1/responses/of%20r2': () => ({ id: 'of r2' }),
      },
    })
    const result = await runJob(undo, tools({ send: sendChunk }))
    const known = calls.map(({ path }) => new URL(path, 'http://postil.test').searchParams.get('updated_at'))
    expect(known).toEqual([saved('r1').updatedAt, saved('r2').updatedAt])
    expect(savedOf(result.outcomes).map(({ recordId }) => recordId)).toEqual(['r2'])
    expect(failuresOf(result.outcomes)).toEqual([
      { recordId: 'r1', reason: 'answered elsewhere meanwhile', isAnswered: true },
    ])
  })

  it('tries again when the server is in trouble, and is kept meanwhile', async () => {
    let tries = 0
    const reply = () => (tries++ === 0 ? new FakeReply(503, { detail: 'later' }) : { id: 'of r1' })
    fakeServer({
      routes: {
        'DELETE /api/v1/responses/of%20r1': reply,
        'DELETE /api/v1/responses/of%20r2': () => ({ id: 'of r2' }),
      },
    })
    const kept: unknown[] = []
    const result = await runJob(undo, tools({ send: sendChunk, onProgress: (now) => kept.push(structuredClone(now)) }))
    expect(result.unsent).toEqual([])
    expect(readJob(kept[0])).toEqual(undo)
    expect(movesOf(undo)).toEqual({ from: 'submitted', to: 'pending' })
  })
})
