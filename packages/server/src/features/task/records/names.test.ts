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
})
