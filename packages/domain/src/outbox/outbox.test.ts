import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  baseOf,
  countsAfter,
  editsToSend,
  emptyOutbox,
  type FoundResponse,
  isEditDone,
  judgeFound,
  judgeReply,
  nextAttemptAt,
  nextToSend,
  type OutboxEntry,
  type OutboxEvent,
  type OutboxState,
  type Outcome,
  planRequest,
  type RecordStatus,
  type Reply,
  type RequestPlan,
  type ResponseChange,
  type ResponseVersion,
  reduceOutbox,
  refusedFor,
  retryMs,
  savedStates,
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
    ['create', { kind: 'done', version: null }, 'delivered'],
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
    ['update', error(409), 'findResponse'],
    ['delete', error(409), 'findResponse'],
    ['delete', error(404), 'delivered'],
  ] as const)('%s answered %o: %s', (kind, reply, outcome) => {
    const change: ResponseChange = kind === 'delete' ? { status: 'pending' } : submitted('a')
    const one = entry('e1', { change, responseId: kind === 'create' ? null : 'x' })
    expect(judgeReply(one, planRequest(one), reply).kind).toBe(outcome)
  })
})

describe('judging the response that stands in the place of an answer', () => {
  const found = (value: string, status: 'draft' | 'submitted' = 'submitted'): FoundResponse => ({
    ...{ id: 'x', updatedAt: 't2', status },
    values: { label: { value } },
  })
  const marks = { start: 0, end: 4, label: 'a' }
  const sameMarks = { label: 'a', end: 4, start: 0 }
  const marked: ResponseChange = { status: 'submitted', values: { label: { value: [marks] } } }
  const cleared: ResponseChange = { status: 'pending' }
  it.each<[string, Partial<OutboxEntry>, FoundResponse | undefined, string]>([
    ['the same', {}, found('a'), 'delivered'],
    [
      'the same in another order of keys',
      { change: marked },
      { ...found('a'), values: { label: { value: [sameMarks] } } },
      'delivered',
    ],
    ['another answer', {}, found('b'), 'refused'],
    ['the same answer as a draft', {}, found('a', 'draft'), 'refused'],
    ['one that was to be cleared, and was changed since', { change: cleared, responseId: 'x' }, found('a'), 'refused'],
    ['none any more, to be cleared', { change: cleared, responseId: 'x' }, undefined, 'delivered'],
    ['none any more, to be changed', { responseId: 'x' }, undefined, 'responseGone'],
    ['none, although one was in the way', {}, undefined, 'retry'],
  ])('%s', (_, one, response, outcome) => {
    expect(judgeFound(entry('e1', one), response).kind).toBe(outcome)
  })
})

