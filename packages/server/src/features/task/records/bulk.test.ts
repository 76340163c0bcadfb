import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type TaskWorld, taskWorld } from '../testing/task-world'

const labels = (...list: [string, number][]) => list.map(([name, score]) => ({ class: name, score }))
const by = (agent: string, ...list: [string, number][]) => ({ agent, labels: labels(...list) })
const text = (id: unknown, more: object = {}) => ({ id, inputs: { text: 'hello world' }, ...more })
const token = (more: object = {}) => ({ text: 'Ann is here', tokens: ['Ann', 'is', 'here'], ...more })

describe.each(engines)('logging records on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('answers and finds the worked example of the contract [C5]', async () => {
    const ds = await world.dataset('TextClassification', 'news')
    const logged = await ds.log([
      {
        id: 'r1',
        inputs: { text: 'Rates rise' },
        multi_label: false,
        prediction: by('m1', ['business', 0.9], ['sport', 0.1]),
        annotation: null,
        status: 'Default',
        metadata: { split: 'train' },
      },
    ])
    expect(logged.body).toEqual({ dataset: 'news', processed: 1, failed: 0 })
    const found = await ds.search({ query: { query_text: 'rates' } })
    expect(found.body).toEqual({
      total: 1,
      records: [
        {
          id: 'r1',
          status: 'Default',
          inputs: { text: 'Rates rise' },
          multi_label: false,
          metrics: {},
          metadata: { split: 'train' },
          last_updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
          prediction: by('m1', ['business', 0.9], ['sport', 0.1]),
          predictions: { m1: { labels: labels(['business', 0.9], ['sport', 0.1]) } },
          search_keywords: ['Rates'],
        },
      ],
      aggregations: {
        status: { Default: 1 },
        predicted_as: { business: 1 },
        predicted_by: { m1: 1 },
        annotated_as: {},
        annotated_by: {},
        predicted: {},
        score: { '0.899': 1 },
        words: { rates: 1, rise: 1 },
        metadata: { split: { train: 1 } },
      },
    })
  })

  it('keeps the JSON type of ids, and makes ids for records without one', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text(1), text('one'), text(null), { inputs: { text: 'x' } }])
    const ids = await ds.ids({})
    expect(ids).toHaveLength(4)
    expect(ids).toContain(1)
    expect(ids).toContain('one')
    for (const id of ids.filter((one) => one !== 1 && one !== 'one')) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await ds.log([text('1')])
    expect(await ds.ids({ ids: [1] })).toEqual(['1'])
    expect((await ds.search()).body.total).toBe(4)
  })

  it.each([
    ['a fraction as id', text(1.5), ['id']],
    ['a flag as id', text(true), ['id']],
    ['an id beyond 2^53', '{"records":[{"id":9007199254740993,"inputs":{"text":"x"}}]}', ['id']],
    ['an unknown status', text(1, { status: 'Done' }), ['status']],
    ['no inputs', { id: 1 }, ['inputs']],
    ['null as an input', { inputs: { text: null } }, ['inputs', 'text']],
    ['an object as an input', { inputs: { text: { a: 1 } } }, ['inputs', 'text']],
    ['a score above 1', text(1, { prediction: by('m', ['A', 1.1]) }), ['prediction', 'labels', 0, 'score']],
    ['an empty class', text(1, { prediction: by('m', ['', 1]) }), ['prediction', 'labels', 0, 'class']],
    [
      'a class of 129 characters',
      text(1, { prediction: by('m', ['x'.repeat(129), 1]) }),
      ['prediction', 'labels', 0, 'class'],
    ],
    ['no agent', text(1, { annotation: { labels: [] } }), ['annotation', '__root__']],
    ['an empty agent', text(1, { annotation: by('', ['A', 1]) }), ['annotation', '__root__']],
    ['an agent of 65 characters', text(1, { annotation: by('x'.repeat(65), ['A', 1]) }), ['annotation', 'agent']],
    ['a bad time', text(1, { event_timestamp: 'soon' }), ['event_timestamp']],
    ['text in a vector', text(1, { vectors: { v: { value: ['x'] } } }), ['vectors', 'v', 'value', 0]],
  ])('refuses %s and says where', async (_, record, loc) => {
    const ds = await world.dataset('TextClassification')
    const reply =
      typeof record === 'string'
        ? await world.owner.post(ds.path('/TextClassification:bulk'), record)
        : await ds.log([record])
    expect([reply.status, errorName(reply)]).toEqual([422, 'ValidationError'])
    expect(reply.body.detail.params.errors[0].loc).toEqual(['body', 'records', 0, ...loc])
  })

  it.each([
    ['an empty input map', { inputs: {} }, ['inputs']],
    [
      'scores of a single label that add up to more than 1',
      text(1, { prediction: by('m', ['A', 0.9], ['B', 0.2]) }),
      ['prediction'],
    ],
    [
      'two labels as a single-label annotation',
      text(1, { annotation: by('m', ['A', 0.5], ['B', 0.5]) }),
      ['annotation'],
    ],
    ['a validated record without annotation', text(1, { status: 'Validated' }), ['annotation']],
  ])('refuses %s, as a whole batch', async (_, record, loc) => {
    const ds = await world.dataset('TextClassification')
    const reply = await ds.log([text('fine'), record])
    expect([reply.status, errorName(reply)]).toEqual([422, 'ValidationError'])
    expect(reply.body.detail.params.errors[0].loc).toEqual(['body', 'records', 1, ...loc])
    expect((await ds.search()).body.total).toBe(0)
  })

  it('takes scores that add up to 1.001, and anything goes for several labels', async () => {
    const ds = await world.dataset('TextClassification')
    expect((await ds.log([text(1, { prediction: by('m', ['A', 0.5], ['B', 0.501]) })])).status).toBe(200)
    const multi = await world.dataset('TextClassification')
    const record = text(1, {
      multi_label: true,
      prediction: by('m', ['A', 0.9], ['B', 0.8]),
      annotation: by('a'),
      status: 'Validated',
    })
    expect((await multi.log([record])).status).toBe(200)
  })

  it('sorts labels by score, keeping the order of equal ones, and reads class_label as class', async () => {
    const ds = await world.dataset('TextClassification')
    const given = [
      { class: 'low', score: 0.1 },
      { class_label: 'first', score: 0.4 },
      { class: 'second', score: 0.4 },
      { class: 5, score: 0 },
    ]
    await ds.log([text(1, { prediction: { agent: 'm', labels: given } })])
    const [record] = (await ds.search()).body.records
    expect(record.prediction.labels.map((label: { class: string }) => label.class)).toEqual([
      'first',
      'second',
      'low',
      '5',
    ])
  })

  it('lists the main prediction under its agent, and makes the first listed the main one', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      text(1, {
        prediction: by('m', ['A', 1]),
        predictions: { other: { agent: 'dropped', labels: labels(['B', 1]) } },
      }),
      text(2, { annotations: { first: { labels: labels(['C', 1]) }, second: { labels: labels(['D', 1]) } } }),
    ])
    const [one, two] = (await ds.search()).body.records
    expect(one.predictions).toEqual({ other: { labels: labels(['B', 1]) }, m: { labels: labels(['A', 1]) } })
    expect(two.annotation).toEqual(by('first', ['C', 1]))
    expect(await ds.ids({ annotated_as: ['C'], annotated_by: ['first'] })).toEqual([2])
  })

  it('coerces numbers where text is expected, joins lists of inputs, keeps the offset of times', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      { id: 1, inputs: { a: 12, b: ['x', 3] }, event_timestamp: '2024-05-01T10:00:00+02:00' },
      { id: 2, inputs: { a: 'y' }, event_timestamp: '2024-05-01 10:00:00.5' },
    ])
    const [one, two] = (await ds.search()).body.records
    expect(one).toMatchObject({ inputs: { a: '12', b: ['x', '3'] }, event_timestamp: '2024-05-01T10:00:00+02:00' })
    expect(two.event_timestamp).toBe('2024-05-01T10:00:00.500000')
    const [raw] = (await ds.scan({ fields: ['text'] })).body.records
    expect(raw).toEqual({ id: '1', text: '12\nx\n3' })
  })

  it('keeps tags and metadata of the dataset even when the records are refused or missing', async () => {
    const ds = await world.dataset('TextClassification')
    const refused = await ds.log([{ inputs: {} }], { tags: { t: 1 }, metadata: { m: 2 } })
    expect(refused.status).toBe(422)
    const empty = await ds.log([], { tags: { u: 'v' } })
    expect(empty.body).toEqual({ dataset: ds.name, processed: 0, failed: 0 })
    expect((await world.owner.get(ds.path(''))).body).toMatchObject({ tags: { t: '1', u: 'v' }, metadata: { m: 2 } })
  })

  it('refuses mixed modes in a batch, and another mode than the stored records have', async () => {
    const ds = await world.dataset('TextClassification')
    const mixed = await ds.log([text(1, { multi_label: true }), text(2)])
    expect(mixed.status).toBe(422)
    expect(mixed.body.detail.params.errors).toEqual([
      { loc: ['body', 'records'], msg: expect.any(String), type: 'assertion_error' },
    ])
    await ds.log([text(1)])
    const other = await ds.log([text(2, { multi_label: true })])
    expect([other.status, errorName(other)]).toEqual([400, 'BadRequestError'])
    await world.owner.delete(ds.path('/data'))
    expect((await ds.log([text(2, { multi_label: true })])).status).toBe(200)
  })

  it('counts records that come twice, and merges them in order', async () => {
    const ds = await world.dataset('TextClassification')
    const twice = await ds.log([text(1, { metadata: { a: 1 } }), text(1, { metadata: { b: 2 } })])
    expect(twice.body.processed).toBe(2)
    expect((await ds.search()).body.records).toMatchObject([{ metadata: { a: 1, b: 2 } }])
  })

  it('takes an Idempotency-Key: the same batch again adds nothing', async () => {
    const ds = await world.dataset('Text2Text')
    const send = () =>
      world.owner.post(ds.path('/Text2Text:bulk'), { records: [{ text: 'no id' }] }, { 'idempotency-key': 'batch-1' })
    expect((await send()).body).toEqual((await send()).body)
    expect((await ds.search()).body.total).toBe(1)
  })

  it('makes the whole batch fail when one value does not fit', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text(1, { metadata: { n: 1 } })])
    const reply = await ds.log([text(2, { metadata: { n: 2 } }), text(3, { metadata: { n: 'three' } })])
    expect([reply.status, errorName(reply)]).toEqual([400, 'BulkDataError'])
    expect(reply.body.detail.params.message).toContain(`ws.${ds.name}`)
    expect(reply.body.detail.params.errors).toEqual([
      { reason: expect.stringContaining('metadata.n'), caused_by: expect.any(Object) },
    ])
    expect(await ds.ids({})).toEqual([1])
    expect((await ds.log([text(4, { metadata: { n: '12' } })])).status).toBe(200)
    expect(await ds.ids({ query_text: 'metadata.n:>10' })).toEqual([4])
  })

  it('limits metadata keys in a batch and in a dataset', async () => {
    const ds = await world.dataset('TextClassification')
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${from + at}`, 1]))
    const many = await ds.log([text(1, { metadata: keys(0, 51) })])
    expect(many.body.detail).toEqual({
      code: 'argilla.api.errors::MetadataLimitExceededError',
      params: { len: 51, limit: 50 },
    })
    expect(many.status).toBe(400)
    expect((await ds.log([text(1, { metadata: { ...keys(0, 50), _hidden: 1, gone: null } })])).status).toBe(200)
    expect((await ds.log([text(2, { metadata: keys(50, 1) })])).body.detail.params).toEqual({ len: 51, limit: 50 })
    expect((await ds.log([text(2)])).status).toBe(200)
  })

  it('limits vector names and fixes their dimensions', async () => {
    const ds = await world.dataset('TextClassification')
    const vectors = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { value: [1, 2] }]))
    const many = await ds.log([text(1, { vectors: vectors('a', 'b', 'c', 'd', 'e', 'f') })])
    expect([many.status, errorName(many)]).toEqual([400, 'BadRequestError'])
    expect((await ds.log([text(1, { vectors: vectors('a', 'b', 'c', 'd', 'e') })])).status).toBe(200)
    expect(errorName(await ds.log([text(1, { vectors: vectors('f') })]))).toBe('BadRequestError')
    expect(errorName(await ds.log([text(1, { vectors: { a: { value: [1] } } })]))).toBe('BadRequestError')
    const given = { value: [0.1, -2], record_properties: ['text'], model: 'm' }
    await ds.log([text(1, { vectors: { a: given } })])
    const [record] = (await ds.search()).body.records
    expect(record.vectors).toEqual({ ...vectors('b', 'c', 'd', 'e'), a: given })
  })
})

describe.each(engines)('logging an id again on %s (classic-api §5.6)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('merges what is given, keeps what is not, and derives from the payload alone', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      text(1, {
        inputs: { a: 'first', b: 'second' },
        prediction: by('bot', ['A', 1]),
        metadata: { k: 1, l: 2 },
        status: 'Validated',
        annotation: by('ann', ['A', 1]),
        event_timestamp: '2024-01-01T00:00:00',
        vectors: { v: { value: [1] } },
        explanation: { a: [{ token: 'first', attributions: { A: 0.5 } }] },
      }),
    ])
    const again = {
      id: 1,
      inputs: { b: 'changed' },
      prediction: null,
      annotation: by('eve', ['B', 1]),
      metadata: { l: 3 },
      vectors: null,
      status: null,
      event_timestamp: null,
    }
    await ds.log([again])
    const [record] = (await ds.search()).body.records
    expect(record).toMatchObject({
      inputs: { a: 'first', b: 'changed' },
      prediction: by('bot', ['A', 1]),
      annotation: by('eve', ['B', 1]),
      metadata: { k: 1, l: 3 },
      status: 'Default',
      event_timestamp: '2024-01-01T00:00:00',
      vectors: { v: { value: [1] } },
      explanation: { a: [{ token: 'first', attributions: { A: 0.5 } }] },
    })
    expect(Object.keys(record.annotations).sort()).toEqual(['ann', 'eve'])
    // The stored prediction is readable, but no longer searchable.
    expect(await ds.ids({ predicted_as: ['A'] })).toEqual([])
    expect(await ds.ids({ annotated_as: ['B'] })).toEqual([1])
    expect(await ds.ids({ query_text: 'changed' })).toEqual([1])
    expect(await ds.ids({ query_text: 'first' })).toEqual([])
    expect(await ds.ids({ query_text: 'inputs.a:first' })).toEqual([1])
  })

  it('makes a record count as not annotated when its annotation is left out, though it stays readable', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text(1, { annotation: by('ann', ['A', 1]), status: 'Validated' })])
    await ds.log([text(1, { annotation: null })])
    const found = await ds.search({ query: { has_annotation: true } })
    expect(found.body.total).toBe(0)
    expect((await ds.search()).body.records[0].annotation).toEqual(by('ann', ['A', 1]))
    expect((await ds.metric('dataset_labels')).body).toEqual({ labels: ['A'] })
  })

  it('sets the time of the last update anew', async () => {
    const ds = await world.dataset('Text2Text')
    const at = async () => (await ds.search()).body.records[0].last_updated
    await ds.log([{ id: 1, text: 'a' }])
    const before = await at()
    await ds.log([{ id: 1, text: 'b' }])
    expect((await at()) > before).toBe(true)
  })
})

describe.each(engines)('logging token classification and text2text on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })
  const entities = (...list: [number, number, string][]) => list.map(([start, end, label]) => ({ start, end, label }))

  it.each([
    ['blank text', { text: ' ', tokens: ['a'] }, ['text']],
    ['no tokens', { text: 'a', tokens: [] }, ['tokens']],
    [
      'an entity that ends where it begins',
      token({ prediction: { agent: 'm', entities: entities([1, 1, 'X']) } }),
      ['prediction', 'entities', 0, 'end'],
    ],
    ['a token that is not in the text', { text: 'a b', tokens: ['a', 'c'] }, ['tokens', 1]],
    [
      'a span inside a token',
      token({ annotation: { agent: 'm', entities: entities([0, 2, 'X']) } }),
      ['annotation', 'entities', 0],
    ],
  ])('refuses %s', async (_, record, loc) => {
    const ds = await world.dataset('TokenClassification')
    const reply = await ds.log([record])
    expect([reply.status, errorName(reply)]).toEqual([422, 'ValidationError'])
    expect(reply.body.detail.params.errors[0].loc).toEqual(['body', 'records', 0, ...loc])
  })

  it('corrects spans over white space and counts code points', async () => {
    const ds = await world.dataset('TokenClassification')
    await ds.log([
      {
        id: 1,
        raw_text: '😀 Ann 👩‍👩‍👧 is',
        tokens: ['😀', 'Ann', '👩‍👩‍👧', 'is'],
        prediction: { agent: 'm', entities: entities([1, 6, 'PER'], [6, 99, 'FAM']) },
      },
    ])
    const [record] = (await ds.search({}, '?include_metrics=true')).body.records
    expect(record.prediction.entities).toEqual([
      { start: 2, end: 5, label: 'PER', score: 1 },
      { start: 6, end: 14, label: 'FAM', score: 1 },
    ])
    expect(record.text).toBe('😀 Ann 👩‍👩‍👧 is')
    expect(record.metrics).toEqual({
      text_length: 14,
      tokens: [
        { value: '😀' },
        { value: 'Ann', capitalness: 'FIRST' },
        { value: '👩‍👩‍👧' },
        { value: 'is', capitalness: 'LOWER' },
      ],
      predicted: {
        mentions: [
          { value: 'Ann', label: 'PER', score: 1, capitalness: 'FIRST' },
          { value: '👩‍👩‍👧 is', label: 'FAM', score: 1, capitalness: 'LOWER' },
        ],
      },
      annotated: { mentions: [] },
    })
  })

  it('is ok when the entities are the same in the same order', async () => {
    const ds = await world.dataset('TokenClassification')
    const one = entities([0, 3, 'PER'], [7, 11, 'LOC'])
    await ds.log([
      token({
        id: 'same',
        prediction: { agent: 'm', entities: one, score: 0.4 },
        annotation: { agent: 'a', entities: one },
      }),
      token({
        id: 'turned',
        prediction: { agent: 'm', entities: one },
        annotation: { agent: 'a', entities: [...one].reverse() },
      }),
      token({ id: 'alone', prediction: { agent: 'm', entities: one } }),
    ])
    expect(await ds.ids({ predicted: 'ok' })).toEqual(['same'])
    expect(await ds.ids({ predicted: 'ko' })).toEqual(['turned'])
    expect(await ds.ids({ score: { to: 0.5 } })).toEqual(['same'])
    const { body } = await ds.search()
    expect(body.aggregations.predicted_as).toEqual({ LOC: 3, PER: 3 })
    expect(body.aggregations.mentions).toEqual({ PER: { Ann: 2 }, LOC: { here: 2 } })
    expect(body.aggregations.predicted_mentions).toEqual({ LOC: { here: 3 }, PER: { Ann: 3 } })
  })

  it('sorts sentences by score and finds them as predictions', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([
      {
        id: 1,
        text: '',
        prediction: { agent: 'm', sentences: [{ text: 'low', score: 0.1 }, { text: 'best' }] },
        annotation: { agent: 'a', sentences: [{ text: 'mine' }] },
      },
    ])
    const { body } = await ds.search()
    expect(body.records[0].prediction.sentences).toEqual([
      { text: 'best', score: 1 },
      { text: 'low', score: 0.1 },
    ])
    expect(body.aggregations).toMatchObject({
      predicted_as: {},
      annotated_as: {},
      predicted: {},
      predicted_text: {},
      annotated_text: {},
      predicted_by: { m: 1 },
    })
    expect(await ds.ids({ query_text: 'predicted_as:best' })).toEqual([1])
    expect(await ds.ids({ predicted_as: ['nothing'] })).toEqual([1])
  })
})
