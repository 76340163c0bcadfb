import type { FastifyRequest } from 'fastify'

/**
 * A write that relies on the session cookie must come from our own pages: the browser says so in `Sec-Fetch-Site`, or in `Origin`.
 * Neither header: refused, since every browser sends one of them with a write.
 */
export function isSameOrigin(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  const { origin } = request.headers
  if (typeof origin !== 'string') return false
  const allowed = new Set([`${request.protocol}://${request.host}`, publicUrl ? new URL(publicUrl).origin : ''])
  return allowed.has(origin)
}
