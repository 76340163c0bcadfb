import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config'
import type { AppContext } from './context'
import { codeOf, type Engine, isDiskFull, isStoreBusy, isStoreGone } from './db/engines/engine'
import { AppError } from './errors'
import { httpHooks, mountedRoutes } from './features'
import { jobDefinitions } from './features/job-definitions'
import { addParsers } from './http/bodies/parsers'
import {
  addCrossOrigin,
  addHostCheck,
  addSecurityHeaders,
  refuseConnection,
  securityHeaders,
} from './http/browsers/protection'
import { routedUrl, serveWebApp } from './http/browsers/web-app'
import { mountRoutes } from './http/calls/mount'
import { methodsFinder } from './http/calls/route-path'
import { addHealthRoutes } from './http/health'
import { addReference } from './http/reference'
import { JobRunner } from './jobs/job-runner'
import { LiveActivity } from './live/live-activity'
import { terminalLog } from './terminal-log'
import { errorReply } from './wire/error-reply'
import { escapeLonePercents } from './wire/python-client'

export interface App {
  server: FastifyInstance
  context: AppContext & { readonly jobs: JobRunner }
}

/**
 * Every request and reply is validated and typed by the contract, so Fastify's own schema compilers are never used, and not loaded at
 * start.
 */
const unused = (): never => {
  throw new Error('A route has a schema of Fastify: shapes belong into the contract.')
}
const NO_SCHEMAS = { compilersFactory: { buildValidator: unused, buildSerializer: unused } }

/** Maximum milliseconds for one request to arrive, whatever its rate. */
const REQUEST_MS = 15 * 60_000
/** Seconds after which a client may retry a request that was refused because the store or the server is busy. */
const RETRY_AFTER_S = 2

/** Build the server over an open, migrated store. The caller starts listening. */
export async function buildApp(config: Config, engine: Engine): Promise<App> {
  const server = Fastify({
    logger: {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.headers["x-argilla-api-key"]'],
      ...(process.stdout.isTTY && { stream: terminalLog }),
    },
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_MS,
    trustProxy: proxyTrust(config),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 4000, ignoreTrailingSlash: false },
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ method = '', url = '/' }) => routedUrl(method, escapeLonePercents(url)),
    schemaController: NO_SCHEMAS,
    clientErrorHandler: refuseConnection(config),
    frameworkErrors: (cause, request, reply) => {
      reply.hijack()
      replyToFailure(cause, request, reply.raw, config)
    },
  })
  const jobs = new JobRunner({ engine, log: server.log }, jobDefinitions(config))
  const live = new LiveActivity(engine, server.log)
  server.addHook('preClose', async () => live.close())
  const context = { config, engine, log: server.log, jobs, live }
  addRequestLog(server)
  addSecurityHeaders(server, config)
  addHostCheck(server, config)
  addCrossOrigin(server, config.allowedOrigins)
  addErrorHandler(server, server.log)
  await server.register(cookie)
  await server.register(compress, { threshold: 1024, encodings: ['gzip', 'identity'] })
  addParsers(server, config)
  addHealthRoutes(server, context)
  mountRoutes(server, context, httpHooks(context), mountedRoutes)
  addReference(server, mountedRoutes)
  await serveWebApp(server, methodsFinder(mountedRoutes.map(({ route }) => route)))
  return { server, context }
}

/** Fastify trusts no proxy when given a number, since it cannot know that every request passes the proxies; our setting guarantees it. */
function proxyTrust({ trustProxy }: Config): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

/**
 * One log line per request: method, path, status and time. The query and parts of the path may be user input, such as the name of a dataset in
 * the address of its page: without a route, only words that occur in routes are logged.
 */
function addRequestLog(server: FastifyInstance): void {
  const words = new Set(mountedRoutes.flatMap(({ route }) => route.path.split('/')))
  server.addHook('onResponse', async (request, reply) => {
    const parts = request.url.split('?', 1)[0]?.split('/') ?? []
    const path = request.routeOptions.url ?? parts.map((part) => (words.has(part) ? part : '*')).join('/')
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    )
  })
}

function addErrorHandler(server: FastifyInstance, log: FastifyBaseLogger): void {
  server.setErrorHandler((cause, request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    // Fastify's errors are checked first, since a client that closes the connection also causes a connection reset.
    const known = cause instanceof AppError ? cause : (fromFastify(cause) ?? fromStore(cause, log))
    const about = { err: cause, reqId: request.id, path: request.routeOptions.url }
    if (hasHungUp(cause, request)) log.info(about, 'the client hung up')
    else if (!known) log.error(about, 'unexpected error')
    const { status, body } = errorReply(known ?? cause, path)
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S)
    if (status === 429 && cause instanceof AppError && typeof cause.classic?.params.retryAfter === 'number')
      reply.header('retry-after', String(cause.classic.params.retryAfter))
    // Closing the connection avoids waiting for the rest of a slow body.
    if (status === 408) reply.header('connection', 'close')
    return reply.code(status).send(body)
  })
}

/** True when the client closed the connection: this is not a server error, and the reply has no reader. */
function hasHungUp(cause: unknown, { raw }: FastifyRequest): boolean {
  return codeOf(cause) === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed
}

/** A URL that cannot be decoded fails before any hook or route runs. */
function replyToFailure(cause: Error, { id, url }: FastifyRequest, raw: ServerResponse, config: Config): void {
  const { status, body } = errorReply(fromFastify(cause) ?? cause, url.split('?', 1)[0] ?? '')
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': id }
  raw.writeHead(status, { ...securityHeaders(config), ...type })
  raw.end(JSON.stringify(body))
}

/** An unavailable or busy store is not a server error: the same request may succeed later. */
function fromStore(cause: unknown, log: FastifyBaseLogger): AppError | undefined {
  if (isStoreBusy(cause)) {
    log.warn({ err: cause }, 'a request gave way to others in the store')
    return new AppError('unavailable', 'The store of this server is busy with other work. Try again in a moment.', {
      cause,
    })
  }
  if (isDiskFull(cause)) {
    log.error({ err: cause }, 'the disk of the store is full or cannot be written to')
    return new AppError(
      'unavailable',
      'The disk of this server is full or cannot be written to, so nothing was saved. Tell whoever runs the server, and try again later.',
      { cause },
    )
  }
  if (!isStoreGone(cause)) return undefined
  log.error({ err: cause }, 'the store does not answer')
  return new AppError('unavailable', 'The store of this server cannot be reached right now. Try again in a moment.', {
    cause,
  })
}

/** Convert Fastify's own errors (unsupported encoding, bad URL) to ours. */
function fromFastify(cause: unknown): AppError | undefined {
  if (!(cause instanceof Error) || !('statusCode' in cause)) return undefined
  if (cause.statusCode === 415) return new AppError('unsupported_media_type', 'The Content-Type cannot be read.')
  if (typeof cause.statusCode === 'number' && cause.statusCode >= 400 && cause.statusCode < 500)
    return new AppError('invalid', cause.message)
  return undefined
}
