import { Readable } from 'node:stream'
import { isWrite, type Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logBackgroundFailure } from '../../background'
import type { AppContext, SessionUser } from '../../context'
import { limitConcurrency } from '../../db/engines/limit'
import { ForbiddenError } from '../../errors'
import { SMALL_BODY_BYTES } from '../bodies/body-reader'
import { inLargeTurn } from '../bodies/large-work'
import { type Parsed, parseItemsAhead, parseRequest } from '../bodies/parse-request'
import type { HttpHooks } from '../http-hooks'
import type { Call, CallOutcome, Reply } from './call'
import { errorOf } from './call-failure'
import { type Credentials, callerOf } from './caller'
import type { FollowUp } from './follow-up'
import type { MountedRoute } from './handle'
import { type IdempotencyKey, idempotencyKeyOf } from './idempotency'
import { fastifyPath } from './route-path'
import { runCall } from './run-call'

declare module 'fastify' {
  interface FastifyRequest {
    /** The credentials sent with the request. */
    credentials: Credentials
    /** The caller, once looked up. */
    caller?: { user: SessionUser | undefined }
  }
}

/**
 * Imports are served one after the other within this process: in parallel they would take as long in total, and answers would wait for each
 * of them.
 */
const inBulkTurn = limitConcurrency(1)
/** A body up to this size may be read before the caller is looked up. */
const ANSWER_BYTES = 16 * 1024
/** A call up to this size is interactive work on a record or two, not an import. */
const IMPORT_BYTES = 32 * 1024

/** Register every route with the server. Only routes of the contract are served, and each of them with its access check. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  hooks: HttpHooks,
  routes: readonly MountedRoute[],
): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('credentials')
  for (const mounted of routes) {
    const { route } = mounted
    const mount = new Mount(context, hooks, mounted)
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { contract: route },
      onRequest: async (request) => mount.identifyBeforeBody(request),
      handler: (request, reply) => mount.serve(request, reply),
    })
  }
}

/** One registered route. */
class Mount {
  constructor(
    private readonly context: AppContext,
    private readonly hooks: HttpHooks,
    private readonly mounted: MountedRoute,
  ) {}

  /**
   * The body of an unknown caller is not read. When there is no body, or a small one, the thread that runs the handler looks the caller up.
   */
  async identifyBeforeBody(request: FastifyRequest): Promise<void> {
    request.credentials = this.hooks.credentialsOf(request)
    if (!(await this.isIdentifiedInThread(request))) request.caller = await this.identify(request)
  }

  private async isIdentifiedInThread(request: FastifyRequest): Promise<boolean> {
    const { context, hooks, mounted } = this
    const { apiKey, bearer, cookie } = request.credentials
    const runsInThread = context.engine.inReader !== undefined && hooks.placeOf(mounted.name) !== 'httpThread'
    if (!runsInThread || (apiKey ?? bearer ?? cookie) === undefined) return false
    if (mounted.route.method === 'GET') return true
    if (!isSmall(request) || !hooks.isOwnPage(request)) return false
    if (apiKey !== undefined || !isWrite(mounted.route)) return true
    // Verified here, so that the writer does not wait for it and a forged token never reaches the writer.
    const sessionId = await hooks.readToken(request.credentials)
    request.credentials.sessionId = sessionId
    return sessionId !== undefined
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (request.refusedBody) {
      if (!request.caller) await this.identify(request)
      throw request.refusedBody
    }
    const isLarge = request.heldBytes > SMALL_BODY_BYTES
    const { status, headers, body, later } = await this.run(request, await this.callOf(request, isLarge), isLarge)
    this.followUp(later)
    for (const [name, value] of headers) reply.header(name, value)
    reply.code(status)
    if (body === undefined) return reply.send()
    if (this.mounted.route.isFollowed && wantsEvents(request))
      return reply.type('text/event-stream; charset=utf-8').send(this.context.live.follow(textOf(body)))
    reply.header('content-type', 'application/json; charset=utf-8')
    if (typeof body === 'string') return reply.send(body)
    if (!Array.isArray(body)) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    const length = body.reduce((sum, { byteLength }) => sum + byteLength, 0)
    return reply.header('content-length', length).send(Readable.from(body, { objectMode: false }))
  }

