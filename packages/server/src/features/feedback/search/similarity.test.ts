import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const DIMENSIONS = 7
const RECORDS = 400

/** A small generator with a seed, so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Sample {
  id: string
  vector: number[] | undefined
  group: string
  text: string
}

interface Hit {
  record: { id: string; external_id: string }
  query_score: number
}

describe.each(engines)('similarity, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  const samples: Sample[] = []
  const ids = new Map<string, string>()

  const search = (body: object, limit = 50) =>
    s.as('owner').post(`/api/v1/datasets/${d.id}/records/search?limit=${limit}`, body)

  const cosine = (a: readonly number[], b: readonly number[]) => {
    const dot = (x: readonly number[], y: readonly number[]) =>
      x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
    const lengths = Math.sqrt(dot(a, a) * dot(b, b))
    return lengths === 0 ? 0 : dot(a, b) / lengths
  }

  /** What a look at every record gives: the scores, best first, and which record has which. */
  function bruteForce(target: readonly number[], sign: 1 | -1, among: (sample: Sample) => boolean) {
    return samples
      .flatMap(({ vector, ...sample }) => {
        if (!vector || !among({ vector, ...sample })) return []
        return [{ id: sample.id, score: (1 + sign * cosine(target, vector)) / 2 }]
      })
      .sort((one, other) => other.score - one.score)
  }

  function expectHits(hits: readonly Hit[], expected: readonly { id: string; score: number }[], limit: number) {
    const scores = new Map(expected.map(({ id, score }) => [id, score]))
    expect(hits.length).toBe(Math.min(limit, expected.length))
    for (const [index, { record, query_score }] of hits.entries()) {
      // Vectors are compared in single precision: two that are as near may change places.
      expect(query_score).toBeCloseTo(expected[index]?.score ?? Number.NaN, 5)
      expect(query_score).toBeCloseTo(scores.get(record.external_id) ?? Number.NaN, 5)
    }
    expect(new Set(hits.map(({ record }) => record.id)).size).toBe(hits.length)
  }

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({
      metadata: [{ name: 'group', title: 'G', settings: { type: 'terms' } }],
      vectors: [
        { name: 'v', title: 'V', dimensions: DIMENSIONS },
        { name: 'empty', title: 'E', dimensions: 2 },
      ],
    })
    const random = randomFrom(5)
    for (let at = 0; at < RECORDS; at += 1)
      samples.push({
        id: `r${at}`,
        vector: at % 10 === 3 ? undefined : Array.from({ length: DIMENSIONS }, () => (at === 0 ? 0 : random() * 2 - 1)),
        group: `g${at % 4}`,
        text: at % 3 === 0 ? 'find the needle' : 'only hay here',
      })
    const items = samples.map(({ id, vector, group, text }) => ({
      external_id: id,
      fields: { text },
      metadata: { group },
      vectors: vector ? { v: vector } : undefined,
    }))
    const reply = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    for (const { id, external_id } of reply.body.items) ids.set(external_id, id)
  })

  const TARGET = [0.3, -0.8, 0.1, 0.5, 0.9, -0.2, 0.4]
  const inGroup = { type: 'terms', scope: { entity: 'metadata', metadata_property: 'group' }, values: ['g1'] }

  it.each([
    ['the nearest', 'most_similar', 1],
    ['the farthest', 'least_similar', -1],
  ] as const)('finds %s exactly [C18] [E30]', async (_, order, sign) => {
    const reply = await search({ query: { vector: { name: 'v', value: TARGET, order } } })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ total: RECORDS - RECORDS / 10, ordered_by: 'similarity' })
    expectHits(
      reply.body.items,
      bruteForce(TARGET, sign, () => true),
      50,
    )
  })

  it('finds all records with a vector when asked for more', async () => {
    const reply = await search({ query: { vector: { name: 'v', value: TARGET } } }, 1000)
    expectHits(
      reply.body.items,
      bruteForce(TARGET, 1, () => true),
      1000,
    )
    expect(reply.body.total).toBe(RECORDS - RECORDS / 10)
  })

  it.each(['most_similar', 'least_similar'] as const)('leaves out the record itself, %s [E30]', async (order) => {
    const reference = samples[17]
    const target = reference?.vector ?? []
    const reply = await search({ query: { vector: { name: 'v', record_id: ids.get('r17'), order } } }, 20)
    const expected = bruteForce(target, order === 'most_similar' ? 1 : -1, ({ id }) => id !== 'r17')
    expectHits(reply.body.items, expected, 20)
  })

  it('joins text, filters and similarity', async () => {
    const body = {
      query: { vector: { name: 'v', value: TARGET }, text: { q: 'needle' } },
      filters: { and: [inGroup] },
    }
    const among = ({ group, text }: Sample) => group === 'g1' && text.includes('needle')
    const reply = await search(body)
    expectHits(reply.body.items, bruteForce(TARGET, 1, among), 50)
    expect(reply.body.total).toBe(bruteForce(TARGET, 1, among).length)
    expect(reply.body.items.length).toBeGreaterThan(10)
    const mine = await s.as('owner').post(`/api/v1/me/datasets/${d.id}/records/search?response_status=pending`, body)
    expect(mine.body.items.map((hit: Hit) => hit.record.id)).toEqual(reply.body.items.map((hit: Hit) => hit.record.id))
    const none = await search({ ...body, query: { ...body.query, text: { q: 'nothing' } } })
    expect(none.body).toMatchObject({ items: [], total: 0 })
  })

  const place = (offset: number, limit: number, more = '') =>
    `/api/v1/datasets/${d.id}/records/search?offset=${offset}&limit=${limit}${more}`

  it.each([
    ['all', 1, undefined, () => true, false],
    ['all of the farthest', -1, undefined, () => true, false],
    ['at most 25', 1, 25, () => true, false],
    ['at most 30', 1, 30, () => true, false],
    ['at most more than there are', 1, 5000, () => true, false],
    [
      'those of text and filters',
      1,
      undefined,
      (one: Sample) => one.group === 'g1' && one.text.includes('needle'),
      true,
    ],
    ['some of text and filters', 1, 15, (one: Sample) => one.group === 'g1' && one.text.includes('needle'), true],
  ] as const)('pages through %s to the end', async (_, sign, maxResults, among, isNarrowed) => {
    const order = sign === 1 ? 'most_similar' : 'least_similar'
    const expected = bruteForce(TARGET, sign, among).slice(0, maxResults)
    const pageSize = isNarrowed ? 10 : 50
    const limit = maxResults === undefined || maxResults > 100 ? pageSize : 10
    const found: Hit[] = []
    for (let pages = 0; pages < 50; pages += 1) {
      const reply = await s.as('owner').post(place(found.length, limit), {
        query: {
          vector: { name: 'v', value: TARGET, order, max_results: maxResults },
          ...(isNarrowed ? { text: { q: 'needle' } } : {}),
        },
        ...(isNarrowed ? { filters: { and: [inGroup] } } : {}),
      })
      expect(reply).toMatchObject({ status: 200, body: { total: expected.length } })
      if (reply.body.items.length === 0) break
      expect(reply.body.items.length).toBe(Math.min(limit, expected.length - found.length))
      found.push(...reply.body.items)
    }
    expectHits(found, expected, expected.length)
  })

  it('counts without the record itself, and finds nothing behind the end', async () => {
    const vector = { name: 'v', record_id: ids.get('r17') }
    const some = await s.as('owner').post(place(2, 3), { query: { vector } })
    expect(some.body).toMatchObject({ total: RECORDS - RECORDS / 10 - 1, items: { length: 3 } })
    for (const max_results of [undefined, null, 7]) {
      const reply = await s.as('owner').post(place(9999, 3), { query: { vector: { ...vector, max_results } } })
      expect(reply.body).toMatchObject({ total: max_results ?? RECORDS - RECORDS / 10 - 1, items: [] })
    }
    const none = await s.as('owner').post(place(0, 3), { query: { vector: { ...vector, max_results: 0 } } })
    expect(none.status).toBe(422)
  })

  it('passes over the sort', async () => {
    const plain = await search({ query: { vector: { name: 'v', value: TARGET } } }, 5)
    const sorted = await s.as('owner').post(place(0, 5, '&sort_by=inserted_at:desc'), {
      query: { vector: { name: 'v', value: TARGET } },
      sort: [{ scope: { entity: 'record', property: 'inserted_at' }, order: 'desc' }],
    })
    expect(sorted.body).toEqual(plain.body)
  })

  it('sees new, changed and deleted vectors at once', async () => {
    const query = { query: { vector: { name: 'v', value: TARGET } } }
    const before = (await search(query, 3)).body.items
    const added = await s.build.record(d.id, { external_id: 'new', vectors: { v: TARGET } })
    const [first] = (await search(query, 3)).body.items
    expect(first.record.id).toBe(added.id)
    expect(first.query_score).toBeCloseTo(1, 6)
    await s.as('owner').patch(`/api/v1/records/${added.id}`, { vectors: { v: TARGET.map((value) => -value) } })
    expect((await search(query, 3)).body.items).toEqual(before)
    const farthest = { query: { vector: { name: 'v', value: TARGET, order: 'least_similar' } } }
    expect((await search(farthest, 1)).body.items[0].record.id).toBe(added.id)
    await s.as('owner').delete(`/api/v1/records/${added.id}`)
    expect((await search(farthest, 1)).body.items[0].record.id).not.toBe(added.id)
  })

  it('finds every one of many long vectors, which are read in several pages', async () => {
    // At most 64 vectors of this length make a page.
    const [dimensions, count] = [1024, 150]
    const oneAt = (at: number) => Array.from({ length: dimensions }, (_, index) => (index === at ? 1 : 0))
    const given = await s.build.dataset({ vectors: [{ name: 'long', title: 'Long', dimensions }] })
    const items = Array.from({ length: count }, (_, at) => ({
      external_id: `long${at}`,
      fields: { text: 'x' },
      vectors: { long: oneAt(at) },
    }))
    await s.as('owner').post(`/api/v1/datasets/${given.id}/records/bulk`, { items })
    for (const at of [0, 64, count - 1]) {
      const path = `/api/v1/datasets/${given.id}/records/search?limit=1`
      const { body } = await s.as('owner').post(path, { query: { vector: { name: 'long', value: oneAt(at) } } })
      expect(body).toMatchObject({ total: count, items: [{ record: { external_id: `long${at}` }, query_score: 1 }] })
    }
  })

  it('finds nothing where no record has a vector', async () => {
    const reply = await search({ query: { vector: { name: 'empty', value: [1, 2] } } })
    expect(reply.body).toMatchObject({ items: [], total: 0 })
  })

  it.each([
    ['an unknown vector', { name: 'nope', value: [1] }, () => `Vector \`nope\` not found in dataset \`${d.id}\`.`],
    [
      'an unknown record',
      { name: 'v', record_id: '00000000-0000-4000-8000-000000000000' },
      () => `Record with id \`00000000-0000-4000-8000-000000000000\` not found in dataset \`${d.id}\`.`,
    ],
    ['a wrong length', { name: 'v', value: [1, 2] }, () => 'Vector `v` has 7 dimensions, but 2 were given.'],
  ])('refuses %s', async (_, vector, message) => {
    const reply = await search({ query: { vector } })
    expect(reply).toMatchObject({ status: 422, body: { detail: message() } })
  })

  it('refuses a record that is assigned to others, except for those who lead', async () => {
    const given = await s.build.dataset({ vectors: [{ name: 'v', title: 'V', dimensions: 2 }] })
    const member = { workspaces: [given.workspaceId] }
    const [ann, bob, lead] = [
      await s.build.user('annotator', member),
      await s.build.user('annotator', member),
      await s.build.user('admin', member),
    ]
    const items = [0, 1, 2].map((at) => ({ fields: { text: `text ${at}` }, vectors: { v: [1, at] } }))
    const { body } = await s.as('owner').post(`/api/v1/datasets/${given.id}/records/bulk`, { items })
    const [first, second]: string[] = body.items.map(({ id }: { id: string }) => id)
    const assigned = { record_ids: [first], people: [{ user_id: ann.id }], people_per_record: 1 }
    expect((await s.as('owner').post(`/api/v1/datasets/${given.id}/assignments`, assigned)).status).toBe(202)
    await s.context.jobs.settle()
    const like = (user: typeof ann, record_id: string | undefined) =>
      s
        .as(user.username)
        .post(`/api/v1/me/datasets/${given.id}/records/search`, { query: { vector: { name: 'v', record_id } } })
    const refused = await like(bob, first)
    expect(refused.status).toBe(403)
    expect(refused.body.detail.params).toEqual({ detail: 'This record is assigned to other people.' })
    expect((await like(bob, second)).body).toMatchObject({ total: 1 })
    for (const user of [ann, lead]) expect((await like(user, first)).body).toMatchObject({ total: 2 })
  })

  it('refuses a record without the vector', async () => {
    const id = ids.get('r3')
    const reply = await search({ query: { vector: { name: 'v', record_id: id } } })
    expect(reply.body.detail).toBe(`Record \`${id}\` does not have a vector for vector settings \`v\``)
  })

  it.each([
    [{ name: 'v' }],
    [{ name: 'v', value: [] }],
    [{ name: 'v', record_id: '00000000-0000-4000-8000-000000000000', value: [1] }],
  ])('asks for a record or a value: %j', async (vector) => {
    const reply = await search({ query: { vector } })
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors).toEqual([
      {
        loc: ['body', 'query', 'vector', '__root__'],
        msg: "Either 'record_id' or 'value' must be provided",
        type: 'value_error',
      },
    ])
  })
})
