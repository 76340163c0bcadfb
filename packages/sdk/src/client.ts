import type { BodyOf, Method, ParamsOf, QueryOf, ReplyOf, Route } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { ApiError, NetworkError } from './errors'

/** `GET /api/v1/datasets/{dataset_id}`: names one route of the contract. */
export type RouteKey = { [K in keyof AllRoutes]: KeyOf<AllRoutes[K]> }[keyof AllRoutes]
type KeyOf<R> = R extends { method: infer M extends Method; path: infer P extends string } ? `${M} ${P}` : never
type RouteNamed<K extends RouteKey> = Extract<
  AllRoutes[keyof AllRoutes],
  K extends `${infer M} ${infer P}` ? { method: M; path: P } : never
>

/** The parts of a request; those that a route does not have are absent. */
export interface CallOptions<R extends Route> {
  params?: ParamsOf<R>
  query?: Partial<Record<keyof QueryOf<R> & string, QueryValue>>
  body?: BodyOf<R> | Partial<BodyOf<R>>
  /** Undefined values are left out. */
  headers?: Record<string, string | undefined>
  signal?: AbortSignal
}

type QueryValue = string | number | boolean | undefined | readonly (string | number)[]

/** A reply with status and headers. */
export interface Answer<T> {
  data: T
  status: number
  headers: Headers
}

export interface ClientOptions {
  /** Base URL of the server; not needed in the browser. */
  baseUrl?: string
  /** Headers of every request: an API key, a workspace. Evaluated for each request. */
  headers?: () => Record<string, string>
  /** A JSON parser and serialiser, for use where `JSON` would lose digits. */
  json?: { parse: (text: string) => unknown; write: (value: unknown) => string }
  /** Called when a request starts (+1) and ends (-1), for a progress bar. */
  onProgress?: (change: 1 | -1) => void
  /** Ends the wait for a request that only reads or has an idempotency key: others could do their work twice when they are sent again. */
  patience?: () => AbortSignal
  fetch?: typeof fetch
}

export interface Client {
  /** Call a route of the contract. Throws `ApiError` for an error reply and `NetworkError` without a reply. */
  <K extends RouteKey>(key: K, options?: CallOptions<RouteNamed<K>>): Promise<ReplyOf<RouteNamed<K>>>
  /** The same, with status and headers. */
  answer<K extends RouteKey>(key: K, options?: CallOptions<RouteNamed<K>>): Promise<Answer<ReplyOf<RouteNamed<K>>>>
}

interface AnyCall {
  params?: object
  query?: object
  body?: unknown
  headers?: Record<string, string | undefined>
  signal?: AbortSignal
}

/** Create a typed client of the HTTP API, for browsers and Node. It contains no route table: only its types depend on the contract. */
export function createClient(options: ClientOptions = {}): Client {
  const send = async (key: string, call: AnyCall = {}): Promise<Answer<unknown>> => {
    options.onProgress?.(1)
    try {
      const response = await request(options, key, call)
      const text = await response.text().catch(noReply)
      const data = text === '' ? undefined : parse(text, options)
      if (!response.ok) throw new ApiError(response.status, data, key)
      return { data, status: response.status, headers: response.headers }
    } finally {
      options.onProgress?.(-1)
    }
  }
  const client = async (key: string, call?: AnyCall) => (await send(key, call)).data
  return Object.assign(client, { answer: send }) as unknown as Client
}

async function request(options: ClientOptions, key: string, call: AnyCall): Promise<Response> {
  const [method = 'GET', template = ''] = key.split(' ', 2)
  const isJson = call.body !== undefined
  const url = `${options.baseUrl ?? ''}${fillPath(template, call.params ?? {})}${queryString(call.query ?? {})}`
  const headers = new Headers({ accept: 'application/json, text/plain, */*' })
  if (isJson) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries({ ...options.headers?.(), ...call.headers }))
    if (value !== undefined) headers.set(name, value)
  const doFetch = options.fetch ?? fetch
  return doFetch(url, {
    method,
    headers,
    body: isJson ? (options.json?.write ?? JSON.stringify)(call.body) : undefined,
    signal: anyOf(call.signal, isRepeatable(key, headers) ? options.patience?.() : undefined),
    credentials: 'same-origin',
  }).catch(noReply)
}

function isRepeatable(key: string, headers: Headers): boolean {
  return headers.has('idempotency-key') || /^GET |[:/](search|facets|summary)$/.test(key)
}

function anyOf(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other)
}

/** The connection broke before the end of the reply, or the caller aborted the request. */
function noReply(cause: unknown): never {
  if (cause instanceof Error && cause.name === 'AbortError') throw cause
  throw new NetworkError('The server did not answer.', { cause })
}

function fillPath(template: string, params: object): string {
  return template.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name) ?? '')),
  )
}

function queryString(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function parse(text: string, { json }: ClientOptions): unknown {
  try {
    return (json?.parse ?? JSON.parse)(text)
  } catch {
    // Not JSON, such as a proxy's HTML page: only the status is useful.
    return undefined
  }
}
