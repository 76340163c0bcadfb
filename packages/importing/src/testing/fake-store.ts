import type { RecordUpsert } from '@postil/contract/feedback/records'
import type { Json } from '@postil/contract/shapes'
import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { type Client, createClient } from '@postil/sdk/client'

type Body = { [key: string]: Json }
interface StoredRecord extends RecordUpsert {
  id: string
  inserted_at?: string
}
interface StoredDataset {
  id: string
  name: string
  status: string
  body: Body
  queue: Body
  parts: Record<string, Body[]>
  records: StoredRecord[]
}

/** A received request. */
interface Call {
  method: string
  path: string
  query: string
  key: string | undefined
  items: RecordUpsert[]
}

/** Simulated failures of requests: an error reply, no connection (`down`), or a request that is processed but whose reply is `lost`. */
type Trouble = (call: Call) => { status: number; detail: Json } | 'down' | 'lost' | undefined

/** The clock shared by all stores, because tests move records from one store to another. */
let micros = 0

/** For tests: an in-memory implementation of the part of the HTTP API that imports and exports use. */
export function fakeStore() {
  const datasets = new Map<string, StoredDataset>()
  const replies = new Map<string, string>()
  const calls: Call[] = []
  const store = {
    datasets,
    calls,
    /** Usernames of the users who have submitted answers. */
    answering: ['maria'] as readonly string[],
    trouble: undefined as Trouble | undefined,
    client: undefined as unknown as Client,
    fetch: doFetch,
  }
  let count = 0
  const nextId = () => {
    count += 1
    return `a0000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  }

  async function doFetch(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    init.signal?.throwIfAborted()
    const url = new URL(String(address), 'http://store')
    const method = init.method ?? 'GET'
    const body: Body = typeof init.body === 'string' ? (EXACT_JSON.parse(init.body) as Body) : {}
    const key = new Headers(init.headers).get('idempotency-key') ?? undefined
    const items = Array.isArray(body.items) ? (body.items as unknown as RecordUpsert[]) : []
    const call = { method, path: url.pathname, query: url.search.slice(1), key, items }
    calls.push(call)
    const trouble = store.trouble?.(call)
    if (trouble === 'down') throw new TypeError('Failed to fetch')
    if (trouble && trouble !== 'lost') return json(trouble.status, { detail: trouble.detail })
    const known = key === undefined ? undefined : replies.get(key)
    const reply = known === undefined ? answer(method, url, body, items) : new Response(known, { status: 201 })
    if (key !== undefined && known === undefined) replies.set(key, await reply.clone().text())
    if (trouble === 'lost') throw new TypeError('Failed to fetch')
    return reply
  }

  function answer(method: string, url: URL, body: Body, items: RecordUpsert[]): Response {
    const [, id = '', part = '', last = ''] =
      /^\/api\/v1\/(?:me\/)?datasets(?:\/([^/]+))?(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? []
    if (/\/users$/.test(url.pathname)) {
      const others = store.answering.filter((username) => username !== 'maria')
      const users = [{ id: 'u1', username: 'maria' }, ...others.map((username) => ({ id: username, username }))]
      return json(200, { items: users })
    }
    if (/\/users\/progress$/.test(url.pathname)) {
      const none = { submitted: 0, draft: 0, discarded: 0 }
      const completed = { ...none, submitted: 1 }
      return json(200, { users: store.answering.map((username) => ({ username, completed, pending: none })) })
    }
    if (/\/me\/workspaces$/.test(url.pathname)) return json(200, { items: [{ id: 'w1', name: 'support-team' }] })
    if (url.pathname === '/api/v1/datasets') return createDataset(body)
    if (id === '') return json(200, { items: [...datasets.values()].map(shown) })
    const dataset = datasets.get(id)
    if (!dataset) return json(404, { detail: 'There is no such dataset.' })
    if (part === '') {
      if (method === 'DELETE') datasets.delete(id)
      return json(200, shown(dataset))
    }
    if (part === 'queue') {
      if (method === 'PUT') Object.assign(dataset.queue, body)
      return json(200, dataset.queue)
    }
    if (part === 'publish') {
      dataset.status = 'ready'
      return json(200, shown(dataset))
    }
    if (part === 'metrics') return json(200, { records: { count: dataset.records.length } })
    if (part === 'records' && last === 'bulk') return bulk(dataset, items, method)
    if (part === 'records') {
      const after = url.searchParams.get('after')
      const offset = Number(after ?? url.searchParams.get('offset') ?? 0)
      const limit = Number(url.searchParams.get('limit') ?? 50)
      const items = dataset.records.slice(offset, offset + limit).map(wire)
      const next = items.length === limit ? String(offset + limit) : null
      return json(200, { items, total: dataset.records.length, next: after === null ? undefined : next })
    }
    const parts = dataset.parts[part] ?? []
    dataset.parts[part] = parts
    if (method === 'GET') return json(200, { items: parts })
    const made = { ...body, id: nextId() }
    parts.push(made)
    return json(201, made)
  }

  function createDataset(body: Body): Response {
    const name = String(body.name)
    if ([...datasets.values()].some((one) => one.name === name)) return json(409, { detail: 'The name is taken.' })
    const queue = { order: 'mixed', min_submitted: 1, hand_out: 'everyone', others_answers: 'never', gold_percent: 0 }
    const dataset = { id: nextId(), name, status: 'draft', body, queue, parts: {}, records: [] }
    datasets.set(dataset.id, dataset)
    return json(201, shown(dataset))
  }

  function bulk(dataset: StoredDataset, items: RecordUpsert[], method: string): Response {
    const updated: string[] = []
    // One time for all of a request.
    micros += 1
    const insertedAt = `2026-01-01T00:00:00.${String(micros).padStart(6, '0')}`
    const held = method === 'PUT' ? dataset.records : []
    const byExternalId = new Map(held.map((one) => [one.external_id, one]))
    const byId = new Map<string | null | undefined, StoredRecord>(held.map((one) => [one.id, one]))
    const done = items.map((item) => {
      const found = item.external_id ? byExternalId.get(item.external_id) : byId.get(item.id)
      if (found) {
        updated.push(found.id)
        return Object.assign(found, { ...item, fields: found.fields, id: found.id })
      }
      const made = { ...item, id: nextId(), inserted_at: insertedAt }
      dataset.records.push(made)
      return made
    })
    return json(method === 'PUT' ? 200 : 201, { items: done.map(wire), updated_item_ids: updated })
  }

  store.client = createClient({ baseUrl: 'http://store', json: EXACT_JSON, fetch: doFetch })
  return store
}

function shown({ id, name, status, body }: StoredDataset): Body {
  return {
    guidelines: null,
    allow_extra_metadata: true,
    distribution: { strategy: 'overlap', min_submitted: 1 },
    ...body,
    id,
    name,
    status,
  }
}

/** As the list of records answers it. */
function wire(record: StoredRecord) {
  const inserted_at = '2026-01-01T00:00:00'
  return { external_id: null, metadata: null, suggestions: [], responses: [], vectors: {}, inserted_at, ...record }
}

function json(status: number, body: unknown): Response {
  return new Response(EXACT_JSON.write(body), { status })
}
