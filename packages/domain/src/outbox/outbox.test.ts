import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countsAfter,
  emptyOutbox,
  judgeReply,
  nextAttemptAt,
  nextToSend,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  planRequest,
  type RecordStatus,
  type Reply,
  type ResponseChange,
  reduceOutbox,
  refusedFor,
  retryMs,
  savedMark,
  unsentFor,
} from './index'

const submitted = (label: string): ResponseChange => ({ status: 'submitted', values: { label: { value: label } } })

function entry(id: string, over: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    id,
    userId: 'u',
    datasetId: 'd',
    recordId: 'r1',
    change: submitted('a'),
    from: 'pending',
    responseId: null,
    answers: {},
    createdAt: Number(id.replace(/\D/g, '') || 0),
    isTried: false,
    attempts: 0,
    notBefore: 0,
    state: 'waiting',
    ...over,
  }
}

const after = (...events: OutboxEvent[]): OutboxState => events.reduce(reduceOutbox, emptyOutbox)
const enqueue = (one: OutboxEntry): OutboxEvent => ({ type: 'enqueued', entry: one })

describe('planning', () => {
  it.each([
    ['creates when there is no response [T15]', entry('e1'), 'create'],
    ['updates when there is one [T15]', entry('e1', { responseId: 'x' }), 'update'],
    ['deletes only when one exists [T15]', entry('e1', { responseId: 'x', change: { status: 'pending' } }), 'delete'],
    ['sends nothing to clear what is not there [T15]', entry('e1', { change: { status: 'pending' } }), 'nothing'],
    [
      'looks before it clears what it does not know',
      entry('e1', { from: 'draft', change: { status: 'pending' } }),
      'find',
    ],
  ])('%s', (_, one, kind) => {
    expect(planRequest(one).kind).toBe(kind)
  })
})

describe('judging a reply', () => {
  const error = (status: number): Reply => ({ kind: 'error', status, messages: ['no'] })
  it.each([
    ['create', { kind: 'done', responseId: 'x' }, 'delivered'],
    ['create', { kind: 'noAnswer' }, 'retry'],
    ['create', error(500), 'retry'],
    ['create', error(503), 'retry'],
    ['create', error(429), 'retry'],
    ['create', error(401), 'signedOut'],
    ['create', error(422), 'refused'],
    ['create', error(403), 'refused'],
    ['create', error(404), 'refused'],
    ['create', error(409), 'findResponse'],
    ['update', error(404), 'responseGone'],
    ['update', error(409), 'refused'],
    ['delete', error(404), 'delivered'],
  ] as const)('%s answered %o: %s', (kind, reply, outcome) => {
    const change: ResponseChange = kind === 'delete' ? { status: 'pending' } : submitted('a')
    const one = entry('e1', { change, responseId: kind === 'create' ? null : 'x' })
    expect(judgeReply(one, planRequest(one), reply).kind).toBe(outcome)
  })
})

describe('the mark', () => {
  it.each<[string, OutboxState, boolean, string]>([
    ['nothing to send', emptyOutbox, true, 'saved'],
    ['nothing to send, offline', emptyOutbox, false, 'saved'],
    ['just given', after(enqueue(entry('e1'))), true, 'saving'],
    ['offline', after(enqueue(entry('e1'))), false, 'waiting'],
    ['being sent', after(enqueue(entry('e1')), { type: 'started', id: 'e1' }), true, 'saving'],
    ['failed once', after(enqueue(entry('e1')), { type: 'failed', id: 'e1', now: 0 }), true, 'waiting'],
    ['signed out', after(enqueue(entry('e1')), { type: 'paused' }), true, 'waiting'],
    [
      'refused',
      after(enqueue(entry('e1')), { type: 'refused', id: 'e1', refusal: { status: 422, messages: [] } }),
      true,
      'refused',
    ],
  ])('%s', (_, state, isOnline, kind) => {
    expect(savedMark(state, isOnline).kind).toBe(kind)
  })
})

