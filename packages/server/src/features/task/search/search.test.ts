import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const by = (agent: string, ...list: [string, number?][]) => ({
  agent,
  labels: list.map(([name, score = 1]) => ({ class: name, score })),
})

describe.each(engines)('searching on %s', (engine) => {
  let world: TaskWorld
  let ds: TaskDataset
  beforeAll(async () => {
    world = await taskWorld(engine)
    ds = await world.dataset('TextClassification')
    await ds.log([
      {
        id: 1,
        inputs: { title: 'Foo-bar news', body: ['The Quick brown fox', 'second part'] },
        prediction: by('Model A', ['sport', 0.7], ['business', 0.3]),
        annotation: by('ann', ['sport']),
        status: 'Validated',
        metadata: {
          split: 'train',
          n: 5,
          f: 1.5,
          flag: true,
          day: '2024-05-01',
          _hidden: 'secret',
          deep: { er: 'x' },
          tags: ['p', 'q'],
        },
        event_timestamp: '2024-05-01T10:00:00',
        vectors: { v: { value: [0, 0] } },
      },
      {
        id: 2,
        inputs: { title: 'Roam far', body: 'quick fox jumps' },
        prediction: by('m2', ['business', 0.9]),
        annotation: by('ann', ['sport']),
        metadata: { split: 'test', n: 10, flag: false, day: '2024-06-01' },
        vectors: { v: { value: [3, 4] } },
      },
      {
        id: 10,
        inputs: { title: 'foam', body: 'Café 日本語' },
        metadata: { split: 'Train Set', n: -1 },
        vectors: { v: { value: [1, 0] } },
      },
      { id: 'x1', inputs: { body: 'nothing else' }, prediction: by('m2', ['business', 0.5]), status: 'Discarded' },
    ])
  })

  describe('query text (§7.1, §7.2)', () => {
    it.each<[string, unknown[]]>([
      ['quick', [1, 2]],
      ['QUICK FOX', [1, 2]],
      ['quick AND brown', [1]],
      ['quick && brown', [1]],
      ['brown OR foam', [1, 10]],
      ['brown || foam', [1, 10]],
      ['NOT quick', [10, 'x1']],
      ['quick -brown', [2]],
      ['quick !brown', [2]],
      ['+quick +jumps', [2]],
      ['(brown OR jumps) fox', [1, 2]],
      ['or', []],
      // Classic precedence: x is required, y and z are optional.
      ['foam AND café OR quick', [10]],
      ['brown OR fox AND jumps', [2]],
      ['"quick brown"', [1]],
      ['"brown quick"', []],
      ['"quick fox"~1', [1, 2]],
      ['"fox quick"~3', [1, 2]],
      ['"qui*"', []],
      // Two values of one input do not form a phrase, but the text joins them all.
      ['inputs.body:"fox second"', []],
      ['"fox second"', [1]],
      ['qu?ck', [1, 2]],
      ['qui*', [1, 2]],
      ['*OX', [1, 2]],
      ['text:*', [1, 10, 2, 'x1']],
      ['*', [1, 10, 2, 'x1']],
      ['*:*', [1, 10, 2, 'x1']],
      ['metadata.f:*', [1]],
      ['/f[o]x/', [1, 2]],
      ['/fo/', []],
      ['/fo./', [1, 2]],
      ['roam~', [10, 2]],
      ['roam~1', [10, 2]],
      ['fo~', []],
      ['fo~1', [1, 2]],
      ['metadata.n:[5 TO 10]', [1, 2]],
      ['metadata.n:{5 TO 10}', []],
      ['metadata.n:[* TO 5}', [10]],
      ['metadata.n:>=5', [1, 2]],
      ['metadata.n:<5', [10]],
      ['metadata.n:5', [1]],
      ['metadata.n:5.0', [1]],
      ['metadata.n:\\-1', [10]],
      ['metadata.f:1.5', [1]],
      ['metadata.flag:true', [1]],
      ['metadata.day:2024-05-01', [1]],
      ['metadata.day:[2024-05 TO 2024-05]', [1]],
      ['metadata.day:>2024-05-15', [2]],
      ['metadata.day:[* TO now-1d]', [1, 2]],
      ['event_timestamp:2024', [1]],
      ['last_updated:>2020', [1, 10, 2, 'x1']],
      ['_exists_:metadata.f', [1]],
      ['NOT _exists_:metadata', ['x1']],
      ['inputs.title:foam', [10]],
      ['inputs.\\*:foam', [10]],
      ['metadata.\\*:test', [2]],
      ['inputs.title:(foo OR roam)', [1, 2]],
      ['foo-bar', [1]],
      ['foo-news', [1]],
      ['café', [10]],
      ['日本', [10]],
      ['quick^2', [1, 2]],
      ['metadata.split:train', [1]],
      ['metadata.split:Train', []],
      ['metadata.split.text:train', [1, 10]],
      ['metadata.split.exact:Train', [10]],
      ['metadata.split:"Train Set"', [10]],
      ['metadata.split:Train\\ Set', [10]],
      ['metadata.deep.er:x', [1]],
      ['metadata.tags:q', [1]],
      ['metadata._hidden:secret', []],
      ['text.exact:Quick', [1]],
      ['text.exact:Foo\\-bar', [1]],
      ['text.exact:quick', [2]],
      ['inputs.title.exact:Roam', [2]],
      ['predicted_by:"Model A"', [1]],
      ['predicted_by:Model', []],
      ['predicted_by.text:model', [1]],
      ['predicted_by.exact:Model', [1]],
      ['predicted_as:business', [2, 'x1']],
      ['annotated_as:sport', [1, 2]],
      ['annotated_by:ann', [1, 2]],
      ['predicted:ok', [1]],
      ['predicted:ko', [2]],
      ['status:Validated', [1]],
      ['status:validated', []],
      ['id:10', [10]],
      ['id:1*', [1, 10]],
      ['NOT id:"10"', [1, 2, 'x1']],
      ['score:>0.6', [1, 2]],
      ['multi_label:false', [1, 10, 2, 'x1']],
      ['multi_label:true', []],
      ['metrics.text_length:4', []],
      ['metrics.text_length:>30', [1]],
      ['predictions.m2.labels.class_label:business', [2, 'x1']],
      ['predictions.m2.labels.score:[0.9 TO 1]', [2]],
      ['annotations.ann.labels.class_label.text:sport', [1, 2]],
      ['_exists_:vectors.v.value', [1, 10, 2]],
      ['prediction.agent:m2', []],
      ['explanation.x:1', []],
      ['nothing:x', []],
      ['text:\\!', []],
      ['quick text:\\!', [1, 2]],
    ])('%s', async (query_text, expected) => {
      expect(await ds.ids({ query_text })).toEqual(expected)
    })

    it.each([
      '!',
      'AND quick',
      '(quick',
      '"quick',
      '[a TO',
      'metadata.n:[]',
      'metadata.n:abc',
      'metadata.flag:maybe',
      'metadata.day:soon',
      'score:high',
    ])('refuses %s', async (query_text) => {
      const reply = await ds.search({ query: { query_text } })
      expect([reply.status, errorName(reply)]).toEqual([400, 'InvalidTextSearchError'])
      expect(reply.body.detail.params.message).toContain(`Failed to parse query [${query_text}]`)
    })

    it.each(['', '  ', null])('takes %j for no query', async (query_text) => {
      expect((await ds.search({ query: { query_text } })).body.total).toBe(4)
    })
  })

  describe('filters (§7) [C4] [E7] [E8]', () => {
    it.each<[Json, unknown[]]>([
      [{}, [1, 10, 2, 'x1']],
      [{ ids: [1, '10', 'none'] }, [1, 10]],
      [{ ids: [2], status: ['Discarded'], query_text: 'nothing' }, [2]],
      [{ ids: [] }, [1, 10, 2, 'x1']],
      [{ status: ['Validated', 'Discarded'] }, [1, 'x1']],
      [{ status: [] }, [1, 10, 2, 'x1']],
      [{ predicted_as: ['sport', 'none'] }, [1]],
      [{ annotated_as: ['sport'] }, [1, 2]],
      [{ predicted_by: ['m2', 'Model A'] }, [1, 2, 'x1']],
      [{ annotated_by: ['ann'] }, [1, 2]],
      [{ predicted: 'ok' }, [1]],
      [{ predicted: 'ko' }, [2]],
      [{ score: { from: 0.6, to: 0.8 } }, [1]],
      [{ score: { from: 0.5 } }, [1, 2, 'x1']],
      [{ score: { to: 0.5 } }, ['x1']],
      [{ score: {} }, [1, 10, 2, 'x1']],
      [{ metadata: { split: 'train' } }, [1]],
      [{ metadata: { split: ['train', 'test'] } }, [1, 2]],
      [{ metadata: { split: [] } }, [1, 10, 2, 'x1']],
      [{ metadata: { n: 5 } }, [1]],
      [{ metadata: { n: ['5', 10], split: 'test' } }, [2]],
      [{ metadata: { flag: 'true' } }, [1]],
      [{ metadata: { 'deep.er': 'x' } }, [1]],
      [{ metadata: { day: '2024-05-01' } }, [1]],
      [{ metadata: { unknown: 'x' } }, []],
      [{ metadata: { _hidden: 'secret' } }, []],
      [{ has_annotation: true }, [1, 2]],
      [{ has_annotation: false }, [1, 10, 2, 'x1']],
      [{ has_prediction: true }, [1, 2, 'x1']],
      [{ uncovered_by_rules: ['quick', 'nothing'] }, [10]],
      [{ uncovered_by_rules: [] }, [1, 10, 2, 'x1']],
      [{ uncovered_by_rules: ['!', 'quick'] }, [10, 'x1']],
      [{ predicted: '' }, [1, 10, 2, 'x1']],
      [{ predicted: null }, [1, 10, 2, 'x1']],
      [{ uncovered_by_rules: ['*'] }, []],
      [{ query_text: 'quick', status: ['Default'], annotated_as: ['sport'] }, [2]],
    ])('%j', async (query, expected) => {
      expect(await ds.ids(query)).toEqual(expected)
    })

    it('refuses native queries and unreadable values', async () => {
      expect(errorName(await ds.search({ query: { raw_query: { match_all: {} } } }))).toBe('BadRequestError')
      expect(errorName(await ds.search({ query: { metadata: { n: 'abc' } } }))).toBe('InvalidTextSearchError')
      expect((await ds.search({ query: { predicted: 'maybe' } })).status).toBe(422)
    })
  })

  describe('order (§7.3) [C4]', () => {
    it.each<[object[], unknown[]]>([
      [[], [1, 10, 2, 'x1']],
      [[{ id: 'id', order: 'desc' }], ['x1', 2, 10, 1]],
      [[{ id: 'metadata.n' }], [10, 1, 2, 'x1']],
      [[{ id: 'metadata.n', order: 'desc' }], [2, 1, 10, 'x1']],
      [[{ id: 'metadata.split' }], [10, 2, 1, 'x1']],
      [[{ id: 'metadata.day', order: 'desc' }], [2, 1, 10, 'x1']],
      [[{ id: 'status', order: 'desc' }], [1, 'x1', 10, 2]],
      [
        [
          { id: 'status', order: 'desc' },
          { id: 'id', order: 'desc' },
        ],
        [1, 'x1', 2, 10],
      ],
      [[{ id: 'score' }], ['x1', 1, 2, 10]],
      [[{ id: 'predicted' }], [2, 1, 10, 'x1']],
      [[{ id: 'predicted_as', order: 'desc' }], [1, 2, 'x1', 10]],
      [[{ id: 'predicted_by' }], [1, 2, 'x1', 10]],
      [
        [{ id: 'annotated_as' }, { id: 'metadata.n', order: 'desc' }],
        [2, 1, 10, 'x1'],
      ],
      [[{ id: 'annotated_by' }], [1, 2, 10, 'x1']],
      [[{ id: 'event_timestamp' }], [1, 10, 2, 'x1']],
      [[{ id: 'last_updated' }], [1, 10, 2, 'x1']],
    ])('%j', async (sort, expected) => {
      const reply = await ds.search({ sort })
      expect(reply.body.records.map((record: { id: unknown }) => record.id)).toEqual(expected)
    })

    it('refuses what cannot be sorted by', async () => {
      expect(errorName(await ds.search({ sort: [{ id: 'text' }] }))).toBe('BadRequestError')
      expect(errorName(await ds.search({ sort: [{ id: 'metadata.unknown' }] }))).toBe('InvalidTextSearchError')
      expect((await ds.search({ sort: [{ id: 'id', order: 'up' }] })).status).toBe(422)
    })
  })

  describe('pages (§6.1)', () => {
    it('counts all, shows some, and gives facets with the first page only [C4] [E9]', async () => {
      const first = await ds.search({}, '?limit=2')
      expect(first.body.total).toBe(4)
      expect(first.body.records.map((record: { id: unknown }) => record.id)).toEqual([1, 10])
      expect(first.body.aggregations.status).toEqual({ Default: 2, Discarded: 1, Validated: 1 })
      const second = await ds.search({}, '?limit=2&from=2')
      expect(second.body.records.map((record: { id: unknown }) => record.id)).toEqual([2, 'x1'])
      expect(second.body.aggregations).toBeUndefined()
      const none = await ds.search({}, '?limit=0')
      expect([none.body.records, none.body.total]).toEqual([[], 4])
    })

    it('searches everything without a body', async () => {
      const reply = await world.owner.post(ds.path('/TextClassification:search'))
      expect([reply.status, reply.body.total]).toEqual([200, 4])
    })

    it.each([
      ['limit=-1', 422],
      ['limit=1001', 422],
      ['from=-1', 422],
      ['from=10001', 422],
      ['from=9999&limit=2', 400],
      ['from=9999&limit=1', 200],
      ['include_metrics=maybe', 422],
    ])('%s answers %i', async (query, status) => {
      expect((await ds.search({}, `?${query}`)).status).toBe(status)
    })

    it('shows metrics only when asked', async () => {
      const lengths = async (query: string) =>
        (await ds.search({ query: { ids: [10] } }, query)).body.records[0].metrics
      expect(await lengths('')).toEqual({})
      for (const word of ['True', '1', 'yes', 'on'])
        expect(await lengths(`?include_metrics=${word}`)).toEqual({ text_length: 13 })
    })
  })

  describe('similarity (§7.4)', () => {
    const vector = (value: number[], more: object = {}) => ({ vector: { name: 'v', value, ...more } })
    it('orders by L2 distance among what matches, and counts what it found [C4]', async () => {
      const near = await ds.search({ query: vector([1, 0]), sort: [{ id: 'id' }] })
      expect(near.body.records.map((record: { id: unknown }) => record.id)).toEqual([10, 1, 2])
      expect(near.body.total).toBe(3)
      const few = await ds.search({ query: { ...vector([3, 3], { k: 2 }), query_text: 'quick' } })
      expect(few.body.records.map((record: { id: unknown }) => record.id)).toEqual([2, 1])
      expect(few.body.aggregations.status).toEqual({ Default: 1, Validated: 1 })
      expect(few.body.records[0].search_keywords).toBeUndefined()
      expect((await ds.search({ query: vector([0, 0]) }, '?limit=1')).body.total).toBe(1)
      expect(
        (await ds.search({ query: { ...vector([0, 0]), ids: [2, 10] } })).body.records.map(
          (record: { id: unknown }) => record.id,
        ),
      ).toEqual([10, 2])
      expect(await ds.ids({ ...vector([1, 0]), query_text: 'NOT id:"10"' })).toEqual([1, 2])
    })

    it('takes in vectors logged since', async () => {
      const fresh = await world.dataset('Text2Text')
      const log = (id: number, value: number[]) => fresh.log([{ id, text: 'x', vectors: { v: { value } } }])
      await log(1, [0, 1])
      expect(await fresh.ids(vector([0, 0]))).toEqual([1])
      await log(2, [0, 0.5])
      await log(1, [0, 0])
      expect(await fresh.ids(vector([0, 0]))).toEqual([1, 2])
      await fresh.log([{ id: 2, text: 'y' }])
      expect(await fresh.ids(vector([0, 0]))).toEqual([1, 2])
      await world.owner.delete(fresh.path('/data'), { ids: [1] })
      expect(await fresh.ids(vector([0, 0]))).toEqual([2])
    })

    it('finds five when no page is asked for, and begins with the nearest whatever page is', async () => {
      const many = await world.dataset('Text2Text')
      await many.log(Array.from({ length: 7 }, (_, id) => ({ id, text: 'x', vectors: { v: { value: [id, 0] } } })))
      const counted = await many.search({ query: vector([0, 0]) }, '?limit=0')
      expect([counted.body.total, counted.body.records]).toEqual([5, []])
      expect(counted.body.aggregations.status).toEqual({ Default: 5 })
      expect(await many.ids(vector([6, 0]), '?from=3&limit=2')).toEqual([6, 5])
      const fewer = await many.search({ query: vector([0, 0], { k: 3 }) }, '?limit=2')
      expect([fewer.body.total, fewer.body.records.length]).toEqual([3, 2])
      for (const k of [0, -1, 'x']) expect((await many.search({ query: vector([0, 0], { k }) })).status).toBe(422)
    })

    it('refuses unknown vectors and other dimensions', async () => {
      expect(errorName(await ds.search({ query: vector([1]) }))).toBe('InvalidTextSearchError')
      expect(errorName(await ds.search({ query: { vector: { name: 'w', value: [1] } } }))).toBe(
        'InvalidTextSearchError',
      )
    })
  })

  describe('keywords (§7.5)', () => {
    it.each<[string, unknown, string[] | undefined]>([
      ['quick', 1, ['Quick']],
      ['quick brown', 1, ['Quick brown']],
      ['qu* OR se*', 1, ['Quick', 'second']],
      ['roam~1', 10, ['foam']],
      ['quick AND NOT brown', 2, ['quick']],
      ['inputs.title:foo', 1, ['Foo']],
      ['inputs.title:foo OR fox', 1, ['Foo', 'fox']],
      ['status:Validated', 1, undefined],
      ['"quick fox"', 2, ['quick fox']],
      ['cafe', 10, ['Café']],
    ])('%s', async (query_text, id, keywords) => {
      const { body } = await ds.search({ query: { query_text } })
      const record = body.records.find((one: { id: unknown }) => one.id === id)
      expect(record.search_keywords?.toSorted()).toEqual(keywords)
    })
  })
})
