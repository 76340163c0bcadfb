import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'

/**
 * Scripts, styles and frames come from this server only, pictures also from the hosts in the settings; inline scripts never run. Records
 * may contain any text.
 */
const contentSecurityPolicy = (imageHosts: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')

/** For a year, a browser that has used https here uses nothing else. */
const HSTS = { 'strict-transport-security': 'max-age=31536000' }

/** Headers of every reply, against framing, MIME sniffing and the execution of what users wrote. */
export function securityHeaders({ publicUrl, imageHosts }: Config): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(imageHosts),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    ...(publicUrl?.startsWith('https:') && HSTS),
  }
}

/** Send the security headers with every reply, whether of a route, a file or an error. */
export function addSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.headers(headers)
    // https is also reported by a trusted proxy.
    if (request.protocol === 'https') reply.headers(HSTS)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

const STATUS_OF: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answer connections whose data is not valid HTTP, or whose request headers arrive too slowly: these never reach a route or a hook. */
export function refuseConnection(config: Config) {
  const headers = Object.entries(securityHeaders(config)).map(([name, value]) => `${name}: ${value}\r\n`)
  return (cause: NodeJS.ErrnoException, socket: Socket): void => {
    if (cause.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = STATUS_OF[cause.code ?? ''] ?? '400 Bad Request'
    const body = JSON.stringify({ detail: `${status.slice(4)}.` })
    const type = 'content-type: application/json; charset=utf-8\r\n'
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers.join('')}${type}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
    socket.destroySoon()
  }
}
