import { vi } from 'vitest'
import type { fakeFeedback } from './fake-feedback.ts'

type FakeServer = ReturnType<typeof fakeFeedback>

/** Data for the fake server's search. */
export interface FakeSearch {
  properties?: { name: string; title?: string; settings: object }[]
  vectors?: { name: string; title?: string; source?: 'given' | 'lexical' }[]
  /** Names of vectors that records lack, by record id. */
  lacking?: Record<string, string[]>
  /** The counts of facets; `failing`: counting them fails on the server. */
  facets?: object[] | 'failing' | ((asked: readonly { size: number; containing?: string }[]) => object[])
  /** Records whose bulk answer is refused, with the reason. */
  refused?: Record<string, string>
}

/** The parts of a request body that tests check. */
export interface SearchBody {
  query?: { text?: { q: string; field?: string }; vector?: { name: string; record_id: string; order: string } }
  filters?: { and: object[] }
  sort?: object[]
}

interface WireRecord {
  id: string
  fields: Record<string, string>
}

/** For tests: adds search to a fake dataset's server. Words match as substrings; filters are only recorded. */
export function withSearch(server: FakeServer, given: FakeSearch = {}) {
  const { id } = server
  const base = globalThis.fetch
  const searches: { body: SearchBody; query: URLSearchParams }[] = []
  const facetRequests: { facets: object[] }[] = []
  const bulks: { record_id: string; status: string; values: object }[][] = []
  const lexical = { isMade: false, done: 0, total: 0 }
  const common = { dataset_id: id, inserted_at: '2026-11-21T10:00:00', updated_at: '2026-11-21T10:00:00' }
  const vectors = () => [
    ...(given.vectors ?? []),
    ...(lexical.isMade ? [{ name: 'lexical', source: 'lexical' as const }] : []),
  ]
  const vectorWire = ({ name, title = name, source = 'given' as const }: ReturnType<typeof vectors>[number]) => ({
    ...{ id: name, name, title, source, dimensions: 2 },
    ...common,
  })
  const lexicalWire = () => ({
    vectors_settings: vectorWire({ name: 'lexical', source: 'lexical' }),
    done: lexical.done,
    total: lexical.total,
  })

  const listed = async (query: URLSearchParams): Promise<WireRecord[]> => {
    const reply = await base(
      `/api/v1/me/datasets/${id}/records?response_status=${query.get('response_status')}&offset=0&limit=99`,
    )
    return (await reply.json()).items
  }
  const lacks = (recordId: string, vector: string) => given.lacking?.[recordId]?.includes(vector) === true
  const withVectors = async (input: string) => {
    const record: WireRecord = await (await base(input)).json()
    const own = vectors().filter(({ name }) => !lacks(record.id, name))
    return { ...record, vectors: Object.fromEntries(own.map(({ name }) => [name, [0, 1]])) }
  }
  const search = async (url: URL, body: SearchBody) => {
    searches.push({ body, query: url.searchParams })
    const { text, vector } = body.query ?? {}
    const found = (await listed(url.searchParams)).filter(
      (record) =>
        record.id !== vector?.record_id &&
        Object.values(record.fields).some((value) => value.toLowerCase().includes(text?.q.toLowerCase() ?? '')),
    )
    const offset = Number(url.searchParams.get('offset'))
    const after = url.searchParams.get('after')
    const first = after === null ? offset : found.findIndex(({ id }) => id === after) + 1 + offset
    const page = found.slice(first, first + Number(url.searchParams.get('limit')))
    const next = first + page.length < found.length ? page.at(-1)?.id : null
    const items = page.map((record, index) => ({ record, query_score: vector ? 0.9 - index / 10 : null }))
    return { items, total: found.length, ordered_by: 'own', ...(after !== null && { next }) }
  }
  const bulk = async (items: (typeof bulks)[number], isOverwrite: boolean) => {
    bulks.push(items)
    return {
      items: await Promise.all(
        items.map(async ({ record_id: recordId, ...body }) => {
          const reason = given.refused?.[recordId]
          if (reason) return { item: null, error: { detail: reason } }
          const send = (method: string, path: string) => base(path, { method, body: JSON.stringify(body) })
          let saved = await send('POST', `/api/v1/records/${recordId}/responses`)
          if (saved.status === 409) {
            if (!isOverwrite) return { item: null, error: { detail: 'Response already exists', code: 'conflict' } }
            saved = await send('PUT', `/api/v1/responses/response-${recordId}`)
          }
          return { item: await saved.json(), error: null }
        }),
      ),
    }
  }

  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    const reply = (data: unknown, status = 200) => new Response(JSON.stringify(data), { status })
    if (server.state.isDown) throw new TypeError('Failed to fetch')
    if (!init.body && /^\/api\/v1\/records\/[^/]+$/.test(url.pathname)) return reply(await withVectors(input))
    switch (`${init.method ?? 'GET'} ${url.pathname}`) {
      case `GET /api/v1/me/datasets/${id}/metadata-properties`:
        return reply({
          items: (given.properties ?? []).map(({ name, title = name, settings }) => ({
            ...{ id: name, name, title, settings, visible_for_annotators: true },
            ...common,
          })),
        })
      case `GET /api/v1/datasets/${id}/vectors-settings`:
        return reply({ items: vectors().map(vectorWire) })
      case `POST /api/v1/datasets/${id}/vectors-settings/lexical`:
        lexical.isMade = true
        return reply(lexicalWire(), 201)
      case `GET /api/v1/datasets/${id}/vectors-settings/lexical`:
        return reply(lexicalWire())
      case `POST /api/v1/me/datasets/${id}/records/search`: {
        const { record_id: like = '', name = '' } = (body as SearchBody).query?.vector ?? {}
        if (lacks(like, name)) {
          searches.push({ body, query: url.searchParams })
          return reply({ detail: `Record \`${like}\` does not have a vector for vector settings \`${name}\`` }, 422)
        }
        return reply(await search(url, body))
      }
      case `POST /api/v1/me/datasets/${id}/records/facets`:
        facetRequests.push(body)
        if (given.facets === 'failing') return reply({ detail: 'Facets cannot be counted' }, 500)
        return reply({
          total: 3,
          facets: typeof given.facets === 'function' ? given.facets(body.facets) : (given.facets ?? []),
        })
      case 'POST /api/v1/me/responses/bulk':
        return reply(await bulk(body.items, url.searchParams.get('overwrite') !== 'false'))
      default:
        return base(input, init)
    }
  })
  return {
    searches,
    facetRequests,
    bulks,
    lexical,
    /** The body of the latest search. */
    lastSearch: () => searches.at(-1)?.body ?? {},
  }
}
