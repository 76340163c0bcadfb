import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'L', required: true, settings: { type: 'label_selection', options } },
  { name: 'labels', title: 'M', settings: { type: 'multi_label_selection', options } },
  { name: 'words', title: 'T', settings: { type: 'text' } },
]
const METADATA = [
  { name: 'split', title: 'S', settings: { type: 'terms' } },
  { name: 'pages', title: 'P', settings: { type: 'integer' } },
  { name: 'price', title: 'F', settings: { type: 'float' } },
  { name: 'share', title: 'H', settings: { type: 'float' } },
  { name: 'secret', title: 'X', settings: { type: 'terms' }, visible_for_annotators: false },
  { name: 'unused', title: 'U', settings: { type: 'integer' } },
]
const RECORDS = 60

interface Facet {
  type: string
  scope: Record<string, string>
  values?: { value: string; count: number }[]
  min?: number | null
  max?: number | null
  buckets?: { ge: number; lt: number; count: number }[]
  has_more?: boolean
}

/** Record number `at`, by the same rules that the expected counts are made by. */
const sample = (at: number) => ({
  split: at % 2 === 0 ? ['train'] : at % 3 === 0 ? ['test', 'odd'] : ['test'],
  pages: at,
  price: at / 4,
  share: at / (RECORDS - 1),
  word: at % 5 === 0 ? 'rare' : 'usual',
  label: at % 4 === 0 ? 'a' : at % 4 === 1 ? 'b' : undefined,
})
const samples = Array.from({ length: RECORDS }, (_, at) => sample(at))

