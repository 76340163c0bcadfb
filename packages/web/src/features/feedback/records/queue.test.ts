import type { RecordStatus } from '@postil/domain/outbox/entry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import {
  advance,
  currentRecord,
  type FetchPlan,
  noteResponse,
  openQueue,
  pageOf,
  planFetch,
  planPrevious,
  positionOf,
  type Queue,
  receiveBatch,
  statusOf,
  step,
} from './queue.ts'

const responseOf = (status: Exclude<RecordStatus, 'pending'>): RecordResponse => ({
  id: 'x',
  status,
  values: {},
  updatedAt: '',
})

function record(id: string): AnnotationRecord {
  return {
    id,
    datasetId: 'd',
    externalId: null,
    fields: {},
    metadata: null,
    response: undefined,
    suggestions: [],
    score: null,
    insertedAt: '',
    updatedAt: '',
  }
}

/** A server's pending queue; answers reach it when the test says so. */
class Server {
  pending: string[]
  constructor(count: number) {
    this.pending = Array.from({ length: count }, (_, index) => `r${index + 1}`)
  }
  take(id: string) {
    this.pending = this.pending.filter((one) => one !== id)
  }
  list({ offset, limit }: FetchPlan) {
    return { records: this.pending.slice(offset, offset + limit).map(record), total: this.pending.length }
  }
}

function fetchAll(queue: Queue, server: Server): Queue {
  let now = queue
  for (let plan = planFetch(now); plan; plan = planFetch(now)) now = receiveBatch(now, plan, server.list(plan))
  return now
}

const idsOf = (queue: Queue) => queue.records.map(({ id }) => id)

