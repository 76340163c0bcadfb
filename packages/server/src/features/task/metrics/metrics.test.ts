import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const COMMON =
  'text_length error_distribution status_distribution words_cloud metadata predicted_by annotated_by score'.split(' ')
const sided = (side: string, ids: string) => ids.split(' ').map((id) => `${side}_${id}`)
const MENTIONS = 'entity_labels entity_capitalness mentions_distribution top_k_mentions_consistency'
const DEAD = 'entity_density mention_token_length mention_char_length tag_consistency'
const IDS = {
  Text2Text: COMMON,
  TextClassification: [
    ...COMMON,
    ...'F1 MultiLabelF1 dataset_labels predicted_as annotated_as labeling_rule dataset_labeling_rules'.split(' '),
  ],
  TokenClassification: [
    ...COMMON,
    ...'dataset_labels F1 predicted_as annotated_as token_frequency token_capitalness'.split(' '),
    ...sided('predicted', MENTIONS),
    ...sided('annotated', MENTIONS),
    'tokens_length',
    'token_length',
    ...sided('predicted', DEAD),
    ...sided('annotated', DEAD),
  ],
}
const UNDESCRIBED = new Set(
  `metadata predicted_by annotated_by score dataset_labels predicted_as annotated_as labeling_rule dataset_labeling_rules
  token_frequency`.split(/\s+/),
)
const TASKS = ['TextClassification', 'TokenClassification', 'Text2Text'] as const