describe('order and time', () => {
  it('waits 1 s, then longer, at most 30 s', () => {
    expect([1, 2, 3, 5, 9].map(retryMs)).toEqual([1000, 2000, 4000, 16_000, 30_000])
  })

  it('sends one at a time', () => {
    const state = after(enqueue(entry('e1')), enqueue(entry('e2', { recordId: 'r2' })), { type: 'started', id: 'e1' })
    expect(nextToSend(state, 0)).toBeUndefined()
  })

  it('lets other records pass one that keeps failing, and never its own later answer', () => {
    const state = after(
      enqueue(entry('e1')),
      { type: 'started', id: 'e1' },
      { type: 'failed', id: 'e1', now: 0 },
      enqueue(entry('e2')),
      enqueue(entry('e3', { recordId: 'r2' })),
    )
    expect(nextToSend(state, 10)?.id).toBe('e3')
    expect(nextToSend(state, 1000)?.id).toBe('e1')
    expect(nextAttemptAt(state)).toBe(0)
  })

  it('drops an answer that was never tried when a newer one replaces it', () => {
    const state = after(enqueue(entry('e1')), enqueue(entry('e2', { from: 'submitted', change: submitted('b') })))
    expect(state.entries.map(({ id, from }) => [id, from])).toEqual([['e2', 'pending']])
  })

  it('keeps an answer whose fate is unknown before the newer one', () => {
    const tried: OutboxEvent[] = [
      { type: 'started', id: 'e1' },
      { type: 'failed', id: 'e1', now: 0 },
    ]
    const state = after(enqueue(entry('e1')), ...tried, enqueue(entry('e2')))
    expect(state.entries.map(({ id }) => id)).toEqual(['e1', 'e2'])
  })

  it('tells later answers to the record which response they change', () => {
    const state = after(enqueue(entry('e1')), { type: 'started', id: 'e1' }, enqueue(entry('e2')), {
      type: 'delivered',
      id: 'e1',
      responseId: 'x',
    })
    expect(state.entries.map(({ responseId }) => responseId)).toEqual(['x'])
  })

  it('sends nothing while signed out, and everything at once after signing in', () => {
    const paused = after(enqueue(entry('e1')), { type: 'failed', id: 'e1', now: 0 }, { type: 'paused' })
    expect(nextToSend(paused, 1e9)).toBeUndefined()
    expect(nextToSend(reduceOutbox(paused, { type: 'resumed' }), 0)?.id).toBe('e1')
  })

  it('gives a refused answer back until it is dismissed or answered anew', () => {
    const refused = after(enqueue(entry('e1', { answers: { label: 'a' } })), {
      type: 'refused',
      id: 'e1',
      refusal: { status: 422, messages: ['no'] },
    })
    expect(refusedFor(refused, 'r1')?.answers).toEqual({ label: 'a' })
    expect(unsentFor(refused, 'r1')).toBeUndefined()
    expect(reduceOutbox(refused, { type: 'dismissed', id: 'e1' }).entries).toEqual([])
    expect(reduceOutbox(refused, enqueue(entry('e2'))).entries.map(({ id }) => id)).toEqual(['e2'])
  })

  it('takes what other tabs stored, forgets what they sent, and keeps what came while reading', () => {
    const own = after(enqueue(entry('e1')), enqueue(entry('e9', { recordId: 'r9' })))
    const state = reduceOutbox(own, {
      type: 'loaded',
      entries: [entry('e2', { recordId: 'r2', state: 'sending' })],
      asOf: 5,
    })
    expect(state.entries.map(({ id, state: is }) => [id, is])).toEqual([
      ['e2', 'waiting'],
      ['e9', 'waiting'],
    ])
  })
})

describe('counts', () => {
  const counts = { pending: 5, draft: 1, submitted: 2, discarded: 0 }
  it('counts what is on its way, each record once [E29]', () => {
    const state = after(
      enqueue(entry('e1')),
      enqueue(entry('e2', { recordId: 'r2', change: { status: 'draft', values: {} } })),
      enqueue(entry('e3', { recordId: 'r2', from: 'draft', change: { status: 'draft', values: {} } })),
      enqueue(entry('e4', { recordId: 'r3', datasetId: 'other' })),
    )
    expect(countsAfter(counts, state, 'd')).toEqual({ pending: 3, draft: 2, submitted: 3, discarded: 0 })
  })
  it('never falls below 0', () => {
    const state = after(enqueue(entry('e1', { from: 'discarded' })))
    expect(countsAfter(counts, state, 'd').discarded).toBe(0)
  })
})

/** A server that keeps one response per record and answers a repeated key with its first reply. */
class FakeServer {
  responses = new Map<string, { id: string; value: string }>()
  creations: string[] = []
  replies = new Map<string, Reply>()
  #ids = 0

  handle(one: OutboxEntry): Reply {
    const plan = planRequest(one)
    if (plan.kind === 'nothing' || plan.kind === 'find') return { kind: 'done', responseId: one.responseId }
    const known = this.replies.get(plan.idempotencyKey)
    if (known) return known
    const reply = this.#apply(one, plan.kind)
    if (reply.kind === 'done') this.replies.set(plan.idempotencyKey, reply)
    return reply
  }

