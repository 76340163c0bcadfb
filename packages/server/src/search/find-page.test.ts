import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../testing/builders'
import { insertManyRecords, insertManyResponses, planOf } from '../testing/plans'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { countRecords } from './count-records'
import { findPage, selectRange } from './find-page'
import type { RecordFilter, RecordQuery, RecordSort } from './record-query'

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'L', settings: { type: 'label_selection', options } },
  { name: 'labels', title: 'M', settings: { type: 'multi_label_selection', options } },
  {
    name: 'rating',
    title: 'R',
    required: true,
    settings: { type: 'rating', options: [1, 2, 10].map((value) => ({ value })) },
  },
]
const METADATA = [
  { name: 'num', title: 'N', settings: { type: 'float' } },
  { name: 'tags', title: 'T', settings: { type: 'terms' } },
]

interface Sample {
  num?: number
  tags?: string[]
  /** What `ann` and `bob` answered. */
  ann?: { label?: string; labels?: string[]; rating: number }
  bob?: { label?: string; labels?: string[]; rating: number }
  suggested?: {
    label?: [string, number, string | null]
    labels?: [string[], number[], string | null]
    rating?: [number]
  }
}

/** Records 0 … 5. */
const SAMPLES: Sample[] = [
  { num: 3, tags: ['x', 'z'], ann: { label: 'a', rating: 10 }, bob: { label: 'b', rating: 1 } },
  { num: 1, tags: ['y'], ann: { labels: ['b', 'c'], rating: 2 }, suggested: { label: ['a', 0.9, 'm1'] } },
  { num: 10, bob: { label: 'a', labels: ['a'], rating: 2 }, suggested: { label: ['b', 0.2, 'm2'], rating: [10] } },
  { tags: ['x'], suggested: { labels: [['a', 'c'], [0.1, 0.95], 'm1'], rating: [2] } },
  { num: -2.5, tags: ['w', 'y'], suggested: { label: ['a', 0.5, null] } },
  {},
]

