import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'

const EXPLANATION = {
  text: [
    { token: 'My', attributions: { card: 0.1, cash: -0.2 } },
    { token: 'card', attributions: { card: 0.9 } },
  ],
}
const BY_MODEL = {
  agent: 'bert-v1',
  labels: [
    { class: 'card', score: 0.9 },
    { class: 'cash', score: 0.25 },
  ],
}
const BY_PERSON = { agent: 'ann', labels: [{ class: 'card', score: 1 }] }

/** A record with every part that clients of the tasks read, logged once and read by each route that shows records. */
describe.each(engines)('a whole record on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('of text classification has inputs, explanation, mode, and labels with scores of either agent [E4]', async () => {
    const ds = await world.dataset('TextClassification')
    const parts = {
      inputs: { text: 'My card', title: ['one', 'two'] },
      explanation: EXPLANATION,
      multi_label: true,
      prediction: BY_MODEL,
      annotation: BY_PERSON,
    }
    await ds.log([{ id: 1, ...parts, status: 'Validated' }])
    const one = await world.owner.get(ds.path('/records/1'))
    const found = await ds.search()
    const scanned = await world.owner.post(ds.path('/records/:search'), {
      fields: ['inputs.*', 'explanation*', 'multi_label'],
    })
    expect(one.body).toMatchObject(parts)
    expect(found.body.records).toMatchObject([parts])
    expect(scanned.body.records).toMatchObject([{ inputs: parts.inputs, explanation: EXPLANATION, multi_label: true }])
  })
})