describe.each(engines)('facets, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { username: string }
  let bob: { username: string }

  const count = async (body: object, query = '', who = 'owner', me = false) => {
    const reply = await s.as(who).post(`/api/v1/${me ? 'me/' : ''}datasets/${d.id}/records/facets${query}`, body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body as { total: number; facets: Facet[] }
  }
  const one = async (scope: object, body: object = {}, more: object = {}, query = '') => {
    const { facets } = await count({ ...body, facets: [{ scope, ...more }] }, query)
    return facets[0] as Facet
  }
  const metadata = (name: string) => ({ entity: 'metadata', metadata_property: name })
  const suggestion = (question: string, property: string) => ({ entity: 'suggestion', question, property })
  const response = (question: string) => ({ entity: 'response', question })
  const status = { entity: 'response', property: 'status' }
  const rare = { query: { text: { q: 'rare' } } }
  const only = (scope: object, values: string[]) => ({ filters: { and: [{ type: 'terms', scope, values }] } })
  const valuesOf = (facet: Facet) => Object.fromEntries((facet.values ?? []).map(({ value, count }) => [value, count]))
  const howMany = (test: (one: ReturnType<typeof sample>, at: number) => boolean) => samples.filter(test).length

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS, metadata: METADATA })
    ann = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    bob = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const items = samples.map(({ word, label, ...metadata }) => ({
      fields: { text: `${word} text` },
      metadata: { ...metadata, secret: 'x' },
      suggestions: label
        ? [
            { question_id: d.questions.label, value: label, score: metadata.pages / RECORDS, agent: `m-${label}` },
            { question_id: d.questions.labels, value: ['a', 'b'], score: [0.05, 0.95], type: 'model' },
          ]
        : [],
    }))
    const reply = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const ids: string[] = reply.body.items.map((item: { id: string }) => item.id)
    const answer = (who: string, at: number, status: string, label: string) =>
      s.as(who).post(`/api/v1/records/${ids[at]}/responses`, { status, values: { label: { value: label } } })
    for (let at = 0; at < 6; at += 1) await answer(ann.username, at, at < 4 ? 'submitted' : 'discarded', 'a')
    for (let at = 0; at < 2; at += 1) await answer(bob.username, at, 'draft', at === 0 ? 'a' : 'b')
  })

  it.each([
    ['of everything', {}, () => true],
    ['of a small result', rare, (one: ReturnType<typeof sample>) => one.word === 'rare'],
    [
      'of a large result',
      { query: { text: { q: 'usual' } } },
      (one: ReturnType<typeof sample>) => one.word === 'usual',
    ],
  ] as const)('counts terms %s, most frequent first, then by value', async (_, body, test) => {
    const facet = await one(metadata('split'), body)
    expect(facet).toMatchObject({ type: 'terms', scope: metadata('split'), has_more: false })
    expect(valuesOf(facet)).toEqual({
      train: howMany((one) => test(one) && one.split.includes('train')),
      test: howMany((one) => test(one) && one.split.includes('test')),
      odd: howMany((one) => test(one) && one.split.includes('odd')),
    })
    expect(facet.values?.map(({ value }) => value)).toEqual(['test', 'train', 'odd'])
  })

  it('finds terms by a part of them, in small letters and capitals of any script', async () => {
    const named = await s.build.dataset({ metadata: [{ name: 'city', title: 'C', settings: { type: 'terms' } }] })
    const cities = ['Bad Ems', 'Bad Tölz', 'LONDON', 'Łódź', 'Москва', "O'Hare 100%", 'a_b', 'axb']
    const items = cities.flatMap((city, at) =>
      Array.from({ length: at + 1 }, () => ({ fields: { text: 'word' }, metadata: { city } })),
    )
    await s.as('owner').post(`/api/v1/datasets/${named.id}/records`, { items })
    const find = async (containing: string, body: object = {}) => {
      const facets = [{ scope: metadata('city'), containing, size: 2 }]
      const reply = await s.as('owner').post(`/api/v1/datasets/${named.id}/records/facets`, { ...body, facets })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      const [facet] = reply.body.facets as Facet[]
      return facet?.values?.map(({ value, count: records }) => `${value} ${records}`)
    }
    expect(await find('bad')).toEqual(['Bad Tölz 2', 'Bad Ems 1'])
    expect(await find('bad tö', { query: { text: { q: 'word' } } })).toEqual(['Bad Tölz 2'])
    expect(await find('london')).toEqual(['LONDON 3'])
    expect(await find('łó')).toEqual(['Łódź 4'])
    for (const typed of ['мос', 'МОС', 'Мос', 'осква']) expect(await find(typed), typed).toEqual(['Москва 5'])
    expect(await find('сом')).toEqual([])
    expect(await find("o'hare 100%")).toEqual(["O'Hare 100% 6"])
    expect(await find('_')).toEqual(['a_b 7'])
    expect(await find('b')).toHaveLength(2)
    expect(await find('nothing')).toEqual([])
  })

  it('makes histograms of whole numbers over the range of the whole dataset', async () => {
    for (const [body, test] of [
      [{}, () => true],
      [rare, (one: ReturnType<typeof sample>) => one.word === 'rare'],
    ] as const) {
      const facet = await one(metadata('pages'), body, { buckets: 7 })
      expect(facet).toMatchObject({ type: 'range', min: 0, max: RECORDS - 1 })
      expect(facet.buckets?.length).toBeLessThanOrEqual(7)
      for (const { ge, lt, count } of facet.buckets ?? []) {
        expect(Number.isInteger(ge)).toBe(true)
        expect(count).toBe(howMany((one) => test(one) && one.pages >= ge && one.pages < lt))
      }
      expect(facet.buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(howMany(test))
    }
  })

  it('makes histograms of fractions, the largest value in the last bucket', async () => {
    const { buckets, min, max } = await one(metadata('price'), {}, { buckets: 4 })
    expect([min, max]).toEqual([0, (RECORDS - 1) / 4])
    expect(buckets).toHaveLength(4)
    expect(buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(RECORDS)
    expect(await one(metadata('unused'))).toMatchObject({ type: 'range', min: null, max: null, buckets: [] })
  })

  it('makes parts of fractions although both ends are whole', async () => {
    const { buckets } = await one(metadata('share'), {}, { buckets: 4 })
    expect(buckets?.map(({ ge, lt }) => [ge, lt])).toEqual([0, 0.25, 0.5, 0.75].map((ge) => [ge, ge + 0.25]))
    expect(buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(RECORDS)
  })

  it('counts suggestions by value, agent and score', async () => {
    expect(valuesOf(await one(suggestion('label', 'value')))).toEqual({ a: 15, b: 15 })
    expect(valuesOf(await one(suggestion('label', 'agent'), rare))).toEqual({
      'm-a': howMany(({ word, label }) => word === 'rare' && label === 'a'),
      'm-b': howMany(({ word, label }) => word === 'rare' && label === 'b'),
    })
    expect(valuesOf(await one(suggestion('labels', 'value')))).toEqual({ a: 30, b: 30 })
    expect(valuesOf(await one(suggestion('labels', 'type')))).toEqual({ model: 30 })
    const scores = await one(suggestion('label', 'score'), {}, { buckets: 10 })
    expect(scores).toMatchObject({ min: 0, max: 1 })
    expect(scores.buckets?.map(({ count }) => count)).toEqual(
      Array.from({ length: 10 }, (_, at) =>
        howMany(({ label, pages }) => Boolean(label) && Math.floor(pages / 6) === at),
      ),
    )
    const lists = await one(suggestion('labels', 'score'), {}, { buckets: 2 })
    expect(lists.buckets?.map(({ count }) => count)).toEqual([30, 30])
  })

  it("counts anybody's responses, each record once, and the caller's own", async () => {
    expect(valuesOf(await one(response('label')))).toEqual({ a: 6, b: 1 })
    expect(valuesOf(await one(status))).toEqual({ pending: RECORDS - 6, draft: 2, submitted: 4, discarded: 2 })
    const { facets } = await count(
      { facets: [{ scope: response('label') }, { scope: status }] },
      '',
      bob.username,
      true,
    )
    expect(facets.map(valuesOf)).toEqual([
      { a: 1, b: 1 },
      { pending: RECORDS - 2, draft: 2, submitted: 0, discarded: 0 },
    ])
    expect(valuesOf(await one(status, rare))).toEqual({ pending: 10, draft: 1, submitted: 1, discarded: 1 })
    expect(valuesOf(await one({ entity: 'record', property: 'status' }))).toEqual({
      pending: RECORDS - 4,
      completed: 4,
    })
    expect(valuesOf(await one({ entity: 'record', property: 'status' }, rare))).toEqual({ pending: 11, completed: 1 })
  })

  it('counts a facet without the filter on itself, and all others with it', async () => {
    const body = only(metadata('split'), ['odd'])
    const { total, facets } = await count({
      ...body,
      facets: [{ scope: metadata('split') }, { scope: suggestion('label', 'value') }],
    })
    expect(total).toBe(howMany((one) => one.split.includes('odd')))
    expect(valuesOf(facets[0] as Facet)).toMatchObject({ train: 30, test: 30 })
    expect(valuesOf(facets[1] as Facet)).toEqual({
      b: howMany((one) => one.split.includes('odd') && one.label === 'b'),
    })
    const queue = await count(
      { facets: [{ scope: status }, { scope: metadata('split') }] },
      '?response_status=draft',
      bob.username,
      true,
    )
    expect(queue.total).toBe(2)
    expect(valuesOf(queue.facets[0] as Facet)).toMatchObject({ pending: RECORDS - 2, draft: 2 })
    expect(valuesOf(queue.facets[1] as Facet)).toEqual({ train: 1, test: 1 })
  })

  it('counts every filter of the screen in one request when none is named', async () => {
    const scopes = (facets: Facet[]) => facets.map(({ scope }) => Object.values(scope).join(' '))
    const all = await count({})
    expect(scopes(all.facets)).toEqual([
      'response status',
      ...['split', 'pages', 'price', 'share', 'secret', 'unused'].map((name) => `metadata ${name}`),
      'response label',
      'response labels',
      'suggestion label value',
      'suggestion labels value',
      ...['label', 'labels', 'words'].flatMap((name) => [`suggestion ${name} score`, `suggestion ${name} agent`]),
    ])
    expect(all.total).toBe(RECORDS)
    const seen = await count({}, '', ann.username, true)
    expect(scopes(seen.facets)).not.toContain('metadata secret')
  })

  it('gives as many values as asked for, and says that there are more', async () => {
    const facet = await one(metadata('split'), {}, { size: 1 })
    expect(facet).toMatchObject({ values: [{ count: 30 }], has_more: true })
  })

  it('makes a histogram of times in milliseconds', async () => {
    const facet = await one({ entity: 'record', property: 'inserted_at' }, rare, { buckets: 3 })
    expect(facet.buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(12)
    expect(facet.min).toBeGreaterThan(Date.now() - 3_600_000)
    expect(facet.max).toBeLessThan(Date.now() + 1000)
  })

  it('refuses unknown names and hidden properties', async () => {
    const refused = async (scope: object, who = 'owner') => {
      const path = `/api/v1/me/datasets/${d.id}/records/facets`
      return (await s.as(who).post(path, { facets: [{ scope }] })).status
    }
    expect(await refused(metadata('nope'))).toBe(422)
    expect(await refused(response('nope'))).toBe(422)
    expect(await refused(metadata('secret'), ann.username)).toBe(422)
    expect(await refused({ entity: 'nope' })).toBe(422)
  })
})
