import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

interface Listed {
  id: string
  fields: { text: string }
}

describe.each(engines)('lists gone through page by page, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  const textsOf = (body: { items: Listed[] }) => body.items.map(({ fields }) => fields.text)
  const pathOf = (dataset: BuiltDataset, whose: 'all' | 'mine' = 'all') =>
    `/api/v1${whose === 'mine' ? '/me' : ''}/datasets/${dataset.id}/records`
  const add = async (dataset: BuiltDataset, texts: readonly string[]): Promise<string[]> => {
    const items = texts.map((text) => ({ fields: { text } }))
    const { body } = await s.as('owner').post(`${pathOf(dataset)}/bulk`, { items })
    return body.items.map(({ id }: Listed) => id)
  }
  const answer = (id: string, status: string) =>
    s.as('owner').post(`/api/v1/records/${id}/responses`, { status, values: { label: { value: 'a' } } })

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ metadata: [{ name: 'count', title: 'Count', settings: { type: 'integer' } }] })
    const ids = await add(
      d,
      Array.from({ length: 7 }, (_, index) => `r${index}`),
    )
    for (const id of ids.slice(0, 4)) await answer(id, 'submitted')
  })

  it.each([
    ['all', ''],
    ['all', '&sort_by=inserted_at'],
    ['all', '&sort_by=inserted_at:asc'],
    ['mine', '&sort_by=inserted_at:asc'],
  ] as const)('%s%s: the empty cursor begins, `next` goes on, null ends', async (whose, more) => {
    const first = await s.as('owner').get(`${pathOf(d, whose)}?after=&limit=3${more}`)
    expect(first.status).toBe(200)
    expect(textsOf(first.body)).toEqual(['r0', 'r1', 'r2'])
    const second = await s.as('owner').get(`${pathOf(d, whose)}?after=${first.body.next}&limit=4${more}`)
    expect(textsOf(second.body)).toEqual(['r3', 'r4', 'r5', 'r6'])
    const end = await s.as('owner').get(`${pathOf(d, whose)}?after=${second.body.next}&limit=4${more}`)
    expect(end.body).toMatchObject({ items: [], next: null })
    expect([first, second, end].map(({ body }) => body.total)).toEqual([7, 7, 7])
  })

  it('goes with the other parameters', async () => {
    const query = 'response_status=submitted&include=responses&limit=3'
    const first = await s.as('owner').get(`${pathOf(d)}?${query}&after=`)
    expect(textsOf(first.body)).toEqual(['r0', 'r1', 'r2'])
    expect(first.body.items[0].responses).toHaveLength(1)
    const second = await s.as('owner').get(`${pathOf(d)}?${query}&after=${first.body.next}`)
    expect(textsOf(second.body)).toEqual(['r3'])
    expect(second.body).toMatchObject({ total: 4, next: null })
  })

  it('says nothing of it to those who do not ask', async () => {
    const { body } = await s.as('owner').get(`${pathOf(d)}?limit=3`)
    expect(Object.keys(body)).toEqual(['items', 'total'])
  })

  it('tells how many there were at the beginning', async () => {
    const dataset = await s.build.dataset()
    const ids = await add(dataset, ['a', 'b', 'c'])
    const first = await s.as('owner').get(`${pathOf(dataset)}?after=&limit=1`)
    await s.as('owner').delete(`/api/v1/records/${ids[2]}`)
    const second = await s.as('owner').get(`${pathOf(dataset)}?after=${first.body.next}&limit=2`)
    expect(textsOf(second.body)).toEqual(['b'])
    expect(second.body).toMatchObject({ total: 3, next: null })
  })

  const text = (cursor: object) => Buffer.from(JSON.stringify(cursor)).toString('base64url')
  const NO_CURSOR = "'after' query parameter must be empty or the 'next' of the page before"
  const bySort = (...keys: unknown[]) => text({ place: { in: 'sort', keys, pk: 1 }, total: 3 })
  const own = text({ place: { in: 'own', id: '00000000-0000-4000-8000-000000000000' }, total: 3 })
  const REFUSED: [query: string, detail: string][] = [
    [`after=${bySort(1)}&offset=1`, "'after' and 'offset' query parameters cannot be used together"],
    ...['0', '1.2.3', '-', text([]), text({}), bySort(), bySort(1, 2), bySort('1'), bySort(null), bySort({}), own].map(
      (after): [string, string] => [`after=${after}`, NO_CURSOR],
    ),
    [`after=${text({ place: { in: 'sort', keys: [1], pk: -1 }, total: 3 })}`, NO_CURSOR],
    [`after=${text({ place: { in: 'sort', keys: [1], pk: 1 }, total: -3 })}`, NO_CURSOR],
    [`after=${text({ place: { in: 'score', score: 1, pk: 1, seen: 1 }, total: 3 })}`, NO_CURSOR],
    [`after=${bySort(1, 'x')}&sort_by=inserted_at,metadata.count`, NO_CURSOR],
  ]
  it.each(REFUSED)('refuses %s', async (query, detail) => {
    const { status, body } = await s.as('owner').get(`${pathOf(d)}?${query}`)
    expect(status).toBe(422)
    expect(body).toEqual({ detail })
  })

  it('refuses a cursor of another order, in lists and searches', async () => {
    const mine = `${pathOf(d, 'mine')}?after=${bySort(1)}`
    expect((await s.as('owner').get(mine)).body).toEqual({ detail: NO_CURSOR })
    const search = (after: string, body: object) =>
      s.as('owner').post(`${pathOf(d, 'mine')}/search?after=${after}`, body)
    const scored = text({ place: { in: 'score', score: 1, pk: 1, seen: 1 }, total: 3 })
    expect((await search(scored, {})).body).toEqual({ detail: NO_CURSOR })
    expect((await search(scored, { query: { text: { q: 'r1' } } })).status).toBe(200)
  })

  type Change = { kind: 'add' | 'answer' | 'delete'; at: number }
  const change: fc.Arbitrary<Change> = fc.record({
    kind: fc.constantFrom('add', 'answer', 'delete'),
    at: fc.nat(),
  })

  it('gives each record that stays exactly once, whatever comes, changes or goes between the pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('', '&response_status=pending', '&response_status=pending&response_status=submitted'),
        fc.constantFrom('all', 'mine'),
        fc.array(fc.array(change, { maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        async (limit, filter, whose: 'all' | 'mine', rounds) => {
          const dataset = await s.build.dataset()
          let alive = await add(dataset, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
          const staying = new Set(alive)
          const given: string[] = []
          let after: string | null = ''
          for (let round = 0; after !== null; round += 1) {
            const list = `${pathOf(dataset, whose)}?sort_by=inserted_at:asc&limit=${limit}&after=${after}${filter}`
            const page = await s.as('owner').get(list)
            expect(page.status).toBe(200)
            given.push(...page.body.items.map(({ id }: Listed) => id))
            after = page.body.next
            for (const { kind, at } of rounds[round] ?? []) {
              const id = alive[at % alive.length] ?? ''
              if (kind === 'add') alive.push(...(await add(dataset, ['new'])))
              else if (alive.length === 0) continue
              else if (kind === 'delete') {
                await s.as('owner').delete(`/api/v1/records/${id}`)
                alive = alive.filter((one) => one !== id)
                staying.delete(id)
              } else {
                await answer(id, 'submitted')
                // No longer among the pending ones.
                if (!filter.includes('submitted') && filter !== '') staying.delete(id)
              }
            }
          }
          expect(new Set(given).size).toBe(given.length)
          expect(given.filter((id) => staying.has(id)).sort()).toEqual([...staying].sort())
        },
      ),
      { numRuns: 25 },
    )
  })
})
