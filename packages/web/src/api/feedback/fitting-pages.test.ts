import { afterEach, describe, expect, it, vi } from 'vitest'
import { searchRecords } from './record-search.ts'
import { fetchRecords } from './records.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** A fake server with records of these sizes and pages of a limited size; it records the requests. */
function serverOf(sizes: readonly number[], room: number) {
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'http://localhost')
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)))
    asked.push(`${offset}+${limit}`)
    const wanted = sizes.slice(offset, Number(offset) + Number(limit))
    let left = room
    const over = wanted.findIndex((size) => {
      left -= size
      return left < 0
    })
    const fits = Math.max(1, over)
    if (over >= 0 && fits < wanted.length) {
      const errors = [{ type: 'value_error.page_too_large', msg: 'too large', ctx: { limit_value: fits } }]
      return reply(422, { detail: { code: 'argilla.api.errors::ValidationError', params: { errors } } })
    }
    const records = wanted.map((_, index) => record(`r${Number(offset) + index}`))
    const isSearch = url.pathname.endsWith('/search')
    const items = isSearch ? records.map((one) => ({ record: one, query_score: 1 })) : records
    return reply(200, { items, total: sizes.length, ...(isSearch && { ordered_by: 'own' }) })
  })
  return asked
}

const reply = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

const record = (id: string) => ({
  id,
  status: 'pending',
  fields: {},
  metadata: null,
  external_id: null,
  responses: [],
  suggestions: [],
  dataset_id: 'd',
  inserted_at: '2026-01-01T00:00:00',
  updated_at: '2026-01-01T00:00:00',
})

const part = { datasetId: 'd', status: 'pending', offset: 1, limit: 5 } as const
const idsOf = ({ records }: { records: readonly { id: string }[] }) => records.map(({ id }) => id)

describe('a part of a queue whose records are too large for one page', () => {
  it('is fetched in as many pages as it takes', async () => {
    const asked = serverOf([9, 4, 4, 9, 1, 1, 1, 1], 10)
    expect(idsOf(await fetchRecords(part))).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
    expect(asked).toEqual(['1+5', '1+2', '3+2', '5+1'])
  })

  it('is asked for once where it fits', async () => {
    const asked = serverOf([1, 1, 1], 10)
    expect(idsOf(await fetchRecords(part))).toEqual(['r1', 'r2'])
    expect(asked).toEqual(['1+5'])
  })

  it('is fetched in smaller and smaller pages, down to single records', async () => {
    serverOf([1, 1, 1, 1, 50, 50], 10)
    expect(idsOf(await fetchRecords(part))).toEqual(['r1', 'r2', 'r3', 'r4', 'r5'])
  })

  it('is searched for in the same way', async () => {
    serverOf([9, 9, 9, 9], 10)
    expect(idsOf(await searchRecords({ ...part, search: { query: { text: { q: 'a' } } } }))).toEqual(['r1', 'r2', 'r3'])
  })

  it('holds the nearest records that one page takes, when it is a search by similarity', async () => {
    const asked = serverOf([4, 4, 4, 4], 10)
    const search = { query: { vector: { name: 'v', record_id: 'x', order: 'most_similar' as const } } }
    expect(idsOf(await searchRecords({ ...part, offset: 0, search }))).toEqual(['r0', 'r1'])
    expect(asked).toEqual(['0+5', '0+2'])
  })

  it('fails as any call does for another refusal', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => reply(422, { detail: 'no' }))
    await expect(fetchRecords(part)).rejects.toMatchObject({ code: 'ERROR_FETCHING_RECORDS' })
  })
})
