import type { FastifyInstance } from 'fastify'

/** Seconds for which a browser may cache the answer to a preflight request. */
const REMEMBER_SECONDS = 600

/**
 * Let scripts of other sites call the API, if the settings allow those sites (classic-api §1). Cookies are never sent: such a script needs
 * an API key or a token of its own.
 */
export function addCrossOrigin(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return
  const isAllowed = (origin: string) => allowed.includes('*') || allowed.includes(origin)
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (!request.url.startsWith('/api/')) return
    reply.header('vary', 'Origin')
    if (typeof origin !== 'string' || !isAllowed(origin)) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'x-request-id, retry-after')
    if (request.method !== 'OPTIONS') return
    // A preflight request: the browser asks whether the actual call is allowed.
    const wanted = request.headers['access-control-request-headers']
    if (typeof wanted === 'string') reply.header('access-control-allow-headers', wanted)
    reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
    reply.header('access-control-max-age', String(REMEMBER_SECONDS))
    return reply.code(204).send()
  })
}
