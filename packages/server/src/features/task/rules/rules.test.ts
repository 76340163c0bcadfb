import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const ORDERS: [string, (ds: TaskDataset) => string][] = [
  ['name first', (ds) => ds.path('/TextClassification/labeling/rules')],
  ['task first', (ds) => `/api/datasets/TextClassification/${ds.name}/labeling/rules`],
]

describe.each(engines)('labelling rules on %s (§10)', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  describe.each(ORDERS)('%s', (_, pathOf) => {
    it('makes, lists, finds, changes and deletes rules [C7] [E10]', async () => {
      const ds = await world.dataset('TextClassification')
      const base = pathOf(ds)
      expect((await world.owner.get(base)).body).toEqual([])
      const one = await world.owner.post(base, { query: '  red ', label: 'A', description: 'all red things' })
      expect([one.status, one.body]).toEqual([
        200,
        {
          query: 'red',
          label: 'A',
          labels: ['A'],
          description: 'all red things',
          author: 'owner',
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+$/),
        },
      ])
      const two = await world.owner.post(base, { query: 'a OR b', labels: ['B', 1, 'B'], label: 'A' })
      expect(two.body).toEqual({ ...two.body, query: 'a OR b', labels: ['B', '1', 'A'] })
      expect(two.body).not.toHaveProperty('label')
      expect(two.body).not.toHaveProperty('description')
      expect((await world.owner.get(base)).body).toEqual([one.body, two.body])

      const again = await world.owner.post(base, { query: 'red', labels: ['C'] })
      expect([again.status, again.body.detail]).toEqual([
        409,
        {
          code: 'argilla.api.errors::EntityAlreadyExistsError',
          params: { name: 'red', type: 'ServiceLabelingRule' },
        },
      ])

      expect((await world.owner.get(`${base}/red`)).body).toEqual(one.body)
      expect((await world.owner.get(`${base}/%20red%20`)).body).toEqual(one.body)
      const { username } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
      const changed = await world.as(username).patch(`${base}/red`, { labels: ['C', 'D'], description: null })
      expect(changed.body).toEqual({ ...omit(one.body, 'label'), labels: ['C', 'D'] })
      const described = await world.owner.patch(`${base}/red`, { label: 'C', description: 'new' })
      expect(described.body).toMatchObject({ label: 'C', labels: ['C'], description: 'new', author: 'owner' })

      // Blanks around the query are not forgiven here, and a missing rule is no error.
      expect((await world.owner.delete(`${base}/%20red`)).body).toBeNull()
      expect((await world.owner.get(base)).body).toHaveLength(2)
      expect([
        (await world.owner.delete(`${base}/red`)).status,
        (await world.owner.delete(`${base}/red`)).body,
      ]).toEqual([200, null])
      expect((await world.owner.get(base)).body).toEqual([two.body])
      for (const missing of [
        await world.owner.get(`${base}/red`),
        await world.owner.patch(`${base}/red`, { label: 'x' }),
      ])
        expect([missing.status, missing.body.detail.params]).toEqual([
          404,
          { name: 'red', type: 'ServiceLabelingRule' },
        ])
    })

    it('gives a rule another query in its place, unless another rule has that', async () => {
      const ds = await world.dataset('TextClassification')
      const base = pathOf(ds)
      const made = await world.owner.post(base, { query: 'red AND (', label: 'A', description: 'all red things' })
      const other = await world.owner.post(base, { query: 'blue', label: 'B' })
      const path = `${base}/${encodeURIComponent('red AND (')}`
      for (const [refused, status, loc] of [
        ['blue', 409, undefined],
        [' ', 422, 'new_query'],
        ['x'.repeat(50_001), 422, 'new_query'],
      ] as const) {
        const reply = await world.owner.patch(path, { label: 'C', new_query: refused })
        expect([reply.status, reply.body.detail.params.errors?.[0].loc[1]]).toEqual([status, loc])
      }
      expect((await world.owner.get(base)).body).toEqual([made.body, other.body])
      const mended = await world.owner.patch(path, { labels: ['A', 'C'], new_query: ' red AND car ' })
      expect(mended.body).toEqual({ ...omit(made.body, 'label'), query: 'red AND car', labels: ['A', 'C'] })
      expect((await world.owner.get(base)).body).toEqual([mended.body, other.body])
      // Its own query, and none, change only the labels.
      for (const new_query of ['blue', null])
        expect((await world.owner.patch(`${base}/blue`, { label: 'D', new_query })).body).toEqual({
          ...other.body,
          ...{ label: 'D', labels: ['D'] },
        })
    })

    it.each<[query: string, path: string]>([
      ['a/b', '/a/b'],
      ['/a query/', '//a%20query/'],
      ['/re.*x/', '//re.*x/'],
      ['a//b', '/a//b'],
      ['ends/', '/ends/'],
      ['https://x.y/z?q', '/https%3A%2F%2Fx.y%2Fz%3Fq'],
      ['c++ a+b', '/c++%20a+b'],
      ['100%', '/100%25'],
      ['inputs.\\*:news', '/inputs.%5C*:news'],
      ['metrics', '/metrics'],
      ['日本 "p q"~2', `/${encodeURIComponent('日本 "p q"~2')}`],
      ['a#b&c=d', '/a%23b&c=d'],
      ['../x', '/..%2Fx'],
    ])('finds the rule %s in the path', async (query, path) => {
      const ds = await world.dataset('TextClassification')
      const base = pathOf(ds)
      const made = await world.owner.post(base, { query, label: 'A' })
      expect(made.body.query).toBe(query)
      // A rule called `metrics` can be made, but its path is that of the overall metrics.
      if (query !== 'metrics') expect((await world.owner.get(base + path)).body).toEqual(made.body)
      else expect((await world.owner.get(base + path)).body).toHaveProperty('total_records')
      expect((await world.owner.patch(base + path, { label: 'B' })).body).toMatchObject({ query, label: 'B' })
      // What reaches the language is the whole query: where it cannot be read, the error repeats it.
      const { status, body } = await world.owner.get(`${base}${path}/metrics`)
      if (status === 200) expect(body).toMatchObject({ total_records: 0 })
      else expect(body.detail.params.message).toContain(`Failed to parse query [${query}]`)
      expect((await world.owner.delete(base + path)).body).toBeNull()
      expect((await world.owner.get(base)).body).toEqual([])
    })

    it.each<[string, Json, string[]]>([
      ['no label', { query: 'x' }, ['__root__']],
      ['an empty list of labels', { query: 'x', labels: [] }, ['__root__']],
      ['no query', { label: 'A' }, ['query']],
      ['an object as query', { query: {}, label: 'A' }, ['query']],
    ])('refuses %s', async (_, body, loc) => {
      const ds = await world.dataset('TextClassification')
      const reply = await world.owner.post(pathOf(ds), body)
      expect([reply.status, errorName(reply)]).toEqual([422, 'ValidationError'])
      expect(reply.body.detail.params.errors[0].loc).toEqual(['body', ...loc])
      if (loc[0] === '__root__') expect(reply.body.detail.params.errors[0].type).toBe('assertion_error')
    })

    it('does not read the query or the labels when a rule is saved, but when it is counted', async () => {
      const ds = await world.dataset('TextClassification')
      await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['A'] } })
      expect((await world.owner.post(pathOf(ds), { query: 'fine', label: 'A' })).status).toBe(200)
      expect((await world.owner.post(pathOf(ds), { query: '(broken', label: 'Z' })).status).toBe(200)
      for (const path of ['/(broken/metrics', '/!/metrics'])
        expect([path, errorName(await world.owner.get(pathOf(ds) + path))]).toEqual([path, 'InvalidTextSearchError'])
      expect((await world.owner.get(`${pathOf(ds)}/fine/metrics`)).status).toBe(200)
    })

    it('a rule whose query cannot be read says why, and leaves the others as they are', async () => {
      const ds = await world.dataset('TextClassification')
      const text = (id: number, t: string) => ({ id, inputs: { t } })
      await ds.log([text(1, 'foo'), text(2, 'bar'), text(3, 'baz'), text(4, 'qux')])
      const broken = ['foo AND (', 'status:[', '/[/']
      for (const query of broken) expect((await world.owner.post(pathOf(ds), { query, label: 'A' })).status).toBe(200)
      const overall = () => world.owner.get(`${pathOf(ds)}/metrics`)
      expect(await overall()).toMatchObject({ status: 200, body: { total_records: 4, coverage: 0 } })
      expect((await world.owner.post(pathOf(ds), { query: 'foo', label: 'A' })).status).toBe(200)
      expect(await overall()).toMatchObject({ status: 200, body: { total_records: 4, coverage: 0.25 } })
      expect(await ds.ids({ uncovered_by_rules: [...broken, 'foo'] })).toEqual([2, 3, 4])
      expect(await ds.ids({ uncovered_by_rules: broken })).toEqual([1, 2, 3, 4])
      expect((await world.owner.get(`${pathOf(ds)}/foo/metrics`)).body.coverage).toBe(0.25)
      const own = await world.owner.get(`${pathOf(ds)}/${encodeURIComponent('foo AND (')}/metrics`)
      expect([own.status, errorName(own)]).toEqual([400, 'InvalidTextSearchError'])
      expect(own.body.detail.params.message).toMatch(/^Failed to parse query \[foo AND \(\]: ./)
    })
  })

  it('is for text classification, and for members', async () => {
    const tokens = await world.dataset('TokenClassification')
    const wrong = await world.owner.get(tokens.path('/TextClassification/labeling/rules'))
    expect(errorName(wrong)).toBe('WrongTaskError')
    expect((await world.owner.get(tokens.path('/TokenClassification/labeling/rules'))).status).toBe(404)
    const ds = await world.dataset('TextClassification')
    const { username } = await world.server.build.user('admin')
    for (const path of ['', '/x', '/x/metrics', '/metrics'])
      expect((await world.as(username).get(ds.path(`/TextClassification/labeling/rules${path}`))).status).toBe(403)
  })

  describe('metrics', () => {
    const annotated = (...labels: string[]) => ({ agent: 'ann', labels: labels.map((name) => ({ class: name })) })
    const metrics = async (ds: TaskDataset, query: string, ...labels: string[]) => {
      const path = ds.path(`/TextClassification/labeling/rules/${encodeURIComponent(query)}/metrics`)
      const asked = new URLSearchParams(labels.map((label) => ['label', label])).toString()
      return (await world.owner.get(`${path}?${asked}`)).body
    }
    const overall = async (ds: TaskDataset) =>
      (await world.owner.get(ds.path('/TextClassification/labeling/rules/metrics'))).body
    const addRule = (ds: TaskDataset, query: string, ...labels: string[]) =>
      world.owner.post(ds.path('/TextClassification/labeling/rules'), { query, labels })

    it('are those of the worked example [C7] [E10]', async () => {
      const ds = await world.dataset('TextClassification')
      await ds.log([{ id: 1, inputs: { t: 'fine' }, annotation: annotated('o.k.') }])
      expect(await metrics(ds, 'fine', 'A', 'o.k.')).toEqual({
        total_records: 1,
        annotated_records: 1,
        coverage: 1,
        coverage_annotated: 1,
        correct: 1,
        incorrect: 1,
        precision: 0.5,
      })
    })

    it('leave out what has no divisor', async () => {
      const ds = await world.dataset('TextClassification')
      expect(await metrics(ds, 'x', 'A')).toEqual({ total_records: 0, annotated_records: 0 })
      expect(await overall(ds)).toEqual({ total_records: 0, annotated_records: 0 })
      await ds.log([{ id: 1, inputs: { t: 'x' } }])
      expect(await metrics(ds, 'x', 'A')).toEqual({ total_records: 1, annotated_records: 0, coverage: 1 })
      // Without a stored rule nothing is covered.
      expect(await overall(ds)).toEqual({ total_records: 1, annotated_records: 0, coverage: 0 })
    })

    it('count matches against annotations, whatever the status [C7]', async () => {
      const ds = await world.dataset('TextClassification')
      await ds.log([
        { id: 1, inputs: { t: 'red apple' }, annotation: annotated('A'), status: 'Validated' },
        { id: 2, inputs: { t: 'red pear' }, annotation: annotated('B'), status: 'Discarded' },
        { id: 3, inputs: { t: 'red plum' } },
        { id: 4, inputs: { t: 'green apple' }, annotation: annotated('A') },
        // An annotation that was left out later no longer counts.
        { id: 5, inputs: { t: 'red' }, annotation: annotated('A') },
        { id: 5, inputs: { t: 'red' }, annotation: null },
      ])
      expect(await metrics(ds, 'red', 'A')).toEqual({
        total_records: 5,
        annotated_records: 3,
        coverage: 4 / 5,
        coverage_annotated: 2 / 3,
        correct: 1,
        incorrect: 1,
        precision: 0.5,
      })
      expect(await metrics(ds, 'red', 'A', 'B', 'A')).toMatchObject({ correct: 2, incorrect: 2, precision: 0.5 })
      expect(await metrics(ds, 'plum', 'A')).toEqual({
        total_records: 5,
        annotated_records: 3,
        coverage: 1 / 5,
        coverage_annotated: 0,
        correct: 0,
        incorrect: 0,
      })
      expect(await metrics(ds, 'nothing', 'A')).toMatchObject({ coverage: 0, coverage_annotated: 0 })
      // Without labels those of the stored rule count, and none when there is no such rule.
      const unlabelled = await metrics(ds, 'apple')
      expect(unlabelled).toMatchObject({ coverage_annotated: 2 / 3, correct: 0, incorrect: 0 })
      expect(unlabelled).not.toHaveProperty('precision')
      await addRule(ds, 'apple', 'A')
      expect(await metrics(ds, 'apple')).toMatchObject({ correct: 2, incorrect: 0, precision: 1 })
      expect(await metrics(ds, ' apple ')).toMatchObject({ correct: 2, precision: 1 })
      expect(await metrics(ds, 'apple', 'B')).toMatchObject({ correct: 0, incorrect: 2, precision: 0 })
    })

    it('tell records annotated with no label from those not annotated', async () => {
      const ds = await world.dataset('TextClassification')
      const record = (id: number, annotation?: object) => ({ id, inputs: { t: 'x' }, multi_label: true, annotation })
      await ds.log([record(1, annotated()), record(2, annotated('A', 'B')), record(3)])
      expect(await metrics(ds, 'x', 'A', 'C')).toEqual({
        total_records: 3,
        annotated_records: 2,
        coverage: 1,
        coverage_annotated: 0.5,
        correct: 1,
        incorrect: 1,
        precision: 0.5,
      })
    })

    it('of all rules count what at least one of them matches [C7]', async () => {
      const ds = await world.dataset('TextClassification')
      await ds.log([
        { id: 1, inputs: { t: 'red apple' }, annotation: annotated('A') },
        { id: 2, inputs: { t: 'green pear' } },
        { id: 3, inputs: { t: 'blue' }, annotation: annotated('A') },
        { id: 4, inputs: { t: 'white' } },
      ])
      for (const query of ['red', 'apple', '/p[e]ar/', 'nothing']) await addRule(ds, query, 'A')
      expect(await overall(ds)).toEqual({
        total_records: 4,
        annotated_records: 2,
        coverage: 0.5,
        coverage_annotated: 0.5,
      })
      const rules = ['red', 'apple', '/p[e]ar/', 'nothing']
      expect(await ds.ids({ uncovered_by_rules: rules })).toEqual([3, 4])
      expect(await ds.ids({ uncovered_by_rules: rules, has_annotation: true })).toEqual([3])
      // A changed record is seen at once.
      await ds.log([{ id: 4, inputs: { t: 'red' } }])
      expect((await overall(ds)).coverage).toBe(0.75)
    })

    it('are not given of a closed dataset', async () => {
      const ds = await world.dataset('TextClassification')
      await addRule(ds, 'x', 'A')
      await world.owner.put(ds.path(':close'))
      for (const path of ['/metrics', '/x/metrics'])
        expect(errorName(await world.owner.get(ds.path(`/TextClassification/labeling/rules${path}`)))).toBe(
          'ClosedDatasetError',
        )
    })
  })

  it('go with the dataset: copied and deleted', async () => {
    const ds = await world.dataset('TextClassification')
    const base = ds.path('/TextClassification/labeling/rules')
    for (const query of ['b', 'a', '/c/']) await world.owner.post(base, { query, label: 'A' })
    const copied = await world.owner.put(ds.path(':copy'), { name: `${ds.name}-copy` })
    expect(copied.status).toBe(200)
    const rules = (await world.owner.get(base)).body
    expect(rules.map((rule: Json) => rule.query)).toEqual(['b', 'a', '/c/'])
    expect((await world.owner.get(`/api/datasets/${ds.name}-copy/TextClassification/labeling/rules`)).body).toEqual(
      rules,
    )
    await world.owner.delete(ds.path(''))
    await world.owner.post('/api/datasets', { name: ds.name, task: 'TextClassification' })
    expect((await world.owner.get(base)).body).toEqual([])
  })
})

function omit(object: Json, key: string): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key))
}
