import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { mountedRoutes } from '../features'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read replies of every route; `assertReply` checks them against the contract.
  body: any
  headers: LightMyRequestResponse['headers']
}

type Headers = Record<string, string>

export interface Client {
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  put(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  delete(path: string, body?: unknown, headers?: Headers): Promise<Reply>
  /** A form body, for the sign-in routes. */
  form(path: string, fields: Record<string, string>, headers?: Headers): Promise<Reply>
}

/** Speak HTTP to a server in this process, through its whole stack. Every success is checked against the route's reply shape. */
export function clientOf(server: FastifyInstance, headers: Headers = {}): Client {
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload: unknown,
    more: Headers = {},
  ): Promise<Reply> => {
    const text = payload === undefined ? undefined : typeof payload === 'string' ? payload : JSON.stringify(payload)
    const type: Headers = text === undefined ? {} : { 'content-type': 'application/json' }
    return toReply(
      method,
      url,
      await server.inject({ method, url, payload: text, headers: { ...type, ...headers, ...more } }),
    )
  }
  return {
    get: (url, more) => send('GET', url, undefined, more),
    post: (url, body, more) => send('POST', url, body, more),
    put: (url, body, more) => send('PUT', url, body, more),
    patch: (url, body, more) => send('PATCH', url, body, more),
    delete: (url, body, more) => send('DELETE', url, body, more),
    form: (url, fields, more) =>
      send('POST', url, new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...more,
      }),
  }
}

function toReply(method: string, url: string, response: LightMyRequestResponse): Reply {
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
  const body = response.payload === '' ? undefined : isJson ? JSON.parse(response.payload) : response.payload
  if (response.statusCode < 300) assertReply(method, url, body)
  return { status: response.statusCode, body, headers: response.headers }
}

/** Throws when a success does not have the shape its route promises. */
function assertReply(method: string, url: string, body: unknown): void {
  const path = url.split('?', 1)[0] ?? ''
  const mounted = matchers.find((matcher) => matcher.route.method === method && matcher.pattern.test(path))
  if (!mounted || mounted.route.status === 204) return
  const checked = mounted.route.reply.safeParse(body)
  if (!checked.success)
    throw new Error(
      `${method} ${url} broke its contract: ${checked.error.message}\n${JSON.stringify(body)?.slice(0, 2000)}`,
    )
}

/** Literal paths first, so that `/me/datasets` is not taken for `/{id}/datasets`. */
const matchers = mountedRoutes
  .map(({ route }) => ({ route, pattern: pathPattern(route.path) }))
  .sort((a, b) => a.route.path.split('{').length - b.route.path.split('{').length)

function pathPattern(path: string): RegExp {
  const parts = path
    .split(/(\{\w+\*?\})/)
    .map((part) =>
      part.endsWith('*}') ? '.*' : part.startsWith('{') ? '[^/:]+' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'),
    )
  return new RegExp(`^${parts.join('')}$`)
}
