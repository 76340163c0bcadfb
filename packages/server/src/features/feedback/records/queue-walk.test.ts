import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

interface Listed {
  id: string
}

/** One way to ask for a queue: parameters of the list, or a search. */
interface Asked {
  what: string
  order?: 'mixed' | 'file' | 'uncertain'
  params?: string
  search?: Search
  /** Of a result of limited size, another hit takes the place of one that left. */
  atMost?: number
}

interface Search {
  query?: { text?: object; vector?: { name: string; value: number[]; max_results?: number } }
  filters?: object
  sort?: object[]
}

const metadata = (name: string) => ({ entity: 'metadata', metadata_property: name })
const IN_TRAIN = { and: [{ type: 'terms', scope: metadata('split'), values: ['train'] }] }
const suggestion = (property?: string) => ({ entity: 'suggestion', question: 'label', property })
const ASKED: Asked[] = [
  { what: 'the mixed order' },
  { what: 'the order of the file', order: 'file' },
  { what: 'the least certain first', order: 'uncertain' },
  { what: 'a sort by time', params: '&sort_by=inserted_at:desc' },
  { what: 'a sort by two values, absent for some', params: '&sort_by=metadata.split:desc&sort_by=metadata.size:asc' },
  { what: 'numbers downwards', params: '&sort_by=metadata.size:desc' },
  { what: 'a filter of the list', params: '&metadata=split:train' },
  { what: 'a filter in the order of the file', order: 'file', search: { filters: IN_TRAIN } },
  { what: 'a text by relevance', search: { query: { text: { q: 'red' } } } },
  { what: 'a text by relevance, not weighed', order: 'file', search: { query: { text: { q: 'red' } } } },
  { what: 'a text without relevance', search: { query: { text: { q: '-green' } } } },
  {
    what: 'a text with a sort',
    search: {
      query: { text: { q: 'red' } },
      sort: [
        { scope: suggestion('score'), order: 'desc' },
        { scope: metadata('size'), order: 'asc' },
      ],
    },
  },
  {
    what: 'a filter and a sort by suggestions',
    search: { filters: IN_TRAIN, sort: [{ scope: suggestion('agent'), order: 'asc' }] },
  },
  { what: 'similarity', search: { query: { vector: { name: 'v', value: [1, 0.5] } } } },
  {
    what: 'similarity with a text, as many as are asked for',
    atMost: 9,
    search: { query: { vector: { name: 'v', value: [0.2, 1] }, text: { q: 'red' } } },
  },
]

/** Records alike in many ways, so that every order has ties. */
const RECORDS = Array.from({ length: 24 }, (_, at) => ({
  fields: { text: `${at % 3 === 2 ? 'green' : 'red'} ${'red '.repeat(at % 4)}thing` },
  metadata: { ...(at % 5 !== 0 && { split: at % 2 ? 'train' : 'test' }), ...(at % 4 !== 1 && { size: at % 3 }) },
  vectors: { v: [at % 3, at % 5] },
  score: at % 6 < 4 ? (at % 4) / 4 : undefined,
}))

describe.each(engines)('a queue gone through with a cursor, %s', (engine) => {
  let s: TestServer
  let dataset: BuiltDataset

  beforeAll(async () => {
    s = await testServer(engine)
  })

  /** A dataset that two answers complete, with an annotator and a colleague. */
  async function world({ order = 'mixed' }: Asked, handOut: string) {
    dataset = await s.build.dataset({
      metadata: [
        { name: 'split', title: 'S', settings: { type: 'terms' } },
        { name: 'size', title: 'Z', settings: { type: 'integer' } },
      ],
      vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
    })
    const question_id = dataset.questions.label
    const items = RECORDS.map(({ score, ...record }, at) => ({
      ...record,
      suggestions: score === undefined ? [] : [{ question_id, value: 'a', score, agent: at % 4 ? `m${at % 2}` : null }],
    }))
    const reply = await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
    expect(reply.status).toBe(201)
    const put = { order, hand_out: handOut, min_submitted: 1 }
    expect((await s.as('owner').put(`/api/v1/datasets/${dataset.id}/queue`, put)).status).toBe(200)
    const people = [1, 2].map(() => s.build.user('annotator', { workspaces: [dataset.workspaceId] }))
    return (await Promise.all(people)).map(({ username }) => username)
  }

  async function page(user: string, { params = '', search }: Asked, more: string) {
    const path = `/api/v1/me/datasets/${dataset.id}/records`
    const query = `response_status=pending${params}${more}`
    const { status, body } = await (search
      ? s.as(user).post(`${path}/search?${query}`, search)
      : s.as(user).get(`${path}?${query}`))
    expect(status).toBe(200)
    const items: (Listed | { record: Listed })[] = body.items
    return { ids: items.map((one) => ('record' in one ? one.record.id : one.id)), ...body }
  }

  const answer = (user: string, id: string) =>
    s.as(user).post(`/api/v1/records/${id}/responses`, { status: 'submitted', values: { label: { value: 'a' } } })

  it.each(ASKED)('$what: each open record once, in its order, while answers come in', async (asked) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('everyone', 'until_completed'),
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 4 }), { maxLength: 12 }),
        async (limit, handOut, offset, rounds) => {
          const [me = '', colleague = ''] = await world(asked, handOut)
          const all = (await page(me, asked, '&limit=1000')).ids
          expect(all.length).toBeGreaterThan(6)
          const expected = new Set(all.slice(offset))
          const { atMost = all.length } = asked
          const vector = asked.search?.query?.vector
          const limited = vector && { query: { ...asked.search?.query, vector: { ...vector, max_results: atMost } } }
          const walk = limited ? { ...asked, search: limited } : asked
          const given: string[] = []
          let after: string | null = ''
          for (let round = 0; after !== null; round += 1) {
            const from: string = after === '' ? `&offset=${offset}` : ''
            const found = await page(me, walk, `${from}&limit=${limit}&after=${after}`)
            given.push(...found.ids)
            expect(found.total).toBe(atMost)
            after = found.next
            for (const [at, isMine] of rounds[round] ?? []) {
              const id = all[at % all.length] ?? ''
              await answer(isMine ? me : colleague, id)
              // Answered before its turn came, it is no longer pending.
              if ((isMine || handOut === 'until_completed') && !given.includes(id)) expected.delete(id)
            }
          }
          expect(given).toEqual([...expected].slice(0, atMost - offset))
        },
      ),
      { numRuns: 3 },
    )
  })

  it('goes on behind a record that is deleted, and meets what is added behind it', async () => {
    const asked = { what: '', order: 'file' } as const
    const [me = ''] = await world(asked, 'everyone')
    const all = (await page(me, asked, '&limit=100')).ids
    const first = await page(me, asked, '&limit=3&after=')
    await s.as('owner').delete(`/api/v1/records/${all[2]}`)
    const { id } = await s.build.record(dataset.id)
    const rest = await page(me, asked, `&limit=100&after=${first.next}`)
    expect(rest.ids).toEqual([...all.slice(3), id])
    expect(rest.next).toBeNull()
  })
})
