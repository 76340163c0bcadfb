import { beforeAll, describe, expect, it, vi } from 'vitest'
import { openJobs } from '../../../jobs/testing/open-jobs'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { IndexThread } from '../../../workers/index-thread'

/** A few hundred kilobytes of text in each of a call's records: their words take several transactions. */
const PARAGRAPH = 'plain words with "signs", back\\slashes and ünïcödé in them. '
const textOf = (word: string) => `${word} ${PARAGRAPH.repeat(2000)}`

describe.each(engines)('large imports on %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset()
  })
  const items = (names: readonly string[]) =>
    names.map((name) => ({ fields: { text: textOf(name) }, external_id: name }))
  const path = () => `/api/v1/datasets/${d.id}/records`
  const find = async (q: string) => {
    const reply = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/search`, { query: { text: { q } } })
    return reply.body.items.map((item: { record: { external_id: string } }) => item.record.external_id).sort()
  }
  const backlog = () => openJobs(s)

  it('are found by their words as soon as they are answered, whichever way they came', async () => {
    expect((await s.as('owner').post(path(), { items: items(['alpha', 'beta']) })).status).toBe(204)
    expect((await s.as('owner').post(`${path()}/bulk`, { items: items(['gamma', 'delta']) })).status).toBe(201)
    const upserts = items(['alpha', 'epsilon', 'zeta'])
    expect((await s.as('owner').put(`${path()}/bulk`, { items: upserts })).status).toBe(200)
    for (const name of ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta']) expect(await find(name)).toEqual([name])
    expect(await find('"signs back slashes and ünïcödé"')).toHaveLength(6)
    expect(await backlog()).toEqual([])
  })

  it('do not hold up an answer: no transaction is open while their words are looked for', async () => {
    const record = await s.build.record(d.id)
    const ask = IndexThread.prototype.ask
    const answered: number[] = []
    const spy = vi.spyOn(IndexThread.prototype, 'ask').mockImplementation(async function (
      this: typeof IndexThread.prototype,
      ...call
    ) {
      const text = { status: 'draft', values: { label: { value: 'a' } } }
      const item = { record_id: record.id, ...text }
      answered.push((await s.as('owner').post('/api/v1/me/responses/bulk', { items: [item] })).status)
      return ask.apply(this, call)
    })
    try {
      expect((await s.as('owner').post(path(), { items: items(['held', 'up']) })).status).toBe(204)
    } finally {
      spy.mockRestore()
    }
    expect(answered.length).toBeGreaterThan(1)
    expect(new Set(answered)).toEqual(new Set([200]))
  })

  it('keep their records when a stop cuts off their words, which the next start finds', async () => {
    const spy = vi.spyOn(IndexThread.prototype, 'ask').mockRejectedValue(new Error('The server stops.'))
    const headers = { 'idempotency-key': 'cut off' }
    const body = { items: items(['cut', 'off']) }
    try {
      expect((await s.as('owner').post(path(), body, headers)).status).toBe(204)
    } finally {
      spy.mockRestore()
    }
    expect(await find('cut')).toEqual([])
    expect(await backlog()).toHaveLength(1)
    // The same request once more, as a client sends it that heard nothing, changes nothing.
    expect((await s.as('owner').post(path(), body, headers)).status).toBe(204)
    await s.context.jobs.settle()
    expect(await find('cut')).toEqual(['cut'])
    expect(await find('off')).toEqual(['off'])
    expect(await backlog()).toEqual([])
  })

  it('step back behind other writes, which a call with a record or two does not', async () => {
    const spy = vi.spyOn(s.context.engine, 'transaction')
    const isBulk = () => spy.mock.calls.map(([, options]) => options?.isBulk ?? false)
    try {
      await s.as('owner').post(path(), { items: [{ fields: { text: 'short' } }] })
      expect(isBulk()).not.toContain(true)
      spy.mockClear()
      await s.as('owner').post(path(), { items: items(['step', 'back']) })
      expect(isBulk().length).toBeGreaterThan(1)
      expect(new Set(isBulk())).toEqual(new Set([true]))
    } finally {
      spy.mockRestore()
    }
  })

  it('are served one after the other, however many are sent at once', async () => {
    const { transaction } = s.context.engine
    let running = 0
    let most = 0
    const spy = vi.spyOn(s.context.engine, 'transaction').mockImplementation(async (work, options) => {
      running += options?.isBulk ? 1 : 0
      most = Math.max(most, running)
      try {
        return await transaction(work, options)
      } finally {
        running -= options?.isBulk ? 1 : 0
      }
    })
    try {
      const sent = Array.from({ length: 8 }, (_, n) => s.as('owner').post(path(), { items: items([`at-once-${n}`]) }))
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(8).fill(204))
    } finally {
      spy.mockRestore()
    }
    expect(most).toBe(1)
  })

  it('keep each of many vectors, whose statements stay small', async () => {
    const { id } = await s.build.dataset({ vectors: [{ name: 'v', title: 'V', dimensions: 1000 }] })
    const vector = (n: number) => Array.from({ length: 1000 }, (_, at) => n + at / 8)
    const some = Array.from({ length: 300 }, (_, n) => ({ fields: { text: `${n}` }, vectors: { v: vector(n) } }))
    const records = `/api/v1/datasets/${id}/records`
    expect((await s.as('owner').post(`${records}/bulk`, { items: some })).status).toBe(201)
    const { body } = await s.as('owner').get(`${records}?limit=300&include=vectors`)
    const stored = body.items.map(({ fields, vectors }: (typeof some)[number]) => ({ fields, vectors }))
    expect(stored).toEqual(some)
    const written = await s.context.engine.db.selectFrom('record_vectors').select('version').distinct().execute()
    expect(written).toHaveLength(1)
  })

  it('change nothing at all when they are refused', async () => {
    const before = await s.context.engine.db.selectFrom('records').select('id').execute()
    const twice = [...items(['new']), { fields: { text: 'x', unknown: 'y' } }]
    expect((await s.as('owner').post(path(), { items: twice })).status).toBe(422)
    expect(await s.context.engine.db.selectFrom('records').select('id').execute()).toHaveLength(before.length)
    expect(await backlog()).toEqual([])
  })
})
