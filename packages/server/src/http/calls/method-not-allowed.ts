import type { Route } from '@postil/contract/route'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { fastifyPath } from './route-path'

const METHODS: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** A known address with another verb answers 405, not 404 (feedback-api §1.1). */
export function addMethodNotAllowed(app: FastifyInstance, routes: readonly Route[]): void {
  const taken = new Map<string, Set<string>>()
  for (const { path, method } of routes) {
    const url = fastifyPath(path).replaceAll(/:(\w+)/g, (whole, name: string, at: number, all: string) =>
      all[at - 1] === ':' ? whole : `:${name}`,
    )
    taken.set(url, (taken.get(url) ?? new Set()).add(method))
  }
  // A rest-of-path route takes what stands below it, addresses of other routes too.
  const rests = [...taken].filter(([url]) => url.endsWith('/*'))
  const isBelow = (url: string, method: HTTPMethods) =>
    rests.some(([rest, methods]) => methods.has(String(method)) && url.startsWith(rest.slice(0, -1)))
  for (const [url, methods] of taken) {
    const others = METHODS.filter(
      (method) => !methods.has(String(method)) && !app.hasRoute({ method, url }) && !isBelow(url, method),
    )
    if (others.length > 0)
      app.route({
        method: others,
        url,
        handler: (_, reply) =>
          reply
            .code(405)
            .header('allow', [...methods].join(', '))
            .send({ detail: 'Method Not Allowed' }),
      })
  }
}
