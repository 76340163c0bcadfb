import type { ResponseUpsert } from '@postil/contract/feedback/responses'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { emptyOutbox, type OutboxState } from '@postil/domain/outbox/reduce'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type BulkJob, CHUNK, chunkKey, jobSize, makeJob, parseJob, unsentIds } from './bulk-job.ts'
import { pageStep } from './page-step.ts'
import { type JobTools, runJob } from './run-job.ts'
import { NO_SELECTION, pageState, selectOnly, togglePage, toggleRecord } from './selection.ts'
import { takeBack } from './take-back.ts'

const PAGE = ['a', 'b', 'c', 'd', 'e']
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].sort().join('')

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
  makeJob('job', {
    status: 'submitted',
    values: { intent: { value: 'card' } },
    recordIds: Array.from({ length: count }, (_, index) => `r${index}`),
  })
const response = (recordId: string) => ({
  item: {
    id: `response of ${recordId}`,
    values: null,
    status: 'submitted' as const,
    record_id: recordId,
    user_id: 'u',
    inserted_at: '',
    updated_at: '',
  },
  error: null,
})

/** A server that keeps answers, knows keys it has seen, and has bad days. */
function server(trouble: (call: number) => 'fine' | 'requestLost' | 'replyLost' = () => 'fine') {
  const answers = new Map<string, number>()
  const keys = new Map<string, string>()
  let calls = 0
  const send = vi.fn(async (items: readonly ResponseUpsert[], key: string) => {
    const weather = trouble(calls++)
    if (weather === 'requestLost') throw new NetworkError('no connection')
    const body = JSON.stringify(items)
    if (keys.has(key)) expect(keys.get(key)).toBe(body)
    else for (const { record_id } of items) answers.set(record_id, (answers.get(record_id) ?? 0) + 1)
    keys.set(key, body)
    if (weather === 'replyLost') throw new NetworkError('connection reset')
    return items.map(({ record_id }) => response(record_id))
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
  it('goes out in chunks of ten, with progress after each', async () => {
    const { send, answers } = server()
    const done: number[] = []
    const result = await runJob(job(25), tools({ send, onProgress: (now) => done.push(25 - unsentIds(now).length) }))
    expect(send.mock.calls.map(([items]) => items.length)).toEqual([10, 10, 5])
    expect(done).toEqual([10, 20, 25])
    expect(answers.size).toBe(25)
    expect(result.outcomes).toHaveLength(25)
  })

  it('tells success and failure of each record [C20]', async () => {
    const result = await runJob(
      job(2),
      tools({ send: async () => [response('r0'), { item: null, error: { detail: 'Record with id `r1` not found' } }] }),
    )
    expect(result.outcomes).toEqual([
      { recordId: 'r0', responseId: 'response of r0' },
      { recordId: 'r1', reason: 'Record with id `r1` not found' },
    ])
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
    let kept: string | undefined
    const leave = new AbortController()
    await runJob(
      job(30),
      tools({
        send: first.send,
        signal: leave.signal,
        onProgress: (now, { isWaiting }) => {
          kept = JSON.stringify(now)
          if (isWaiting) leave.abort()
        },
      }),
    )
    const found = parseJob(kept ?? null)
    expect(found && unsentIds(found)).toHaveLength(20)
    // The server is the same one: it has seen the second chunk already.
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
    expect(result.outcomes.filter((one) => 'responseId' in one)).toHaveLength(2)
  })

  it('has a key of its own for each chunk, and each record once', () => {
    const made = makeJob('id', { status: 'draft', values: {}, recordIds: [...PAGE, ...PAGE] })
    expect(jobSize(made)).toBe(5)
    expect(new Set(job(CHUNK * 3).chunks.map((_, index) => chunkKey(made, index))).size).toBe(3)
  })

  it.each([null, '', '{', '[]', '{"id":"x"}', JSON.stringify({ ...job(1), sent: 1 })])(
    'finds nothing to go on with in %j',
    (text) => {
      expect(parseJob(text)).toBeUndefined()
    },
  )
})

describe('taking many answers back', () => {
  it('gives each to the outbox as a deletion, and is done when the server has them all [T15]', async () => {
    let state: OutboxState = emptyOutbox
    const listeners = new Set<() => void>()
    const set = (entries: OutboxEntry[]) => {
      state = { ...state, entries }
      for (const listener of [...listeners]) listener()
    }
    const outbox = {
      getState: () => state,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      enqueue: async (answer: Parameters<Parameters<typeof takeBack>[0]['enqueue']>[0]) =>
        set([
          ...state.entries,
          {
            ...answer,
            id: answer.recordId,
            userId: 'u',
            createdAt: 0,
            isTried: false,
            attempts: 0,
            notBefore: 0,
            state: 'waiting',
          },
        ]),
    }
    const saved = ['r1', 'r2'].map((recordId) => ({ recordId, responseId: `of ${recordId}` }))
    let isDone = false
    const done = takeBack(outbox, 'd', { status: 'submitted', answers: {}, saved }).then(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(state.entries).toHaveLength(2))
    expect(state.entries.map(({ change, from, responseId }) => [change.status, from, responseId])).toEqual([
      ['pending', 'submitted', 'of r1'],
      ['pending', 'submitted', 'of r2'],
    ])
    set(state.entries.slice(1))
    await Promise.resolve()
    expect(isDone).toBe(false)
    set([])
    await done
    expect(listeners.size).toBe(0)
  })
})
