import type { RecordStatus } from '@postil/domain/outbox/entry'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import {
  BATCH,
  currentRecord,
  dropRecord,
  indexOfPage,
  isNearEnd,
  NEW_VISIT,
  nextOpen,
  noteResponse,
  pageOf,
  positionOf,
  type Queue,
  type QueuePage,
  statusOf,
  step,
  toQueue,
  type Visit,
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

/**
 * A fake server with a pending queue, which receives answers when the test says so. A cursor consists of the number
 * of the last record of a page and the first page's total.
 */
class Server {
  readonly all: string[]
  pending: Set<string>
  constructor(count: number) {
    this.all = Array.from({ length: count }, (_, index) => `r${index + 1}`)
    this.pending = new Set(this.all)
  }
  first(page = 1): QueuePage {
    return { ...this.list(this.all, page - 1, this.pending.size), offset: page - 1 }
  }
  next(cursor: string): QueuePage {
    const [last, total] = cursor.split('~').map(Number)
    return this.list(this.all.slice(last), 0, total ?? 0)
  }
  private list(from: readonly string[], offset: number, total: number): QueuePage {
    const found = from.filter((id) => this.pending.has(id))
    const records = found.slice(offset, offset + BATCH).map(record)
    const isLast = offset + records.length >= found.length
    return { records, total, next: isLast ? null : `${records.at(-1)?.id.slice(1)}~${total}` }
  }
}

/** The state of the hook: fetched pages and the user's changes. */
class ControlledQueue {
  pages: QueuePage[]
  visit: Visit = NEW_VISIT
  constructor(
    readonly server: Server,
    page = 1,
  ) {
    this.pages = [server.first(page)]
  }
  get queue(): Queue {
    return toQueue('pending', this.pages, this.visit)
  }
  /** The cursor of the next page, if it should be fetched now. */
  get wanted(): string | undefined {
    return isNearEnd(this.queue) ? (this.pages.at(-1)?.next ?? undefined) : undefined
  }
  fetch() {
    for (let cursor = this.wanted; cursor !== undefined; cursor = this.wanted) this.pages.push(this.server.next(cursor))
  }
  show(index: number) {
    this.visit = { ...this.visit, position: this.queue.firstPage + index }
  }
  note(id: string, response: RecordResponse | undefined) {
    this.visit = noteResponse(this.queue, this.visit, id, response)
  }
  drop(id: string) {
    this.visit = dropRecord(this.queue, this.visit, id)
  }
  advance() {
    this.show(nextOpen(this.queue))
  }
  step(by: 1 | -1, times = 1) {
    for (let done = 0; done < times; done += 1) this.show(step(this.queue, by))
  }
  get shown() {
    return currentRecord(this.queue)?.id
  }
  get ids() {
    return this.queue.records.map(({ id }) => id)
  }
}

describe('a queue', () => {
  it('fetches ten, and ten more when five are left', () => {
    const controller = new ControlledQueue(new Server(30))
    controller.fetch()
    expect(controller.ids).toHaveLength(10)
    controller.step(1, 4)
    expect(controller.wanted).toBeUndefined()
    controller.step(1)
    expect(controller.wanted).toBeDefined()
    controller.fetch()
    expect(controller.ids).toHaveLength(20)
  })

  it('keeps an answered record in reach, and its place', () => {
    const controller = new ControlledQueue(new Server(20))
    controller.note('r1', responseOf('submitted'))
    controller.advance()
    expect([controller.shown, positionOf(controller.queue), controller.queue.total]).toEqual(['r2', 2, 20])
    controller.step(-1)
    const shown = currentRecord(controller.queue)
    expect([shown?.id, shown && statusOf(shown)]).toEqual(['r1', 'submitted'])
  })

  it('keeps the answers of the visit when a page arrives that was on its way', () => {
    const controller = new ControlledQueue(new Server(20))
    controller.step(1, 5)
    const cursor = controller.wanted ?? ''
    controller.note('r6', responseOf('draft'))
    const shown = currentRecord(controller.queue)
    controller.pages.push(controller.server.next(cursor))
    // The same object, so that its form is not reset.
    expect(currentRecord(controller.queue)).toBe(shown)
    expect(shown?.response?.status).toBe('draft')
  })

  it('names the page that leads to the same record after a reload', () => {
    const controller = new ControlledQueue(new Server(20))
    controller.note('r1', responseOf('submitted'))
    controller.advance()
    expect(pageOf(controller.queue)).toBe(1)
    controller.step(1)
    expect(pageOf(controller.queue)).toBe(2)
    expect([indexOfPage(controller.queue, 2), indexOfPage(controller.queue, 99)]).toEqual([2, undefined])
  })

  it('stays on a record whose draft was saved, and counts it as left', () => {
    const controller = new ControlledQueue(new Server(20))
    controller.note('r1', responseOf('draft'))
    controller.server.pending.delete('r1')
    expect(controller.shown).toBe('r1')
    controller.step(1, 6)
    controller.fetch()
    expect(controller.ids).toEqual(controller.server.all)
  })

  it('begins at its page, counts on when the records before it arrive, and keeps what is shown', () => {
    const server = new Server(40)
    const controller = new ControlledQueue(server, 13)
    expect([controller.shown, positionOf(controller.queue), controller.queue.total]).toEqual(['r13', 13, 40])
    controller.pages.unshift({ records: server.all.slice(2, 12).map(record), total: 40, offset: 2 })
    expect([controller.shown, positionOf(controller.queue), controller.queue.firstPage]).toEqual(['r13', 13, 3])
    controller.step(-1)
    expect(controller.shown).toBe('r12')
    controller.pages.unshift({ records: server.all.slice(0, 2).map(record), total: 40, offset: 0 })
    expect([controller.shown, positionOf(controller.queue), controller.queue.firstPage]).toEqual(['r12', 12, 1])
  })

  it('ends behind the last record, and not before the last is known', () => {
    const controller = new ControlledQueue(new Server(2))
    controller.step(1, 5)
    expect([controller.shown, controller.queue.isComplete]).toEqual([undefined, true])
    const long = new ControlledQueue(new Server(20))
    long.step(1, 15)
    expect(long.shown).toBe('r10')
  })

  it('shows the next record in place of one that others have taken', () => {
    const controller = new ControlledQueue(new Server(20), 3)
    controller.step(1)
    controller.drop('r4')
    expect([controller.shown, positionOf(controller.queue), controller.queue.total]).toEqual(['r5', 4, 19])
    controller.drop('r3')
    expect([controller.shown, positionOf(controller.queue), pageOf(controller.queue)]).toEqual(['r5', 3, 3])
  })

  it('goes on behind records that another device answered, without skipping one', () => {
    const controller = new ControlledQueue(new Server(24))
    for (const id of ['r1', 'r2', 'r3', 'r12']) controller.server.pending.delete(id)
    controller.step(1, 9)
    controller.fetch()
    controller.step(1, 9)
    controller.fetch()
    expect(controller.ids).toEqual(controller.server.all.filter((id) => id !== 'r12'))
    // Records answered on another device were never shown, so the total decreases by their number at the end.
    expect([controller.queue.isComplete, controller.queue.total]).toEqual([true, 23])
  })
})

type Act = 'submit' | 'discard' | 'draft' | 'skip' | 'back' | 'deliver' | 'answer' | 'ask'
const acts = fc.array(
  fc.constantFrom<Act>('submit', 'submit', 'submit', 'discard', 'draft', 'skip', 'back', 'deliver', 'answer', 'ask'),
  { maxLength: 120 },
)

describe('whatever the user does and however late the server hears of it', () => {
  it('shows every record of the queue once, in its order, and none is skipped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), acts, (count, steps) => {
        const controller = new ControlledQueue(new Server(count))
        const outbox: string[] = []
        let reply: QueuePage | undefined

        // The server answers a request from its state at that moment, and the reply arrives later.
        const ask = () => {
          if (!reply && controller.wanted !== undefined) reply = controller.server.next(controller.wanted)
        }
        const receive = () => {
          if (reply) controller.pages.push(reply)
          reply = undefined
        }
        const deliver = () => {
          const id = outbox.shift()
          if (id) controller.server.pending.delete(id)
        }
        const respond = (status: 'submitted' | 'discarded' | 'draft') => {
          const shown = currentRecord(controller.queue)
          if (!shown) return
          if (statusOf(shown) === 'pending') outbox.push(shown.id)
          controller.note(shown.id, responseOf(status))
          if (status !== 'draft') controller.advance()
        }
        const act: Record<Act, () => void> = {
          submit: () => respond('submitted'),
          discard: () => respond('discarded'),
          draft: () => respond('draft'),
          skip: () => controller.step(1),
          back: () => controller.step(-1),
          deliver,
          answer: receive,
          ask,
        }
        for (const one of steps) act[one]()

        // Finally the user goes through to the end, while every request is answered at once.
        for (let turns = 0; turns < 500; turns += 1) {
          receive()
          ask()
          if (turns % 3 === 0) deliver()
          if (!reply && controller.queue.isComplete && controller.shown === undefined) break
          controller.step(1)
        }
        expect(controller.ids).toEqual(controller.server.all)
        expect(controller.queue.total).toBe(count)
      }),
      { numRuns: 400 },
    )
  })
})