  private async callOf(request: FastifyRequest, isLarge: boolean): Promise<Call> {
    const { name, route } = this.mounted
    const { caller, headers, query, ip } = request
    const parse = () => parseRequest(route, request)
    let parsed: Parsed
    let key: IdempotencyKey | undefined
    try {
      if (isLarge) await parseItemsAhead(route, request.body)
      parsed = isLarge ? await inLargeTurn(parse) : parse()
      key = isWrite(route) ? idempotencyKeyOf(request) : undefined
    } catch (cause) {
      // Validation failures are shown to authenticated callers only.
      if (!caller) await this.identify(request)
      throw cause
    }
    return {
      route: name,
      caller: caller ?? { credentials: request.credentials },
      parsed,
      request: { headers, query, ip },
      key,
      isImport: isImport(route, request),
    }
  }

  /**
   * Run a call where its data is: in a thread of the embedded store, otherwise here. A call with a large body stays here, where it was
   * parsed: posting it would take long, and in the writer it would block all other writes.
   */
  private async run(request: FastifyRequest, call: Call, isLarge: boolean): Promise<Reply> {
    const { context, hooks, mounted } = this
    const here = async () => {
      const caller = request.caller ?? (await this.identify(request))
      return runCall({ ...context, hooks }, mounted, { ...call, caller })
    }
    if (call.isImport) return inBulkTurn(here)
    const { inReader, inWriter } = context.engine
    const inStore = isWrite(mounted.route) ? inWriter : inReader
    const place = hooks.placeOf(mounted.name, call.parsed.body)
    // The fingerprint of a secret takes long to compute: in the writer, all other writes would wait for it.
    if (!inStore || isLarge || call.key?.isSecret || place === 'httpThread') return here()
    let outcome = (await inStore(call, place === 'heavyReader')) as CallOutcome
    if ('elsewhere' in outcome && outcome.elsewhere === 'heavyReader')
      outcome = (await inStore(call, true)) as CallOutcome
    if ('elsewhere' in outcome) return here()
    if ('reply' in outcome) return outcome.reply
    this.followUp(outcome.later)
    throw errorOf(outcome.failure)
  }

  /** Find the caller. Throws `UnauthenticatedError` when there is none, unless the route is open to everyone. */
  private async identify(request: FastifyRequest): Promise<{ user: SessionUser | undefined }> {
    const { context, hooks, mounted } = this
    const user = await callerOf(mounted.route, async () => {
      const note = (work: FollowUp) => this.followUp([work])
      const found = await hooks.authenticate(context, request.credentials, note)
      if (found && !hooks.isOwnPage(request))
        throw new ForbiddenError('This request did not come from a page of this server.')
      return found
    })
    return { user }
  }

  private followUp(works: readonly FollowUp[]): void {
    for (const work of works)
      void this.hooks
        .followUp(work)
        .catch((err: unknown) => logBackgroundFailure(this.context, err, 'work after a request failed'))
  }
}

/** Browsers' EventSource sends this header with each request. A HEAD has no body to stream. */
function wantsEvents({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/event-stream') ?? false)
}

function textOf(body: string | Uint8Array | Uint8Array[]): string {
  return typeof body === 'string' ? body : Buffer.concat([body].flat()).toString()
}

/** Whether a body is so small, by its headers, that reading it costs no more than looking the caller up. */
function isSmall({ headers }: FastifyRequest): boolean {
  const isPlain = headers['content-encoding'] === undefined && headers['transfer-encoding'] === undefined
  return isPlain && Number(headers['content-length'] ?? 0) <= ANSWER_BYTES
}

/** Whether a call writes so much that it should let other writes go first. */
function isImport(route: Route, request: FastifyRequest): boolean {
  const bytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return route.bulk === true && bytes > IMPORT_BYTES
}
