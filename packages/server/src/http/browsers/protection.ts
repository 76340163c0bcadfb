/** What protects the server and its users from pages of other sites: headers of replies, and the requests that are refused. */
import { isIP, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config'
import { AppError } from '../../errors'

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

/**
 * Serve only requests whose Host header names this server: localhost, an IP address, or a name from the settings. This prevents DNS
 * rebinding, where a page of another site points its own name at this machine and so becomes same-origin with us.
 */
export function addHostCheck(app: FastifyInstance, config: Config): void {
  const names = new Set(['localhost', config.host.toLowerCase(), ...config.allowedHosts])
  if (config.publicUrl) names.add(new URL(config.publicUrl).hostname)
  app.addHook('onRequest', async ({ headers: { host } }) => {
    // Only HTTP/1.0 clients leave it out; browsers never do.
    if (host === undefined) return
    const name = nameOf(host)
    if (
      name === undefined ||
      !(names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) || name.endsWith('.localhost'))
    )
      throw new AppError(
        'wrong_host',
        `This server is not known as ${host.slice(0, 300)}. Name it in POSTIL_PUBLIC_URL or POSTIL_ALLOWED_HOSTS.`,
      )
  })
}

/** The name in a Host header, without the port; undefined when the header is malformed. */
function nameOf(host: string): string | undefined {
  const address = `http://${host}`
  if (/[/?#@\\]/.test(host) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}
