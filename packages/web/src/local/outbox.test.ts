import { type OutboxEntry, planRequest, type RequestPlan, type ResponseChange } from '@postil/domain/outbox/entry'
import type { Reply } from '@postil/domain/outbox/outcome'
import { savedStates } from '@postil/domain/outbox/select'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RepositoryError, replyOf } from '../api/errors.ts'
import type { RecordResponse } from '../api/feedback/record.ts'
import type { Sent } from '../api/feedback/responses.ts'
import { KeptEdits } from './edits.ts'
import { type NewAnswer, type NewEdit, Outbox, type OutboxTools } from './outbox.ts'
import { memoryStore, type OutboxStore } from './outbox-store.ts'
import type { SendEdits } from './send-edits.ts'
import type { TabChannel, TabMessage } from './tabs.ts'

const submitted = (value: string): ResponseChange => ({ status: 'submitted', values: { q: { value } } })
const answer = (over: Partial<NewAnswer> = {}): NewAnswer => ({
  datasetId: 'd',
  recordId: 'r1',
  change: submitted('a'),
  from: 'pending',
  base: null,
  answers: { q: 'a' },
  ...over,
})
const edit = (recordId: string, gesture: string): NewEdit => ({
  datasetId: 'd',
  recordId,
  lastUpdated: 't0',
  edit: {
    ...{ workspace: 'w', name: 'd', task: 'Text2Text', gesture },
    record: { id: recordId, status: 'Validated', annotation: null },
  },
})
const response = (id: string, over: Partial<RecordResponse> = {}): RecordResponse => ({
  ...{ id, status: 'submitted', values: {}, updatedAt: 't1' },
  ...over,
})
const done = (id: string | null, updatedAt = 't1'): Sent => ({
  reply: { kind: 'done', version: id === null ? null : { id, updatedAt } },
  response: id === null ? undefined : response(id, { updatedAt }),
})
const refused = (status: number): Sent => ({
  reply: { kind: 'error', status, messages: ['not like this'] },
  response: undefined,
})
const noAnswer: Sent = { reply: { kind: 'noAnswer' }, response: undefined }

function channelHub(): () => TabChannel {
  const all = new Set<{ listeners: Set<(message: TabMessage) => void> }>()
  return () => {
    const own = { listeners: new Set<(message: TabMessage) => void>() }
    all.add(own)
    return {
      tell: (message) => {
        for (const other of all) if (other !== own) for (const listener of other.listeners) listener(message)
      },
      listen: (listener) => {
        own.listeners.add(listener)
        return () => own.listeners.delete(listener)
      },
    }
  }
}

let ids = 0
function open(over: Partial<OutboxTools> = {}): Outbox {
  return new Outbox('u', {
    store: memoryStore(),
    send: async () => done('x'),
    sendEdits: async () => new Map(),
    findResponse: async () => undefined,
    withLock: (work) => work(),
    tabs: channelHub()(),
    newId: () => `id-${ids++}`,
    now: Date.now,
    ...over,
  })
}