describe.each(engines)('search, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: string
  const pks: number[] = []
  const query = (more: Partial<RecordQuery>): RecordQuery => ({
    datasetId: d.id,
    userId: undefined,
    filters: [],
    sorts: [],
    ...more,
  })
  const find = async (more: Partial<RecordQuery>) => {
    const page = await findPage(s.context.engine.db, query(more), { offset: 0, limit: 100 })
    return page.map(({ pk }) => pks.indexOf(pk))
  }
  const question = (name: string) => d.questions[name] ?? ''

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS, metadata: METADATA })
    const users = {
      ann: await s.build.user('annotator', { workspaces: [d.workspaceId] }),
      bob: await s.build.user('annotator', { workspaces: [d.workspaceId] }),
    }
    ann = users.ann.id
    for (const { num, tags, suggested = {}, ...answers } of SAMPLES) {
      const record = await s.build.record(d.id, {
        metadata: { num, tags },
        responses: (['ann', 'bob'] as const).flatMap((name) => {
          const given = answers[name]
          if (!given) return []
          const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, { value }]))
          return [{ user_id: users[name].id, status: 'submitted', values }]
        }),
        suggestions: Object.entries(suggested).map(([name, [value, score, agent]]) => ({
          question_id: question(name),
          value,
          score,
          agent,
          type: agent === 'm1' ? 'model' : undefined,
        })),
      })
      const row = await s.context.engine.db
        .selectFrom('records')
        .select('pk')
        .where('id', '=', record.id)
        .executeTakeFirstOrThrow()
      pks.push(Number(row.pk))
    }
  })

  const suggestion =
    (name: string, property: 'value' | 'score' | 'agent' | 'type', test: object): (() => RecordFilter) =>
    () => ({ on: 'suggestion', questionId: question(name), property, test: test as { terms: string[] } })
  const response =
    (name: string, test: object): (() => RecordFilter) =>
    () => ({ on: 'response', questionId: question(name), test: test as { terms: string[] } })

  const FILTERS: [what: string, filter: () => RecordFilter, everybodys: number[], anns: number[]][] = [
    ['label answered', response('label', { terms: ['a'] }), [0, 2], [0]],
    ['any of two labels answered', response('label', { terms: ['b', 'a'] }), [0, 2], [0]],
    ['a label among several', response('labels', { terms: ['c'] }), [1], [1]],
    ['a rating by its text', response('rating', { terms: ['2'] }), [1, 2], [1]],
    ['a range of ratings, as numbers', response('rating', { ge: 2 }), [0, 1, 2], [0, 1]],
    ['a range without lower end', response('rating', { le: 1 }), [0], []],
    ['label suggested', suggestion('label', 'value', { terms: ['a'] }), [1, 4], [1, 4]],
    ['a label suggested among several', suggestion('labels', 'value', { terms: ['c', 'b'] }), [3], [3]],
    ['a rating suggested in a range', suggestion('rating', 'value', { ge: 5, le: 10 }), [2], [2]],
    ['a score in a range', suggestion('label', 'score', { ge: 0.2, le: 0.5 }), [2, 4], [2, 4]],
    ['any of several scores in a range', suggestion('labels', 'score', { ge: 0.9 }), [3], [3]],
    ['a score by its text', suggestion('label', 'score', { terms: ['0.9'] }), [1], [1]],
    ['an agent', suggestion('label', 'agent', { terms: ['m1', 'm2'] }), [1, 2], [1, 2]],
    ['a type', suggestion('labels', 'type', { terms: ['model'] }), [3], [3]],
    [
      'a time in milliseconds',
      () => ({ on: 'record', property: 'inserted_at', test: { ge: 0, le: 1e300 } }),
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 3, 4, 5],
    ],
    ['a time to come', () => ({ on: 'record', property: 'updated_at', test: { ge: 4e12 } }), [], []],
    ['no time at all', () => ({ on: 'record', property: 'updated_at', test: { terms: ['x'] } }), [], []],
    ['no status', () => ({ on: 'status', anyOf: [] }), [], []],
  ]
  it.each(FILTERS)('filters by %s', async (_, filter, everybodys, anns) => {
    const filters = [filter()]
    expect(await find({ filters })).toEqual(everybodys)
    expect(await countRecords(s.context.engine.db, query({ filters }))).toBe(everybodys.length)
    expect((await find({ filters, userId: ann })).sort()).toEqual(anns)
    expect(await countRecords(s.context.engine.db, query({ filters, userId: ann }))).toBe(anns.length)
  })

  it('needs all filters to hold', async () => {
    const filters = [response('rating', { ge: 2 })(), suggestion('label', 'score', { le: 0.5 })()]
    expect(await find({ filters })).toEqual([2])
  })

  const by = (sort: () => RecordSort['by'], order: 'asc' | 'desc') => (): RecordSort => ({ by: sort(), order })
  const num = () => ({ on: 'metadata', property: 'num', isNumber: true }) as const
  const tags = () => ({ on: 'metadata', property: 'tags', isNumber: false }) as const
  const rating = () => ({ on: 'response', questionId: question('rating'), isNumber: true }) as const
  const suggested = (name: string, property: 'value' | 'score' | 'agent', isNumber: boolean) => () =>
    ({ on: 'suggestion', questionId: question(name), property, isNumber }) as const

  const SORTS: [what: string, sort: () => RecordSort, order: number[]][] = [
    ['numbers as numbers', by(num, 'asc'), [4, 1, 0, 2, 3, 5]],
    ['numbers downwards, absent last', by(num, 'desc'), [2, 0, 1, 4, 3, 5]],
    ['lists by their smallest', by(tags, 'asc'), [4, 0, 3, 1, 2, 5]],
    ['lists by their largest', by(tags, 'desc'), [0, 1, 4, 3, 2, 5]],
    ['answers of everybody, smallest first', by(rating, 'asc'), [0, 1, 2, 3, 4, 5]],
    ['answers of everybody, largest first', by(rating, 'desc'), [0, 1, 2, 3, 4, 5]],
    ['suggested ratings', by(suggested('rating', 'value', true), 'desc'), [2, 3, 0, 1, 4, 5]],
    ['scores', by(suggested('label', 'score', true), 'asc'), [2, 4, 1, 0, 3, 5]],
    ['agents', by(suggested('label', 'agent', false), 'desc'), [2, 1, 0, 3, 4, 5]],
  ]
  it.each(SORTS)('sorts by %s', async (_, sort, order) => {
    expect(await find({ sorts: [sort()] })).toEqual(order)
  })

  it("sorts by the user's own answers where there is a user", async () => {
    expect(await find({ sorts: [by(rating, 'asc')()], userId: ann })).toEqual([1, 0, 2, 3, 4, 5])
  })

  it('reads hot pages from an index, unsorted, at any size', async () => {
    const { engine: store } = s.context
    const own = await s.build.dataset()
    const others = await s.build.dataset()
    await store.transaction(async (tx) => {
      // Most records are of another dataset, so an index of all records is no way to this one.
      await insertManyRecords(tx, 20_000, (at) => ({
        dataset_id: at % 4 === 0 ? own.id : others.id,
        inserted_at: at,
      }))
      const records = tx.selectFrom('records').where('dataset_id', '=', own.id).limit(1000)
      await insertManyResponses(tx, ann, await records.select(['pk', 'id', 'dataset_id']).execute())
    })
    await store.analyze()
    // The larger of the user's two ranges: of a short one the engine may well sort the few rows.
    const side = ann < '8' ? 'from' : 'before'
    const planOfStatus = (anyOf: RecordFilter & { on: 'status' }) => {
      const searched = query({ datasetId: own.id, userId: ann, filters: [anyOf] })
      return planOf(engine, selectRange(store.db, searched, ann, { side, offset: 0, limit: 10 }))
    }
    const pending = await planOfStatus({ on: 'status', anyOf: ['pending'] })
    expect(pending).toContain('records_shuffled')
    expect(pending).not.toMatch(/TEMP B-TREE|Sort/)
    // Who has answered is known from the index, without a look at the answer.
    expect(pending).toMatch(
      engine === 'sqlite' ? /SEARCH answered USING COVERING INDEX/ : /Index Only Scan using responses_/,
    )
    // What is closed for the user is looked up by its key, too, record by record.
    const shared = query({ datasetId: own.id, userId: ann, filters: [{ on: 'status', anyOf: ['pending'] }] })
    const queue = { ...shared, target: 2, setAside: [1, 2] }
    const open = await planOf(engine, selectRange(store.db, queue, ann, { side, offset: 0, limit: 10 }))
    expect(open).toContain('records_shuffled')
    expect(open).not.toMatch(/TEMP B-TREE|Sort/)
    expect(open).toMatch(engine === 'sqlite' ? /SEARCH closed USING INTEGER PRIMARY KEY/ : /response_counts_pkey/)
    const submitted = await planOfStatus({ on: 'status', anyOf: ['submitted'] })
    expect(submitted).toContain('responses_mine')
    expect(submitted).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