  #apply(one: OutboxEntry, kind: 'create' | 'update' | 'delete'): Reply {
    const existing = this.responses.get(one.recordId)
    const value = JSON.stringify(one.change)
    if (kind === 'create') {
      if (existing) return { kind: 'error', status: 409, messages: [] }
      const id = `response-${this.#ids++}`
      this.creations.push(one.recordId)
      this.responses.set(one.recordId, { id, value })
      return { kind: 'done', responseId: id }
    }
    if (existing?.id !== one.responseId || !existing) return { kind: 'error', status: 404, messages: [] }
    if (kind === 'delete') {
      this.responses.delete(one.recordId)
      return { kind: 'done', responseId: null }
    }
    this.responses.set(one.recordId, { id: existing.id, value })
    return { kind: 'done', responseId: existing.id }
  }
}

type Weather = 'fine' | 'requestLost' | 'replyLost' | 'reload'
type Step =
  | { kind: 'answer'; recordId: string; status: RecordStatus; word: number }
  | { kind: 'send'; weather: Weather }

const step = fc.oneof(
  fc.record({
    kind: fc.constant('answer' as const),
    recordId: fc.constantFrom('r1', 'r2', 'r3'),
    status: fc.constantFrom<RecordStatus>('pending', 'draft', 'submitted', 'discarded'),
    word: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant('send' as const),
    weather: fc.constantFrom<Weather>('fine', 'requestLost', 'replyLost', 'reload'),
  }),
)

describe('whatever the weather', () => {
  it('the server ends with the last answer to every record, each created at most once before it is deleted [T15]', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps: Step[]) => {
        const server = new FakeServer()
        const last = new Map<string, ResponseChange>()
        let state = emptyOutbox
        let now = 0

        const send = (weather: Weather) => {
          const one = nextToSend(state, now)
          if (!one) return
          state = reduceOutbox(state, { type: 'started', id: one.id })
          const responseId = server.responses.get(one.recordId)?.id ?? null
          if (planRequest(one).kind === 'find') {
            const type = responseId === null ? 'delivered' : 'replanned'
            state = reduceOutbox(state, { type, id: one.id, responseId })
            return
          }
          const reply: Reply = weather === 'requestLost' ? { kind: 'noAnswer' } : server.handle(one)
          if (weather === 'reload') {
            // The page died with the request on its way: what is stored is all that is left.
            state = reduceOutbox(emptyOutbox, { type: 'loaded', entries: state.entries, asOf: now })
            return
          }
          const outcome = judgeReply(one, planRequest(one), weather === 'replyLost' ? { kind: 'noAnswer' } : reply)
          if (outcome.kind === 'delivered') {
            state = reduceOutbox(state, { type: 'delivered', id: one.id, responseId: outcome.responseId })
          } else if (outcome.kind === 'retry') state = reduceOutbox(state, { type: 'failed', id: one.id, now })
          else if (outcome.kind === 'findResponse') {
            state = reduceOutbox(state, { type: 'replanned', id: one.id, responseId })
          } else if (outcome.kind === 'responseGone') {
            state = reduceOutbox(state, { type: 'replanned', id: one.id, responseId: null })
          } else throw new Error(`unexpected ${outcome.kind}`)
        }

        for (const one of steps) {
          now += 1
          if (one.kind === 'send') {
            send(one.weather)
            continue
          }
          const change: ResponseChange =
            one.status === 'pending'
              ? { status: 'pending' }
              : { status: one.status, values: { q: { value: one.word } } }
          const before = last.get(one.recordId)?.status ?? 'pending'
          const responseId = server.responses.get(one.recordId)?.id ?? null
          // A tab knows a response that it has seen delivered; it may also know nothing of it.
          const known = one.word % 2 === 0 ? responseId : null
          last.set(one.recordId, change)
          state = reduceOutbox(
            state,
            enqueue(
              entry(`e${now}`, { recordId: one.recordId, change, from: before, responseId: known, createdAt: now }),
            ),
          )
        }
        for (let tries = 0; tries < 500 && state.entries.length > 0; tries += 1) {
          now += 60_000
          send('fine')
        }

        expect(state.entries).toEqual([])
        for (const [recordId, change] of last) {
          const kept = server.responses.get(recordId)?.value
          expect(kept).toBe(change.status === 'pending' ? undefined : JSON.stringify(change))
        }
        for (const recordId of last.keys()) {
          const created = server.creations.filter((id) => id === recordId).length
          const cleared = steps.filter((s) => s.kind === 'answer' && s.recordId === recordId && s.status === 'pending')
          expect(created).toBeLessThanOrEqual(1 + cleared.length)
        }
      }),
      { numRuns: 500 },
    )
  })
})