/** Two tabs of one browser: they share the store and the lock, and receive each other's messages. */
function openTwo(send: OutboxTools['send']): [Outbox, Outbox] {
  const store = memoryStore()
  const tabs = channelHub()
  let lock = Promise.resolve()
  const withLock = (work: () => Promise<void>) => (lock = lock.then(work))
  const tab = () => open({ store, withLock, send, tabs: tabs() })
  return [tab(), tab()]
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('the outbox', () => {
  it('stores an answer on the device before it asks the network', async () => {
    const order: string[] = []
    const store = memoryStore()
    const watched: OutboxStore = {
      ...store,
      addEntries: async (...added) => {
        await store.addEntries(...added)
        order.push('stored')
      },
    }
    const outbox = open({
      store: watched,
      send: async () => {
        order.push('sent')
        return done('x')
      },
    })
    await outbox.enqueue(answer())
    await settle()
    expect(order).toEqual(['stored', 'sent'])
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'saved', count: 0 }])
    expect(await store.loadEntries('u')).toEqual([])
  })

  it('takes answers while the server is down, and sends them in order when it is back', async () => {
    let isUp = false
    const sent: string[] = []
    const outbox = open({
      send: async (entry) => {
        if (!isUp) return noAnswer
        sent.push(entry.recordId)
        return done(entry.recordId)
      },
    })
    await outbox.enqueue(answer())
    await outbox.enqueue(answer({ recordId: 'r2' }))
    await settle()
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'waiting', count: 2 }])
    expect(outbox.hasUnsent()).toBe(true)
    isUp = true
    await vi.advanceTimersByTimeAsync(2000)
    expect(sent).toEqual(['r1', 'r2'])
    expect(outbox.hasUnsent()).toBe(false)
  })

  it('sends at once when asked to, however long the store says to wait, also after a reload', async () => {
    const store = memoryStore()
    let isDown = true
    const tools = { store, send: async () => (isDown ? noAnswer : done('x')) }
    const outbox = open(tools)
    await outbox.enqueue(answer())
    await vi.advanceTimersByTimeAsync(20_000)
    outbox.stop()
    expect((await store.loadEntries('u'))[0]?.notBefore).toBeGreaterThan(Date.now() + 5000)
    isDown = false
    const reloaded = open(tools)
    await reloaded.start()
    await settle()
    expect(savedStates(reloaded.getState())).toEqual([{ kind: 'saved', count: 0 }])
    expect(await store.loadEntries('u')).toEqual([])
  })

  it('sends under the same key after the page died with the request on its way', async () => {
    const store = memoryStore()
    const keys: string[] = []
    const keyOf = (plan: RequestPlan) => ('idempotencyKey' in plan ? plan.idempotencyKey : '')
    const first = open({
      store,
      send: (_, plan) => {
        keys.push(keyOf(plan))
        return new Promise(() => undefined)
      },
    })
    await first.enqueue(answer())
    await settle()
    first.stop()

    const second = open({
      store,
      send: async (_, plan) => {
        keys.push(keyOf(plan))
        return done('x')
      },
    })
    await second.start()
    await settle()
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    expect(await store.loadEntries('u')).toEqual([])
  })

  it('waits for the login when the session has expired, then goes on', async () => {
    const send = vi.fn<OutboxTools['send']>(async () => refused(401))
    const outbox = open({ send })
    await outbox.enqueue(answer())
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).toHaveBeenCalledOnce()
    send.mockImplementation(async () => done('x'))
    outbox.resume()
    await settle()
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'saved', count: 0 }])
  })

  it('gives an answer back when another was given elsewhere meanwhile, which stays', async () => {
    const store = memoryStore()
    const send = vi.fn<OutboxTools['send']>(async () => refused(409))
    const theirs = response('theirs', { values: { q: { value: 'b' } } })
    const outbox = open({ store, send, findResponse: async () => theirs })
    const back: unknown[] = []
    outbox.onRefused(({ answers }, found) => back.push([answers, found]))
    await outbox.enqueue(answer())
    await vi.advanceTimersByTimeAsync(120_000)
    expect(send).toHaveBeenCalledOnce()
    expect(back).toEqual([[{ q: 'a' }, theirs]])
    expect(await store.loadEntries('u')).toMatchObject([{ state: 'refused', refusal: { isAnsweredElsewhere: true } }])
  })

  it('takes the very same answer given elsewhere for its own', async () => {
    const theirs = response('theirs', { values: { q: { value: 'a' } }, updatedAt: 't5' })
    const outbox = open({ send: async () => refused(409), findResponse: async () => theirs })
    const told: unknown[] = []
    outbox.onDelivered((_, found) => told.push(found))
    await outbox.enqueue(answer())
    await settle()
    expect(told).toEqual([theirs])
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'saved', count: 0 }])
    expect(outbox.latestOwn('r1', null)).toEqual({ id: 'theirs', updatedAt: 't5' })
  })

  it('sends the later answer of the two that waited, and gives only that back', async () => {
    let isDown = true
    const theirs = response('theirs', { values: { q: { value: 'z' } } })
    const store = memoryStore()
    const outbox = open({
      store,
      send: async () => (isDown ? noAnswer : refused(409)),
      findResponse: async () => theirs,
    })
    const back: string[] = []
    outbox.onRefused(({ id }) => back.push(id))
    await outbox.enqueue(answer())
    await settle()
    await outbox.enqueue(answer({ change: submitted('b') }))
    isDown = false
    await vi.advanceTimersByTimeAsync(5000)
    const kept = await store.loadEntries('u')
    expect(kept.map(({ id, change }) => [id, change])).toEqual([[back[0], submitted('b')]])
    expect(back).toHaveLength(1)
  })

  it('changes the response as it was seen, or as its own last answer left it', async () => {
    const plans: RequestPlan[] = []
    const outbox = open({
      send: async (_, plan) => {
        plans.push(plan)
        return done('x', `t${plans.length + 1}`)
      },
    })
    const seen = (updatedAt: string) => answer({ base: { id: 'x', updatedAt }, from: 'submitted' })
    await outbox.enqueue(seen('t1'))
    await settle()
    // The screen still shows the previous response; a newer one than the user's own answer was fetched from the
    // server meanwhile.
    await outbox.enqueue(seen('t1'))
    await settle()
    await outbox.enqueue(seen('t9'))
    await settle()
    expect(plans).toMatchObject([{ basedOn: 't1' }, { basedOn: 't2' }, { basedOn: 't9' }])
  })

  it('begins anew after it has cleared the record', async () => {
    const plans: RequestPlan[] = []
    const outbox = open({
      send: async (_, plan) => {
        plans.push(plan)
        return done(plan.kind === 'delete' ? null : 'y')
      },
    })
    const base = { id: 'x', updatedAt: 't1' }
    await outbox.enqueue(answer({ base, from: 'submitted', change: { status: 'pending' } }))
    await settle()
    await outbox.enqueue(answer({ base }))
    await settle()
    expect(plans.map(({ kind }) => kind)).toEqual(['delete', 'create'])
  })

  it('does not take what another tab answered for what this one has seen', async () => {
    const plans: RequestPlan[] = []
    const [one, two] = openTwo(async (_, plan) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      plans.push(plan)
      return done('x', 't2')
    })
    await two.start()
    await one.enqueue(answer())
    await vi.advanceTimersByTimeAsync(1000)
    await two.enqueue(answer({ base: { id: 'x', updatedAt: 't1' } }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(plans).toMatchObject([{ kind: 'create' }, { kind: 'update', basedOn: 't1' }])
  })

  it('creates anew when the response was deleted elsewhere', async () => {
    const plans: string[] = []
    const outbox = open({
      send: async (entry) => {
        const plan = planRequest(entry)
        plans.push(plan.kind)
        return plan.kind === 'update' ? refused(404) : done('new')
      },
    })
    await outbox.enqueue(answer({ base: { id: 'old', updatedAt: 't1' } }))
    await settle()
    expect(plans).toEqual(['update', 'create'])
  })

  it('changes the response that its own earlier answer created [T15]', async () => {
    const plans: RequestPlan[] = []
    const outbox = open({
      send: async (_, plan) => {
        plans.push(plan)
        return done('x')
      },
    })
    await outbox.enqueue(answer())
    await settle()
    // The screen does not know the response's id yet.
    await outbox.enqueue(answer({ change: submitted('b'), from: 'submitted' }))
    await settle()
    expect(plans.map(({ kind }) => kind)).toEqual(['create', 'update'])
    expect(plans[1]).toMatchObject({ responseId: 'x' })
  })

  it('gives a refused answer back with its reason, and goes on with the others', async () => {
    const outbox = open({ send: async ({ recordId }) => (recordId === 'r1' ? refused(422) : done('x')) })
    const back: OutboxEntry[] = []
    outbox.onRefused((entry) => back.push(entry))
    await outbox.enqueue(answer())
    await outbox.enqueue(answer({ recordId: 'r2' }))
    await settle()
    expect(back.map(({ recordId, answers }) => [recordId, answers])).toEqual([['r1', { q: 'a' }]])
    expect(outbox.getState().entries).toMatchObject([
      { recordId: 'r1', state: 'refused', refusal: { status: 422, messages: ['not like this'] } },
    ])
    await outbox.dismiss(outbox.getState().entries[0]?.id ?? '')
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'saved', count: 0 }])
  })

  it('does not try at once in a second tab what another could not send', async () => {
    const attempts: number[] = []
    const begin = Date.now()
    const [one] = openTwo(async () => {
      attempts.push(Date.now() - begin)
      return noAnswer
    })
    await one.enqueue(answer())
    await vi.advanceTimersByTimeAsync(900)
    expect(attempts).toEqual([0])
    await vi.advanceTimersByTimeAsync(1900)
    expect(attempts).toEqual([0, 1000])
  })

  it('sends each answer once from two tabs, and tells both', async () => {
    const sent: string[] = []
    const [one, two] = openTwo(async ({ recordId }) => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      sent.push(recordId)
      return done(recordId)
    })
    const told: string[] = []
    two.onDelivered(({ recordId }) => told.push(recordId))
    await Promise.all([one.start(), two.start()])
    await Promise.all([
      one.enqueue(answer({ recordId: 'a' })),
      two.enqueue(answer({ recordId: 'b' })),
      one.enqueue(answer({ recordId: 'c' })),
    ])
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.toSorted()).toEqual(['a', 'b', 'c'])
    expect(told.toSorted()).toEqual(['a', 'b', 'c'])
    expect([one.hasUnsent(), two.hasUnsent()]).toEqual([false, false])
  })

  it('gives an answer back whose record turns out to be gone when its response is looked up', async () => {
    const gone = new RepositoryError('ERROR_FETCHING_RECORD_BY_ID', new ApiError(404, { detail: 'no' }, 'r'))
    const outbox = open({ send: async () => refused(409), findResponse: async () => Promise.reject(gone) })
    await outbox.enqueue(answer())
    await settle()
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'refused', count: 1 }])
    expect(outbox.getState().entries[0]?.refusal?.status).toBe(404)
  })

  it('notifies the tab that gave an answer when another tab learns that it was refused', async () => {
    const store = memoryStore()
    const tabs = channelHub()
    const there = response('x', { values: { q: { value: 'other' } }, updatedAt: 't9' })
    const findResponse = async () => there
    const giver = open({ store, tabs: tabs(), withLock: async () => undefined })
    const sender = open({ store, tabs: tabs(), send: async () => refused(409), findResponse })
    const told = vi.fn()
    giver.onRefused(({ recordId }, found) => told(recordId, found, savedStates(giver.getState())))
    await giver.enqueue(answer())
    await settle()
    sender.resume()
    await settle()
    expect(told.mock.calls).toEqual([['r1', there, [{ kind: 'elsewhere', count: 1 }]]])
  })

  it('writes many edits to the device three times, however many they are, and again those that are not saved', async () => {
    const store = memoryStore()
    const writes: string[] = []
    const watched: OutboxStore = {
      ...store,
      addEntries: async (entries, replacedIds) => {
        writes.push(`add ${entries.length}`)
        await store.addEntries(entries, replacedIds)
      },
      putEntries: async (entries) => {
        writes.push(`put ${entries.length}`)
        await store.putEntries(entries)
      },
      removeEntries: async (ids, changed) => {
        writes.push(`remove ${ids.length}`)
        await store.removeEntries(ids, changed)
      },
    }
    const sendEdits: SendEdits = async (entries) =>
      new Map(
        entries.map(({ id, recordId }): [string, Reply] => [
          id,
          recordId === 'r2' ? { kind: 'error', status: 409, messages: [] } : { kind: 'done', version: null },
        ]),
      )
    const outbox = open({ store: watched, sendEdits })
    const delivered: string[] = []
    outbox.onDelivered(({ recordId }) => delivered.push(recordId))
    await outbox.enqueueEdits(Array.from({ length: 100 }, (_, at) => edit(`r${at}`, 'all')))
    await settle()
    expect(writes).toEqual(['add 100', 'put 100', 'remove 99', 'put 1'])
    expect(delivered).toHaveLength(99)
    expect(await store.loadEntries('u')).toMatchObject([{ recordId: 'r2', state: 'refused' }])
  })

  it('keeps only the later of two edits of a record that are made together', async () => {
    const store = memoryStore()
    const outbox = open({ store, sendEdits: async () => new Map() })
    await outbox.enqueueEdits([edit('r1', 'one'), edit('r1', 'two')])
    await settle()
    expect((await store.loadEntries('u')).map((entry) => entry.edit?.gesture)).toEqual(['two'])
  })

  it('sends from memory when the disk is full', async () => {
    const store = memoryStore()
    const send = vi.fn<OutboxTools['send']>(async () => done('x'))
    const outbox = open({ store: { ...store, addEntries: () => Promise.reject(new Error('quota')) }, send })
    await outbox.enqueue(answer())
    await settle()
    expect(send).toHaveBeenCalledOnce()
    expect(savedStates(outbox.getState())).toEqual([{ kind: 'saved', count: 0 }])
  })

  it('keeps the order of answers when the clock is set back', async () => {
    let now = 5000
    const sent: unknown[] = []
    const outbox = open({
      now: () => now,
      send: async ({ change }) => {
        sent.push(change)
        return done('x')
      },
    })
    const first = outbox.enqueue(answer({ recordId: 'r1' }))
    now = 1000
    await Promise.all([first, outbox.enqueue(answer({ recordId: 'r2', change: submitted('b') }))])
    await settle()
    expect(sent).toEqual([submitted('a'), submitted('b')])
  })
})