describe.each(engines)('the metrics of classic datasets on %s (§9)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it.each(TASKS)('lists those of %s in their order, under both path orders', async (task) => {
    const ds = await world.dataset(task)
    const { body } = await world.owner.get(ds.path(`/${task}/metrics`))
    expect(body.map((metric: Json) => metric.id)).toEqual(IDS[task])
    expect(body).toHaveLength({ TextClassification: 15, TokenClassification: 32, Text2Text: 8 }[task])
    for (const { id, name, description } of body) {
      expect(name).not.toBe('')
      expect(description === null, id).toBe(UNDESCRIBED.has(id))
    }
    expect((await world.owner.get(`/api/datasets/${task}/${ds.name}/metrics`)).body).toEqual(body)
  })

  it.each(TASKS)('gives nothing for %s without records', async (task) => {
    const ds = await world.dataset(task)
    for (const id of IDS[task]) {
      const reply = await ds.metric(id)
      expect([id, reply.status, reply.body]).toEqual([id, 200, emptyOf(task, id)])
    }
  })

  it('needs a body and sound parameters, and knows only the metrics of its task [C8]', async () => {
    const ds = await world.dataset('TextClassification')
    const path = ds.path('/TextClassification/metrics/predicted_as:summary')
    expect((await world.owner.post(path)).status).toBe(422)
    expect((await world.owner.post(path, { query_text: null })).status).toBe(200)
    for (const query of ['?size=0', '?interval=0', '?interval=-1', '?size=x'])
      expect([query, (await ds.metric('predicted_as', query)).status]).toEqual([query, 422])
    expect((await ds.metric('predicted_as', '?size=100000&interval=0.1&other=1')).status).toBe(200)
    for (const name of ['token_frequency', 'a:b', 'a:summary', ':']) {
      const unknown = await ds.metric(name)
      const detail = { code: 'argilla.api.errors::EntityNotFoundError', params: { name, type: 'ServiceBaseMetric' } }
      expect([unknown.status, unknown.body.detail]).toEqual([404, detail])
    }
    expect(errorName(await ds.metric('predicted_as', '', { query_text: '!' }))).toBe('InvalidTextSearchError')
    expect(errorName(await ds.metric('labeling_rule', '?rule_query=!'))).toBe('InvalidTextSearchError')
    const other = await world.owner.post(ds.path('/Text2Text/metrics/score:summary'), {})
    expect(errorName(other)).toBe('WrongTaskError')
  })

  it('answers members, and nothing of a closed dataset', async () => {
    const ds = await world.dataset('Text2Text')
    const path = ds.path('/Text2Text/metrics/score:summary')
    const { username: member } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    const { username: stranger } = await world.server.build.user('admin')
    expect((await world.as(member).post(path, {})).status).toBe(200)
    expect((await world.as(stranger).post(path, {})).status).toBe(403)
    await world.owner.put(ds.path(':close'))
    expect(errorName(await ds.metric('score'))).toBe('ClosedDatasetError')
  })

  describe('of text classification', () => {
    const by = (agent: string, ...labels: [string, number][]) => ({
      agent,
      labels: labels.map(([name, score]) => ({ class: name, score })),
    })
    let ds: TaskDataset
    beforeAll(async () => {
      ds = await world.dataset('TextClassification')
      await ds.log([
        {
          id: 1,
          inputs: { t: 'red apple' },
          prediction: by('m', ['A', 0.8], ['B', 0.2]),
          annotation: by('ann', ['A', 1]),
          status: 'Validated',
          metadata: { split: 'train', n: 1 },
        },
        // 10 code points, 11 UTF-16 units.
        { id: 2, inputs: { t: 'red pear 😀' }, prediction: by('m', ['A', 0.6]), annotation: by('ann', ['B', 1]) },
        { id: 3, inputs: { t: 'green' }, annotation: by('eve', ['B', 1]) },
        { id: 4, inputs: { t: 'plum' }, prediction: by('m2', ['C', 0.9]) },
        // A prediction of no label at all.
        { id: 5, inputs: { t: 'lemon' }, prediction: by('m2'), annotation: by('ann', ['A', 1]) },
      ])
    })

    it.each<[id: string, query: string, body: Json, expected: Json]>([
      ['text_length', '', {}, { '4.0': 1, '5.0': 2, '6.0': 0, '7.0': 0, '8.0': 0, '9.0': 1, '10.0': 0, '11.0': 1 }],
      ['text_length', '', { ids: [2] }, { '11.0': 1 }],
      ['text_length', '', { ids: ['none'] }, {}],
      ['error_distribution', '', {}, { ko: 2, ok: 1, unknown: 2 }],
      ['error_distribution', '', { query_text: 'red' }, { ko: 1, ok: 1 }],
      ['status_distribution', '', {}, { Default: 4, Validated: 1 }],
      ['words_cloud', '', {}, { red: 2, apple: 1, green: 1, lemon: 1, pear: 1, plum: 1 }],
      ['words_cloud', '?size=2', {}, { red: 2, apple: 1 }],
      ['words_cloud', '?text_field=inputs.t&size=1', {}, { red: 2 }],
      ['words_cloud', '?text_field=nothing', {}, {}],
      ['words_cloud', '?text_field=@labels', {}, {}],
      // Numbers and dates are no words.
      ['words_cloud', '?text_field=metadata.n', {}, {}],
      ['words_cloud', '?text_field=metadata.split', {}, { train: 1 }],
      ['metadata', '', {}, { n: { '1': 1 }, split: { train: 1 } }],
      ['predicted_by', '', {}, { m: 2, m2: 2 }],
      ['predicted_by', '?size=1', {}, { m: 2 }],
      ['annotated_by', '', {}, { ann: 3, eve: 1 }],
      ['score', '', { ids: [1] }, { '0.8': 1 }],
      ['score', '', { ids: [4] }, { '0.899': 1 }],
      ['dataset_labels', '', { ids: [3] }, { labels: ['B'] }],
      ['predicted_as', '', {}, { A: 2, C: 1 }],
      ['annotated_as', '', {}, { A: 2, B: 2 }],
      ['annotated_as', '?size=1', {}, { A: 2 }],
      ['annotated_as', '', { has_prediction: true, predicted: 'ko' }, { A: 1, B: 1 }],
      ['labeling_rule', '', {}, {}],
      [
        'labeling_rule',
        '?rule_query=red OR plum',
        {},
        { covered_records: 3, annotated_covered_records: 2, correct_records: 0, incorrect_records: 0 },
      ],
      [
        'labeling_rule',
        '?rule_query=red',
        { query_text: 'pear' },
        { covered_records: 1, annotated_covered_records: 1, correct_records: 0, incorrect_records: 0 },
      ],
      ['dataset_labeling_rules', '', {}, {}],
    ])('%s%s of %j', async (id, query, body, expected) => {
      const { body: found } = await ds.metric(id, query, body)
      expect(found).toEqual(expected)
      expect(Object.keys(found)).toEqual(Object.keys(expected))
      const old = `/api/datasets/TextClassification/${ds.name}/metrics/${id}:summary${query}`
      expect((await world.owner.post(old, body)).body).toEqual(expected)
    })

    it('collects every label in use, whatever its score [C8]', async () => {
      expect((await ds.metric('dataset_labels')).body.labels.sort()).toEqual(['A', 'B', 'C'])
    })

    it('fills the histogram of scores between the least and the greatest', async () => {
      const { body } = await ds.metric('score')
      const used = Object.entries(body).filter(([, count]) => count !== 0)
      expect(used).toEqual([
        ['0.6', 1],
        ['0.8', 1],
        ['0.899', 1],
      ])
      expect(Object.keys(body)).toHaveLength(300)
    })

    it('has F1 of the best label, records without one left out', async () => {
      expect((await ds.metric('F1')).body).toEqual({
        precision_macro: 0.25,
        recall_macro: 0.5,
        f1_macro: 1 / 3,
        precision_micro: 0.5,
        recall_micro: 0.5,
        f1_micro: 0.5,
        A_precision: 0.5,
        A_recall: 1,
        A_f1: 2 / 3,
        A_support: 1,
        B_precision: 0,
        B_recall: 0,
        B_f1: 0,
        B_support: 1,
      })
      expect((await ds.metric('F1', '', { ids: [3, 4, 5] })).body).toEqual({})
    })

    it('reads F1 from what is stored, and counts from what was logged last (§5.6)', async () => {
      const again = await world.dataset('TextClassification')
      const text = { id: 1, inputs: { t: 'x' } }
      await again.log([{ ...text, prediction: by('m', ['A', 1]) }])
      await again.log([{ ...text, annotation: by('ann', ['A', 1]) }])
      expect((await again.metric('F1')).body).toMatchObject({ f1_micro: 1, A_support: 1 })
      expect((await again.metric('predicted_as')).body).toEqual({})
      expect((await again.metric('error_distribution')).body).toEqual({ unknown: 1 })
    })

    it('has F1 of several labels, those above a half', async () => {
      const multi = await world.dataset('TextClassification')
      const record = (id: number, predicted: [string, number][], annotated: [string, number][]) => ({
        id,
        inputs: { t: 'x' },
        multi_label: true,
        prediction: by('m', ...predicted),
        annotation: by('a', ...annotated),
      })
      await multi.log([
        record(
          1,
          [
            ['A', 0.9],
            ['B', 0.5],
          ],
          [
            ['A', 1],
            ['B', 1],
          ],
        ),
        record(2, [['B', 0.51]], []),
        record(3, [], []),
      ])
      expect((await multi.metric('MultiLabelF1')).body).toEqual({
        precision_macro: 0.5,
        recall_macro: 0.5,
        f1_macro: 0.5,
        precision_micro: 0.5,
        recall_micro: 0.5,
        f1_micro: 0.5,
        A_precision: 1,
        A_recall: 1,
        A_f1: 1,
        A_support: 1,
        B_precision: 0,
        B_recall: 0,
        B_f1: 0,
        B_support: 1,
      })
      expect((await multi.metric('predicted_as')).body).toEqual({ A: 1, B: 1 })
      expect((await multi.metric('score')).body).toMatchObject({ '0.5': 1, '0.509': 1, '0.899': 1 })
    })
  })

  describe('of token classification', () => {
    let ds: TaskDataset
    const by = (agent: string, ...list: [number, number, string][]) => ({
      agent,
      entities: list.map(([start, end, label]) => ({ start, end, label, score: 0.5 })),
    })
    beforeAll(async () => {
      ds = await world.dataset('TokenClassification')
      await ds.log([
        {
          id: 1,
          text: 'Ann met Bob',
          tokens: ['Ann', 'met', 'Bob'],
          prediction: by('m', [0, 3, 'PER'], [8, 11, 'PER']),
          annotation: by('a', [0, 3, 'PER'], [8, 11, 'LOC']),
        },
        {
          id: 2,
          text: 'ANN in uS',
          tokens: ['ANN', 'in', 'uS'],
          prediction: by('m', [0, 3, 'PER'], [7, 9, 'LOC']),
        },
        // Two mentions of one text: the last stays.
        { id: 3, text: 'Ann Ann', tokens: ['Ann', 'Ann'], annotation: by('a', [0, 3, 'PER'], [4, 7, 'ORG']) },
      ])
    })

    it.each<[id: string, query: string, body: Json, expected: Json]>([
      ['text_length', '', {}, { '7.0': 1, '8.0': 0, '9.0': 1, '10.0': 0, '11.0': 1 }],
      ['error_distribution', '', {}, { ko: 1, unknown: 2 }],
      ['predicted_as', '', {}, { PER: 2, LOC: 1 }],
      ['annotated_as', '', {}, { PER: 2, LOC: 1, ORG: 1 }],
      ['score', '', {}, { '0.5': 4 }],
      ['token_frequency', '', {}, { Ann: 3, ANN: 1, Bob: 1, in: 1, met: 1, uS: 1 }],
      ['token_frequency', '?size=1', {}, { Ann: 3 }],
      ['token_frequency', '', { query_text: 'bob' }, { Ann: 1, Bob: 1, met: 1 }],
      ['token_capitalness', '', {}, { FIRST: 4, LOWER: 2, MIDDLE: 1, UPPER: 1 }],
      ['token_capitalness', '?size=1', {}, { FIRST: 4 }],
      ['predicted_entity_labels', '', {}, { PER: 3, LOC: 1 }],
      ['annotated_entity_labels', '', {}, { LOC: 1, ORG: 1, PER: 1 }],
      ['annotated_entity_labels', '?size=2', {}, { LOC: 1, ORG: 1 }],
      ['predicted_entity_capitalness', '', {}, { FIRST: 2, MIDDLE: 1, UPPER: 1 }],
      ['annotated_entity_capitalness', '', {}, { FIRST: 3 }],
      ['predicted_mentions_distribution', '', {}, { PER: { ANN: 1, Ann: 1, Bob: 1 }, LOC: { uS: 1 } }],
      ['predicted_mentions_distribution', '?size=1', {}, { PER: { ANN: 1 } }],
      ['annotated_mentions_distribution', '', {}, { LOC: { Bob: 1 }, ORG: { Ann: 1 }, PER: { Ann: 1 } }],
      ['tokens_length', '?interval=1', {}, {}],
      ['token_length', '', {}, {}],
      ['annotated_entity_density', '?interval=0.01', {}, {}],
      ['predicted_mention_char_length', '', {}, {}],
      ['predicted_tag_consistency', '', {}, { mentions: [] }],
    ])('%s%s of %j', async (id, query, body, expected) => {
      const { body: found } = await ds.metric(id, query, body)
      expect(found).toEqual(expected)
      expect(Object.keys(found)).toEqual(Object.keys(expected))
      const old = `/api/datasets/TokenClassification/${ds.name}/metrics/${id}:summary${query}`
      expect((await world.owner.post(old, body)).body).toEqual(expected)
    })

    const ann = {
      mention: 'Ann',
      entities: [
        { label: 'ORG', count: 1 },
        { label: 'PER', count: 1 },
      ],
    }
    const bob = { mention: 'Bob', entities: [{ label: 'LOC', count: 1 }] }
    it.each<[query: string, mentions: Json[]]>([
      ['', [ann, bob]],
      ['?interval=2&size=100', [ann]],
      ['?interval=3', []],
      // The commonest are chosen first, then judged.
      ['?size=1', [ann]],
      ['?entity_size=1', [{ mention: 'Ann', entities: [{ label: 'ORG', count: 1 }] }, bob]],
      ['?entity_size=1&interval=2', []],
    ])('annotated_top_k_mentions_consistency%s', async (query, mentions) => {
      expect((await ds.metric('annotated_top_k_mentions_consistency', query)).body).toEqual({ mentions })
    })

    it('puts mentions that go by more labels before commoner ones', async () => {
      const many = await world.dataset('TokenClassification')
      const one = (id: number, text: string, label: string) => ({
        id,
        text,
        tokens: [text],
        prediction: by('m', [0, text.length, label]),
      })
      await many.log([one(1, 'us', 'A'), one(2, 'us', 'A'), one(3, 'us', 'A'), one(4, 'it', 'A'), one(5, 'it', 'B')])
      const { mentions } = (await many.metric('predicted_top_k_mentions_consistency')).body
      expect(mentions.map((found: Json) => found.mention)).toEqual(['it', 'us'])
      expect((await many.metric('predicted_top_k_mentions_consistency', '?size=1')).body.mentions).toMatchObject([
        { mention: 'us', entities: [{ label: 'A', count: 3 }] },
      ])
    })

    it('has F1 of exact entities, each looked for in its own record', async () => {
      // Record 2 predicts what record 1 has at the same place: that is no hit.
      const { body } = await ds.metric('F1')
      const { f1_macro, ...rest } = body
      expect(f1_macro).toBeCloseTo(2 / 15, 12)
      expect(rest).toEqual({
        precision_macro: 1 / 9,
        recall_macro: 1 / 6,
        precision_micro: 0.25,
        recall_micro: 0.25,
        f1_micro: 0.25,
        PER_precision: 1 / 3,
        PER_recall: 0.5,
        PER_f1: 0.4,
        LOC_precision: 0,
        LOC_recall: 0,
        LOC_f1: 0,
        ORG_precision: 0,
        ORG_recall: 0,
        ORG_f1: 0,
      })
    })
  })

  it('counts nothing but the common things of text2text', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([
      { id: 1, text: 'ab', prediction: { agent: 'm', sentences: [{ text: 'x', score: 0.25 }] } },
      { id: 2, text: 'a', annotation: { agent: 'h', sentences: [{ text: 'y' }] }, status: 'Validated' },
    ])
    expect((await ds.metric('error_distribution')).body).toEqual({ unknown: 2 })
    expect((await ds.metric('text_length')).body).toEqual({ '1.0': 1, '2.0': 1 })
    expect((await ds.metric('score')).body).toEqual({ '0.25': 1 })
    expect((await ds.metric('predicted_by')).body).toEqual({ m: 1 })
    expect((await ds.metric('annotated_by')).body).toEqual({ h: 1 })
    const old = `/api/datasets/Text2Text/${ds.name}/metrics/status_distribution:summary`
    expect((await world.owner.post(old, {})).body).toEqual({ Default: 1, Validated: 1 })
  })

  it('leaves empty buckets out of a histogram that would have too many', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([
      { id: 1, text: 'x' },
      { id: 2, text: 'y'.repeat(200_000) },
    ])
    expect((await ds.metric('text_length')).body).toEqual({ '1.0': 1, '200000.0': 1 })
  })
})

/** What each metric is over no records. */
function emptyOf(task: string, id: string): Json {
  if (id === 'dataset_labels') return { labels: [] }
  if (id.endsWith('_consistency')) return { mentions: [] }
  if (id !== 'F1' || task !== 'TokenClassification') return {}
  return Object.fromEntries(
    ['precision', 'recall', 'f1'].flatMap((part) => ['macro', 'micro'].map((kind) => [`${part}_${kind}`, 0])),
  )
}
