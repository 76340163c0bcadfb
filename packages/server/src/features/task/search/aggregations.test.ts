import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'

describe.each(engines)('facets on %s (§8)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('counts records, most frequent first, over all that matches [E9]', async () => {
    const ds = await world.dataset('TextClassification')
    const labels = (...names: string[]) => ({ agent: 'm', labels: names.map((name) => ({ class: name, score: 0.75 })) })
    await ds.log([
      {
        id: 1,
        inputs: { t: 'red red apple' },
        multi_label: true,
        prediction: labels('b', 'a'),
        metadata: { k: ['x', 'y'] },
      },
      {
        id: 2,
        inputs: { t: 'red pear' },
        multi_label: true,
        prediction: labels('a'),
        annotation: labels('a'),
        metadata: { k: 'x', 'field.one': 1 },
      },
      { id: 3, inputs: { t: 'green apple and the pear' }, multi_label: true, annotation: labels() },
    ])
    const all = (await ds.search()).body.aggregations
    expect(all).toEqual({
      status: { Default: 3 },
      predicted_by: { m: 2 },
      annotated_by: { m: 2 },
      predicted_as: { a: 2, b: 1 },
      annotated_as: { a: 1 },
      predicted: { ok: 1 },
      score: { '0.75': 3 },
      words: { apple: 2, pear: 2, red: 2, green: 1 },
      metadata: { k: { x: 2, y: 1 }, 'field.one': { '1': 1 } },
    })
    expect(Object.keys(all.predicted_as)).toEqual(['a', 'b'])
    const some = (await ds.search({ query: { query_text: 'green' } }, '?limit=0')).body.aggregations
    expect(some).toMatchObject({
      status: { Default: 1 },
      predicted_as: {},
      score: {},
      words: { apple: 1, green: 1, pear: 1 },
      metadata: {},
    })
  })

  it('has all its keys without records', async () => {
    const ds = await world.dataset('TokenClassification')
    const { aggregations } = (await ds.search()).body
    expect(aggregations).toEqual({
      status: {},
      predicted_by: {},
      annotated_by: {},
      predicted_as: {},
      annotated_as: {},
      predicted: {},
      score: {},
      words: {},
      metadata: {},
      mentions: {},
      predicted_mentions: {},
    })
  })

  it('buckets scores by thousandths of single precision, zeros between included', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log(
      [0.7, 0.703, 0.7].map((score, id) => ({
        id,
        text: 'x',
        prediction: { agent: 'm', sentences: [{ text: 'y', score }] },
      })),
    )
    expect((await ds.search()).body.aggregations.score).toEqual({
      '0.699': 2,
      '0.7': 0,
      '0.701': 0,
      '0.702': 0,
      '0.703': 1,
    })
  })

  it('gives statistics of fractions and dates, and counts of everything else', async () => {
    const ds = await world.dataset('Text2Text')
    const days = ['1970-01-01', '1970-01-02']
    await ds.log([
      { id: 1, text: 'x', metadata: { f: 1.5, day: days[0], flag: true, n: 3, _p: 1, obj: [{ a: 1 }] } },
      { id: 2, text: 'x', metadata: { f: 2.5, day: days[1], flag: false, n: 3 } },
      { id: 3, text: 'x', metadata: { flag: true, n: -2 } },
    ])
    const { metadata } = (await ds.search()).body.aggregations
    expect(Object.keys(metadata).sort()).toEqual(['day', 'f', 'flag', 'n'])
    expect(metadata.flag).toEqual({ true: 2, false: 1 })
    expect(metadata.n).toEqual({ '3': 2, '-2': 1 })
    expect(metadata.f['argilla:stats']).toEqual({
      count: 2,
      min: 1.5,
      max: 2.5,
      histogram: [1, ...Array(22).fill(0), 1],
      avg: 2,
      sum: 4,
      sum_of_squares: 8.5,
      variance: 0.25,
      variance_population: 0.25,
      variance_sampling: 0.5,
      std_deviation: 0.5,
      std_deviation_population: 0.5,
      std_deviation_sampling: Math.SQRT1_2,
      std_deviation_bounds: {
        upper: 3,
        lower: 1,
        upper_population: 3,
        lower_population: 1,
        upper_sampling: 2 + Math.SQRT2,
        lower_sampling: 2 - Math.SQRT2,
      },
    })
    expect(metadata.day['argilla:stats']).toMatchObject({ count: 2, min: 0, max: 86_400_000 })
  })

  it('counts fractions in 24 equally wide parts of what was found', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log(
      Array.from({ length: 49 }, (_, id) => ({ id, text: id === 48 ? 'last' : 'x', metadata: { f: id / 2 + 0.25 } })),
    )
    const histogram = async (query: { query_text?: string } = {}) =>
      (await ds.search({ query })).body.aggregations.metadata.f['argilla:stats'].histogram
    expect(await histogram()).toEqual([...Array(23).fill(2), 3])
    // All in one place: there is nothing to divide.
    expect(await histogram({ query_text: 'last' })).toEqual([1, ...Array(23).fill(0)])
  })

  it('keeps all values when whole numbers turn out to be fractions', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 1, text: 'x', metadata: { f: 1 } }])
    expect((await ds.search()).body.aggregations.metadata.f).toEqual({ '1': 1 })
    await ds.log([{ id: 2, text: 'x', metadata: { f: 2.5 } }])
    expect((await ds.search()).body.aggregations.metadata.f['argilla:stats']).toMatchObject({ min: 1, max: 2.5 })
    expect(await ds.ids({ query_text: 'metadata.f:>2' })).toEqual([2])
  })

  it('shows the 80 commonest words', async () => {
    const ds = await world.dataset('Text2Text')
    const letters = 'abcdefghij'
    const words = Array.from({ length: 100 }, (_, at) => `zz${letters[at % 10]}${letters[Math.floor(at / 10)]}`)
    await ds.log([
      { id: 1, text: words.join(' ') },
      { id: 2, text: `${words[99]} ${words[98]}` },
    ])
    const found = Object.entries((await ds.search()).body.aggregations.words)
    expect(found).toHaveLength(80)
    expect(found.slice(0, 3)).toEqual([
      ['zzij', 2],
      ['zzjj', 2],
      ['zzaa', 1],
    ])
  })
})