describe('reading failures', () => {
  it.each([
    [new NetworkError('x'), 'noAnswer'],
    [new RepositoryError('ERROR_CREATING_RECORD_RESPONSE', new NetworkError('x')), 'noAnswer'],
    [new ApiError(422, { detail: 'no' }, 'r'), 'error'],
    [new TypeError('a bug'), 'error'],
  ])('%s is %s', (error, kind) => {
    expect(replyOf(error).kind).toBe(kind)
  })
})

describe('kept edits', () => {
  it('keep every change of every record, and are there again after a reload', async () => {
    const store = memoryStore()
    const edits = new KeptEdits('u', 'd', store)
    edits.keep('r1', { q: 'a' }, { at: 1 })
    edits.keep('r1', { q: 'ab' }, { at: 2 })
    edits.keep('r2', { q: 'x' }, { at: 3 })
    await settle()
    const after = new KeptEdits('u', 'd', store)
    await after.load()
    expect(after.find('r1')).toMatchObject({ answers: { q: 'ab' }, at: 2 })
    expect(after.find('r2')?.answers).toEqual({ q: 'x' })
  })

  it('belong to one user and one dataset', async () => {
    const store = memoryStore()
    new KeptEdits('u', 'd', store).keep('r1', { q: 'a' })
    await settle()
    for (const [user, dataset] of [
      ['other', 'd'],
      ['u', 'other'],
    ] as const) {
      const edits = new KeptEdits(user, dataset, store)
      await edits.load()
      expect(edits.find('r1')).toBeUndefined()
    }
  })

  it('change the answer from this device that they were made on top of, once it has arrived', async () => {
    const store = memoryStore()
    const edits = new KeptEdits('u', 'd', store)
    edits.keep('r1', { q: 'a' }, { at: 1, base: null })
    edits.rebase('r1', { id: 'x', updatedAt: 't1' })
    edits.rebase('r2', { id: 'y', updatedAt: 't1' })
    await settle()
    expect(await store.loadEdits('u', 'd')).toMatchObject([
      { recordId: 'r1', at: 1, base: { id: 'x', updatedAt: 't1' } },
    ])
  })

  it('go when they became an answer', async () => {
    const store = memoryStore()
    const edits = new KeptEdits('u', 'd', store)
    edits.keep('r1', { q: 'a' })
    edits.forget('r1')
    expect(edits.find('r1')).toBeUndefined()
    await settle()
    expect(await store.loadEdits('u', 'd')).toEqual([])
    expect(edits.hasUnwritten()).toBe(false)
  })
})