describe('edits of classic records', () => {
  const annotation = { agent: 'ana', labels: [{ class: 'a', score: 1 }] }
  const edit = (gesture: string) => ({
    ...{ workspace: 'w', name: 'n', task: 'TextClassification' as const, gesture },
    record: { id: 1, status: 'Validated' as const, annotation },
  })
  const edited = (id: string, recordId: string, gesture: string) => entry(id, { recordId, edit: edit(gesture) })

  it('are sent as edits, those of quick gestures together', () => {
    const state = after(
      enqueue(edited('e1', 'r1', 'g1')),
      enqueue(edited('e2', 'r2', 'g1')),
      enqueue(edited('e3', 'r3', 'g2')),
      enqueue({ ...edited('e4', 'other', 'g3'), datasetId: 'other' }),
    )
    const first = nextToSend(state, 10)
    expect(first && planRequest(first)).toEqual({ kind: 'edit' })
    // Edits of another dataset are sent in separate requests.
    expect(first && editsToSend(state, first, 10).map(({ id }) => id)).toEqual(['e1', 'e2', 'e3'])
  })
  it('go with their own gesture only once they were tried', () => {
    const state = after(
      enqueue(edited('e1', 'r1', 'g1')),
      enqueue(edited('e2', 'r2', 'g1')),
      { type: 'started', id: 'e1' },
      { type: 'started', id: 'e2' },
      { type: 'failed', id: 'e1', now: 0 },
      { type: 'failed', id: 'e2', now: 0 },
      enqueue(edited('e3', 'r3', 'g2')),
      enqueue(edited('e4', 'r4', 'g3')),
    )
    const later = 3_600_000
    const idsWith = (id: string) => {
      const first = state.entries.find((one) => one.id === id)
      return first && editsToSend(state, first, later).map((one) => one.id)
    }
    expect(idsWith('e1')).toEqual(['e1', 'e2'])
    expect(idsWith('e3')).toEqual(['e3', 'e4'])
  })
  it('leave out a record whose earlier edit waits for its time', () => {
    const state = after(
      enqueue(edited('e1', 'r1', 'g1')),
      { type: 'started', id: 'e1' },
      { type: 'failed', id: 'e1', now: 0 },
      enqueue(edited('e2', 'r2', 'g2')),
      enqueue(edited('e3', 'r1', 'g2')),
    )
    const first = nextToSend(state, 10)
    expect(first && editsToSend(state, first, 10).map(({ id }) => id)).toEqual(['e2'])
  })
  it('learn the version that an earlier edit of the record made', () => {
    const state = after(
      enqueue(edited('e1', 'r1', 'g1')),
      { type: 'started', id: 'e1' },
      enqueue(edited('e2', 'r1', 'g2')),
      { type: 'delivered', id: 'e1', version: { id: 'r1', updatedAt: 't2' } },
    )
    expect(state.entries.map(({ id, basedOn }) => [id, basedOn])).toEqual([['e2', 't2']])
  })
  it.each([
    [409, 'refused'],
    [400, 'refused'],
    [404, 'refused'],
    [401, 'signedOut'],
    [503, 'retry'],
  ])('answered %i: %s', (status, outcome) => {
    expect(judgeReply(edited('e1', 'r1', 'g'), { kind: 'edit' }, { kind: 'error', status, messages: [] }).kind).toBe(
      outcome,
    )
  })
  it.each([
    [
      'the same in another order of keys',
      { status: 'Validated', annotation: { labels: [{ score: 1, class: 'a' }], agent: 'ana' } },
      true,
    ],
    ['another status', { status: 'Default', annotation }, false],
    ['another annotation', { status: 'Validated', annotation: { ...annotation, agent: 'eva' } }, false],
    ['none', { status: 'Validated' }, false],
  ])('are done when the record has %s: %o', (_, found, isDone) => {
    expect(isEditDone(edit('g'), found)).toBe(isDone)
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
    expect(savedStates(state, isOnline).map((one) => one.kind)).toEqual([kind])
  })

  it('tells of all states at once, what needs the user most first', () => {
    const refuse = (id: string, refusal: object): OutboxEvent => ({
      type: 'refused',
      id,
      refusal: { status: 422, messages: [], ...refusal },
    })
    const state = after(
      ...['e1', 'e2', 'e3', 'e4'].map((id) => enqueue(entry(id, { recordId: id }))),
      refuse('e1', {}),
      refuse('e2', { isAnsweredElsewhere: true }),
    )
    expect(savedStates(state, true)).toEqual([
      { kind: 'refused', count: 1 },
      { kind: 'elsewhere', count: 1 },
      { kind: 'saving', count: 2 },
    ])
    expect(savedStates(state, false).at(-1)).toEqual({ kind: 'waiting', count: 2 })
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
      version: { id: 'x', updatedAt: 't1' },
    })
    expect(state.entries.map(planRequest)).toMatchObject([{ kind: 'update', responseId: 'x', basedOn: 't1' }])
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

/** A fake server that stores one response per record and replies to a repeated idempotency key with its first reply. */
class FakeServer {
  responses = new Map<string, FoundResponse>()
  creations: string[] = []
  replies = new Map<string, Reply>()
  #ids = 0
  #time = 0

  handle(one: OutboxEntry): Reply {
    const plan = planRequest(one)
    if (plan.kind === 'nothing' || plan.kind === 'find' || plan.kind === 'edit') return { kind: 'done', version: null }
    const known = this.replies.get(plan.idempotencyKey)
    if (known) return known
    const reply = this.#apply(one, plan)
    if (reply.kind === 'done') this.replies.set(plan.idempotencyKey, reply)
    return reply
  }

  /** The same user answers in another browser or program. */
  answerElsewhere(recordId: string, values: AnswersByName): void {
    this.#write(recordId, { status: 'submitted', values })
  }

  #apply(
    { recordId, change, basedOn }: OutboxEntry,
    { kind, responseId }: RequestPlan & { responseId: string | null },
  ): Reply {
    const existing = this.responses.get(recordId)
    if (kind === 'create' && existing) return { kind: 'error', status: 409, messages: [] }
    if (kind !== 'create' && existing?.id !== responseId) return { kind: 'error', status: 404, messages: [] }
    if (kind !== 'create' && existing?.updatedAt !== basedOn) return { kind: 'error', status: 409, messages: [] }
    if (kind === 'create') this.creations.push(recordId)
    if (change.status !== 'pending') return { kind: 'done', version: this.#write(recordId, change) }
    this.responses.delete(recordId)
    return { kind: 'done', version: null }
  }

  #write(recordId: string, said: Pick<FoundResponse, 'status' | 'values'>): FoundResponse {
    const id = this.responses.get(recordId)?.id ?? `response-${this.#ids++}`
    const response = { ...said, id, updatedAt: `t${String(this.#time++).padStart(3, '0')}` }
    this.responses.set(recordId, response)
    return response
  }
}

type Weather = 'fine' | 'requestLost' | 'replyLost' | 'reload'
type Step =
  | { kind: 'answer'; recordId: string; status: RecordStatus; word: number }
  | { kind: 'elsewhere'; recordId: string; word: number }
  | { kind: 'send'; weather: Weather }

const recordId = fc.constantFrom('r1', 'r2', 'r3')
const answerStep = fc.record({
  kind: fc.constant('answer' as const),
  recordId,
  status: fc.constantFrom<RecordStatus>('pending', 'draft', 'submitted', 'discarded'),
  word: fc.nat(5),
})
const sendStep = fc.record({
  kind: fc.constant('send' as const),
  weather: fc.constantFrom<Weather>('fine', 'requestLost', 'replyLost', 'reload'),
})
const elsewhereStep = fc.record({ kind: fc.constant('elsewhere' as const), recordId, word: fc.nat(5) })

/** Simulates a page that answers records until all answers are sent. It never reads responses that were given elsewhere. */
function live(steps: readonly Step[]) {
  const server = new FakeServer()
  const last = new Map<string, OutboxEntry>()
  const delivered = new Set<string>()
  const known = new Map<string, ResponseVersion | null>()
  let state = emptyOutbox
  let now = 0
  const happen = (event: OutboxEvent) => {
    state = reduceOutbox(state, event)
  }

  const act = (one: OutboxEntry, outcome: Outcome): void => {
    const { id } = one
    if (outcome.kind === 'findResponse') act(one, judgeFound(one, server.responses.get(one.recordId)))
    else if (outcome.kind === 'retry') happen({ type: 'failed', id, now })
    else if (outcome.kind === 'responseGone') happen({ type: 'responseGone', id })
    else if (outcome.kind === 'delivered') {
      delivered.add(id)
      known.set(one.recordId, outcome.version)
      happen({ type: 'delivered', id, version: outcome.version })
    } else if (outcome.kind === 'refused') {
      const isOutdone = state.entries.some((two) => two.recordId === one.recordId && two.createdAt > one.createdAt)
      happen(isOutdone ? { type: 'dismissed', id } : { type: 'refused', id, refusal: outcome.refusal })
    } else throw new Error('nobody signed out')
  }

  const send = (weather: Weather) => {
    const one = nextToSend(state, now)
    if (!one) return
    happen({ type: 'started', id: one.id })
    const plan = planRequest(one)
    if (plan.kind === 'find') return act(one, judgeFound(one, server.responses.get(one.recordId)))
    const reply: Reply = weather === 'requestLost' ? { kind: 'noAnswer' } : server.handle(one)
    // The page was closed during the request: only the stored entries are left.
    if (weather === 'reload') {
      state = reduceOutbox(emptyOutbox, { type: 'loaded', entries: state.entries, asOf: now })
      return
    }
    act(one, judgeReply(one, plan, weather === 'replyLost' ? { kind: 'noAnswer' } : reply))
  }

  for (const one of steps) {
    now += 1
    if (one.kind === 'send') send(one.weather)
    else if (one.kind === 'elsewhere') server.answerElsewhere(one.recordId, { q: { value: `elsewhere ${one.word}` } })
    else {
      const { status } = one
      const change: ResponseChange = status === 'pending' ? { status } : { status, values: { q: { value: one.word } } }
      const from = last.get(one.recordId)?.change.status ?? 'pending'
      const base = baseOf(known.get(one.recordId) ?? null)
      const given = entry(`e${now}`, { recordId: one.recordId, change, from, ...base, createdAt: now })
      last.set(one.recordId, given)
      happen(enqueue(given))
    }
  }
  for (let tries = 0; tries < 500 && nextToSend(state, Number.POSITIVE_INFINITY); tries += 1) {
    now += 60_000
    send('fine')
  }
  return { server, last, delivered, state }
}

const said = (response: FoundResponse | undefined) => response && { status: response.status, values: response.values }

describe('whatever the weather', () => {
  it('the server ends with the last answer to every record, each created at most once before it is deleted [T15]', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(answerStep, sendStep), { maxLength: 40 }), (steps: Step[]) => {
        const { server, last, state } = live(steps)
        expect(state.entries).toEqual([])
        for (const [id, { change }] of last)
          expect(said(server.responses.get(id))).toEqual(change.status === 'pending' ? undefined : change)
        for (const id of last.keys()) {
          const created = server.creations.filter((one) => one === id).length
          const cleared = steps.filter((s) => s.kind === 'answer' && s.recordId === id && s.status === 'pending')
          expect(created).toBeLessThanOrEqual(1 + cleared.length)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('what was given elsewhere stays, and the last answer from here is kept beside it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(answerStep, sendStep, elsewhereStep), { maxLength: 40 }), (steps: Step[]) => {
        const { server, last, delivered, state } = live(steps)
        const elsewhere = new Map(steps.flatMap((s) => (s.kind === 'elsewhere' ? [[s.recordId, s.word]] : [])))
        for (const [id, word] of elsewhere) {
          const values = { q: { value: `elsewhere ${word}` } }
          expect(said(server.responses.get(id))).toEqual({ status: 'submitted', values })
        }
        for (const [id, given] of last)
          if (!delivered.has(given.id))
            expect(refusedFor(state, id)).toMatchObject({ id: given.id, refusal: { isAnsweredElsewhere: true } })
      }),
      { numRuns: 500 },
    )
  })
})
