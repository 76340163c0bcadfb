import { expect } from 'vitest'
import type { Client } from './client'

const STATUS = { entity: 'response', property: 'status' }
const PENDING = { type: 'terms', scope: STATUS, values: ['pending'] }

/** The texts that are pending for a user, sorted; list, pages, cursor, search, counts and facets must agree. */
export async function pendingTexts(client: Client, datasetId: string): Promise<string[]> {
  const me = `/api/v1/me/datasets/${datasetId}`
  const list = async (query: string) => (await client.get(`${me}/records?response_status=pending&${query}`)).body
  const listed = await list('limit=50')
  const texts: string[] = listed.items.map(({ fields }: { fields: { text: string } }) => fields.text).toSorted()
  expect([listed.total, (await list('limit=1')).total]).toEqual([texts.length, texts.length])
  const walked = []
  for (let after = ''; ; ) {
    const { items, next } = await list(`limit=1&after=${encodeURIComponent(after)}`)
    walked.push(...items)
    if (!next) break
    after = next
  }
  expect(walked.map(({ fields }) => fields.text).toSorted()).toEqual(texts)
  const red = { query: { text: { q: 'red' } }, filters: { and: [PENDING] } }
  const searched = (await client.post(`${me}/records/search?limit=1`, red)).body
  expect(searched.total).toBe(texts.filter((text) => text.startsWith('red')).length)
  for (const body of [{}, { filters: { and: [PENDING] } }, { query: { text: { q: 'red' } } }]) {
    const { facets } = (await client.post(`${me}/records/facets`, { ...body, facets: [{ scope: STATUS }] })).body
    expect(facets[0].values[0].count).toBe('query' in body ? searched.total : texts.length)
    if (!('query' in body)) expect(facets[0].values[0].value).toBe('pending')
  }
  expect((await client.get(`${me}/metrics`)).body.responses.pending).toBe(texts.length)
  return texts
}