describe('a queue', () => {
  it('begins at its page: the offset is the page minus one [K11]', () => {
    expect(planFetch(openQueue('pending', 21))).toMatchObject({ offset: 20, limit: 10 })
  })

  it('fetches ten, and ten more when five are left', () => {
    const server = new Server(30)
    let queue = fetchAll(openQueue('pending'), server)
    expect(queue.records).toHaveLength(10)
    for (let steps = 0; steps < 4; steps += 1) queue = step(queue, 1)
    expect(planFetch(queue)).toBeUndefined()
    queue = step(queue, 1)
    expect(planFetch(queue)).toBeDefined()
    expect(fetchAll(queue, server).records).toHaveLength(20)
  })

  it('goes to page 1 when the page has no record', () => {
    const server = new Server(3)
    const queue = openQueue('pending', 9)
    const plan = planFetch(queue)
    if (!plan) throw new Error('nothing to fetch')
    expect(receiveBatch(queue, plan, server.list(plan))).toEqual(openQueue('pending', 1))
  })

  it('keeps an answered record in reach, and its place', () => {
    let queue = fetchAll(openQueue('pending'), new Server(20))
    queue = advance(noteResponse(queue, 'r1', responseOf('submitted')))
    expect([currentRecord(queue)?.id, positionOf(queue), queue.total]).toEqual(['r2', 2, 20])
    queue = step(queue, -1)
    const shown = currentRecord(queue)
    expect([shown?.id, shown && statusOf(shown)]).toEqual(['r1', 'submitted'])
  })

  it('names the page that leads to the same record after a reload', () => {
    let queue = fetchAll(openQueue('pending'), new Server(20))
    queue = advance(noteResponse(queue, 'r1', responseOf('submitted')))
    expect(pageOf(queue)).toBe(1)
    expect(pageOf(step(queue, 1))).toBe(2)
  })

  it('stays on a record whose draft was saved, and counts it as left', () => {
    const server = new Server(20)
    let queue = fetchAll(openQueue('pending'), server)
    queue = noteResponse(queue, 'r1', responseOf('draft'))
    server.take('r1')
    expect(currentRecord(queue)?.id).toBe('r1')
    for (let steps = 0; steps < 6; steps += 1) queue = step(queue, 1)
    expect(idsOf(fetchAll(queue, server))).toEqual(Array.from({ length: 20 }, (_, index) => `r${index + 1}`))
  })

  it('fetches what is before the page it began at', () => {
    const server = new Server(40)
    let queue = fetchAll(openQueue('pending', 13), server)
    const plan = planPrevious(queue)
    expect(plan).toMatchObject({ offset: 2, limit: 10 })
    if (plan) queue = receiveBatch(queue, plan, server.list(plan))
    expect([currentRecord(queue)?.id, positionOf(queue)]).toEqual(['r13', 13])
    expect(currentRecord(step(queue, -1))?.id).toBe('r12')
    const rest = planPrevious(queue)
    expect(rest).toMatchObject({ offset: 0, limit: 2 })
    if (rest) queue = receiveBatch(queue, rest, server.list(rest))
    expect(planPrevious(queue)).toBeUndefined()
  })

  it('ends behind the last record, and not before the last is known', () => {
    let queue = fetchAll(openQueue('pending'), new Server(2))
    for (let steps = 0; steps < 5; steps += 1) queue = step(queue, 1)
    expect([currentRecord(queue), queue.isComplete]).toEqual([undefined, true])
    expect(step(openQueue('pending'), 1).index).toBe(0)
  })

  it('fetches again when more was answered on the way than the batch reaches back', () => {
    const server = new Server(40)
    let queue = fetchAll(openQueue('pending'), server)
    for (let steps = 0; steps < 9; steps += 1) queue = step(queue, 1)
    const plan = planFetch(queue)
    for (const id of idsOf(queue).slice(0, 8)) {
      server.take(id)
      queue = noteResponse(queue, id, responseOf('submitted'))
    }
    if (plan) queue = receiveBatch(queue, plan, server.list(plan))
    expect(queue.records).toHaveLength(10)
    expect(idsOf(fetchAll(queue, server)).slice(9, 12)).toEqual(['r10', 'r11', 'r12'])
  })

  it('finds records that slipped through because another device answered some', () => {
    const server = new Server(14)
    let queue = fetchAll(openQueue('pending'), server)
    for (const id of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8']) server.take(id)
    for (let steps = 0; steps < 9; steps += 1) queue = step(queue, 1)
    queue = fetchAll(queue, server)
    expect(idsOf(queue)).toEqual(Array.from({ length: 14 }, (_, index) => `r${index + 1}`))
  })
})

type Act = 'submit' | 'discard' | 'draft' | 'skip' | 'back' | 'deliver' | 'answer' | 'ask'
const acts = fc.array(
  fc.constantFrom<Act>('submit', 'submit', 'submit', 'discard', 'draft', 'skip', 'back', 'deliver', 'answer', 'ask'),
  { maxLength: 120 },
)

describe('whatever the user does and however late the server hears of it', () => {
  it('shows every record of the queue once, and none is skipped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), acts, (count, steps) => {
        const server = new Server(count)
        const everyId = [...server.pending]
        let queue = openQueue('pending')
        const outbox: string[] = []
        let asked: { plan: FetchPlan; reply: ReturnType<Server['list']> } | undefined

        // A request is answered from the server's state at some moment, and its reply arrives later still.
        const ask = () => {
          const plan = asked ? undefined : planFetch(queue)
          if (plan) asked = { plan, reply: server.list(plan) }
        }
        const receive = () => {
          if (asked) queue = receiveBatch(queue, asked.plan, asked.reply, outbox.length)
          asked = undefined
        }
        const deliver = () => {
          const id = outbox.shift()
          if (id) server.take(id)
        }
        const respond = (status: 'submitted' | 'discarded' | 'draft') => {
          const shown = currentRecord(queue)
          if (!shown) return
          if (statusOf(shown) === 'pending') outbox.push(shown.id)
          queue = noteResponse(queue, shown.id, responseOf(status))
          if (status !== 'draft') queue = advance(queue)
        }
        const act: Record<Act, () => void> = {
          submit: () => respond('submitted'),
          discard: () => respond('discarded'),
          draft: () => respond('draft'),
          skip: () => {
            queue = step(queue, 1)
          },
          back: () => {
            queue = step(queue, -1)
          },
          deliver,
          answer: receive,
          ask,
        }
        for (const one of steps) act[one]()

        // Then the user goes through to the end, and the network keeps up.
        for (let turns = 0; turns < 500; turns += 1) {
          receive()
          ask()
          if (turns % 3 === 0) deliver()
          if (!asked && queue.isComplete && currentRecord(queue) === undefined) break
          queue = step(queue, 1)
        }
        expect(idsOf(queue).toSorted()).toEqual(everyId.toSorted())
        expect(queue.total).toBe(count)
      }),
      { numRuns: 400 },
    )
  })
})
