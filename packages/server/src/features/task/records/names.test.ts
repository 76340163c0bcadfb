import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

/** Records with a name that holds a NUL, which one of the stores cannot keep. */
const RECORDS: [where: string, record: Record<string, unknown>][] = [
  ['inputs', { inputs: { 'a\0': 'x' } }],
  ['metadata', { inputs: { t: 'x' }, metadata: { 'a\0': 1 } }],
  ['metadata within metadata', { inputs: { t: 'x' }, metadata: { outer: { inner: [{ 'a\0': 1 }] } } }],
  ['vectors', { inputs: { t: 'x' }, vectors: { 'a\0': { value: [1, 2] } } }],
  ['an agent', { inputs: { t: 'x' }, annotation: { agent: 'a\0', labels: [] } }],
  ['the agents', { inputs: { t: 'x' }, predictions: { 'a\0': { labels: [] } } }],
]

/** Letters and digits in no order, which a store cannot compress. */
function jumble(length: number): string {
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (seed % 36).toString(36)
  }).join('')
}

const LONG = jumble(5000)
/** The longest names: 500 characters of four bytes, all different. */
const LONGEST = Array.from({ length: 500 }, (_, at) => String.fromCodePoint(0x20000 + at * 13)).join('')

const LONG_NAMES: [where: string, record: Record<string, unknown>][] = [
  ['the id', { id: LONG, inputs: { t: 'x' } }],
  ['the id, in characters of three bytes', { id: '字'.repeat(171), inputs: { t: 'x' } }],
  ['inputs', { inputs: { [LONG]: 'x' } }],
  ['metadata', { inputs: { t: 'x' }, metadata: { [LONG]: 1 } }],
  ['vectors', { inputs: { t: 'x' }, vectors: { [LONG]: { value: [1, 2] } } }],
  ['the agents', { inputs: { t: 'x' }, predictions: { [LONG]: { labels: [] } } }],
]

describe.each(engines)('names in classic records on %s', (engine) => {
  let world: TaskWorld
  let ds: TaskDataset
  beforeAll(async () => {
    world = await taskWorld(engine)
    ds = await world.dataset('TextClassification')
  })

  it.each(RECORDS)('are refused with a NUL in %s, and nothing is kept', async (_where, record) => {
    const logged = await ds.log([{ inputs: { t: 'good' } }, record])
    expect(logged.status).toBe(422)
    expect(JSON.stringify(logged.body)).toContain('must not contain the NUL character')
    expect((await ds.search()).body.total).toBe(0)
  })

  it('are refused with a NUL in settings', async () => {
    const named = await world.owner.put(ds.path('/TextClassification/settings'), { vectors: { 'a\0': { dim: 2 } } })
    expect(named.status).toBe(422)
  })

  it('are taken with the sign for NUL spelt out', async () => {
    const spelt = await world.dataset('TextClassification')
    expect((await spelt.log([{ inputs: { 'a\\u0000': 'x' } }])).status).toBe(200)
    expect((await spelt.search()).body.records).toMatchObject([{ inputs: { 'a\\u0000': 'x' } }])
  })

  it.each(LONG_NAMES)('are refused when too long for an index, with their place: %s', async (_where, record) => {
    const logged = await ds.log([{ inputs: { t: 'good' } }, record])
    expect(logged.status).toBe(422)
    const told = JSON.stringify(logged.body)
    expect(told).toMatch(/at most (500 characters|512 bytes)/)
    expect(told).toContain('"records",1')
    expect((await ds.search()).body.total).toBe(0)
  })

  it('are taken at their longest, all in one record', async () => {
    const long = await world.dataset('TextClassification', jumble(500))
    const record = {
      id: jumble(512),
      inputs: { [LONGEST]: 'x' },
      metadata: { [LONGEST]: 1 },
      vectors: { [LONGEST]: { value: [1, 2] } },
      predictions: { [LONGEST]: { labels: [{ class: 'a', score: 1 }] } },
    }
    const logged = await long.log([record])
    expect([logged.status, JSON.stringify(logged.body)]).toEqual([200, expect.any(String)])
    expect((await long.search()).body.total).toBe(1)
  })

  it('of datasets are refused when too long', async () => {
    const made = await world.owner.post('/api/datasets', { name: LONG, task: 'TextClassification' })
    expect(made.status).toBe(422)
  })

  it('of rules, which are their queries, may be as long as a query', async () => {
    const rules = `/api/datasets/TextClassification/${ds.name}/labeling/rules`
    expect((await world.owner.post(rules, { query: LONG, labels: ['a'] })).status).toBe(200)
    expect((await world.owner.post(rules, { query: LONG, labels: ['a'] })).status).toBe(409)
    expect((await world.owner.post(rules, { query: `${LONG}b`, labels: ['a'] })).status).toBe(200)
  })
})
