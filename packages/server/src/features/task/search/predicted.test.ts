import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'

const by = (...labels: [string, number][]) => ({
  agent: 'm',
  labels: labels.map(([name, score]) => ({ class: name, score })),
})

describe.each(engines)('what a record was predicted as, on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('with several labels: those with a score above a half, ok when they are the annotated ones [V9] [K2]', async () => {
    const ds = await world.dataset('TextClassification')
    const record = (id: string, prediction: object, annotation?: object) => ({
      id,
      inputs: { t: 'x' },
      multi_label: true,
      prediction,
      annotation,
    })
    await ds.log([
      record('half', by(['a', 0.5], ['b', 0.49])),
      record('above', by(['a', 0.500001], ['b', 0.5])),
      record('right', by(['a', 0.9], ['b', 0.4]), by(['a', 1])),
      record('wrong', by(['a', 0.9], ['b', 0.6]), by(['a', 1])),
    ])
    expect(await ds.ids({ predicted_as: ['a'] })).toEqual(['above', 'right', 'wrong'])
    expect(await ds.ids({ predicted_as: ['b'] })).toEqual(['wrong'])
    expect(await ds.ids({ predicted: 'ok' })).toEqual(['right'])
    expect(await ds.ids({ predicted: 'ko' })).toEqual(['wrong'])
    expect((await ds.search()).body.aggregations.predicted_as).toEqual({ a: 3, b: 1 })
  })

  it('with one label: the best one, however low, ok when it is the annotated one [V9]', async () => {
    const ds = await world.dataset('TextClassification')
    const record = (id: string, prediction: object, label?: string) => ({
      id,
      inputs: { t: 'x' },
      prediction,
      annotation: label === undefined ? undefined : by([label, 1]),
    })
    await ds.log([
      record('right', by(['b', 0.1], ['a', 0.3]), 'a'),
      record('wrong', by(['b', 0.1], ['a', 0.3]), 'b'),
      record('open', by(['b', 0.4])),
    ])
    expect(await ds.ids({ predicted_as: ['a'] })).toEqual(['right', 'wrong'])
    expect(await ds.ids({ predicted_as: ['b'] })).toEqual(['open'])
    expect(await ds.ids({ predicted: 'ok' })).toEqual(['right'])
    expect(await ds.ids({ predicted: 'ko' })).toEqual(['wrong'])
  })
})
