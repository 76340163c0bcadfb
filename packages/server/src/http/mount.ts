import { isWrite, type Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logBackgroundFailure } from '../background'
import type { AppContext, SessionUser } from '../context'
import { limitTo } from '../db/engines/limit'
import { ForbiddenError, UnauthenticatedError } from '../errors'
import { SMALL_BODY_BYTES } from './body-reader'
import type { Call, CallOutcome, Reply } from './call'
import { errorOf } from './call-failure'
import type { Doors } from './doors'
import type { MountedRoute } from './handle'
import { idempotencyKeyOf } from './idempotency'
import { inLargeTurn } from './large-work'
import { parseItemsAhead, parseRequest } from './parse-request'
import { fastifyPath } from './route-path'
import { runCall } from './run-call'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, known before the body is read; null for nobody. */
    caller?: SessionUser | null
  }
}

/** Imports that are served at once, in this process; others wait for their turn. */
const inBulkTurn = limitTo(3)
/** A call up to this size is somebody's work on a record or two, and no import. */
const IMPORT_BYTES = 32 * 1024

/** Put every route on the server. Nothing is served that is not in the contract, and nothing in it is served without its access check. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  doors: Doors,
  routes: readonly MountedRoute[],
): void {
  app.decorateRequest('caller', undefined)
  for (const mounted of routes) {
    const { route } = mounted
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { contract: route },
      // Before the body: a stranger's is never read.
      onRequest: async (request) => {
        request.caller = (await callerOf(doors, route, request)) ?? null
        if (!request.caller && route.access.can !== 'server.visit') throw new UnauthenticatedError()
      },
      handler: (request, reply) => serve(context, doors, mounted, request, reply),
    })
  }
}

async function serve(
  context: AppContext,
  doors: Doors,
  mounted: MountedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route } = mounted
  if (request.refusedBody) throw request.refusedBody
  if (request.caller === undefined) throw new Error(`The caller of ${mounted.name} was not looked up.`)
  const isLarge = request.heldBytes > SMALL_BODY_BYTES
  if (isLarge) await parseItemsAhead(route, request.body)
  const parse = () => parseRequest(route, request)
  const user = request.caller ?? undefined
  const call: Call = {
    route: mounted.name,
    user,
    parsed: isLarge ? await inLargeTurn(parse) : parse(),
    request: { headers: request.headers, query: request.query, ip: request.ip },
    key: isWrite(route) && user ? idempotencyKeyOf(user.id, request) : undefined,
    isImport: isImport(route, request),
  }
  const { status, headers, body, later } = await run(context, doors, mounted, call, isLarge)

  for (const work of later)
    void doors.followUp(work).catch((err: unknown) => logBackgroundFailure(context, err, 'work after a reply failed'))
  for (const [name, value] of headers) reply.header(name, value)
  reply.code(status)
  if (body === undefined) return reply.send()
  const bytes = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
}

/**
 * Run a call where its data is: in a thread of the embedded store, else here. A large one stays here, where it was parsed: passing it on would
 * take long, and in the writer it would hold up everyone.
 */
async function run(
  context: AppContext,
  doors: Doors,
  mounted: MountedRoute,
  call: Call,
  isLarge: boolean,
): Promise<Reply> {
  const here = () => runCall({ ...context, doors }, mounted, call)
  if (call.isImport) return inBulkTurn(here)
  const { inReader, inWriter } = context.engine
  const inStore = isWrite(mounted.route) ? inWriter : inReader
  if (!inStore || isLarge || doors.runsOnHttpThread(mounted.name)) return here()
  let outcome = (await inStore(call, false)) as CallOutcome
  if ('elsewhere' in outcome && outcome.elsewhere === 'heavyReader')
    outcome = (await inStore(call, true)) as CallOutcome
  if ('elsewhere' in outcome) return here()
  if ('failure' in outcome) throw errorOf(outcome.failure)
  return outcome.reply
}

/** Whether a call writes so much that it lets others go first. */
function isImport(route: Route, request: FastifyRequest): boolean {
  const bytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return route.bulk === true && bytes > IMPORT_BYTES
}

/** A stale token must not keep anyone from signing in again: on public routes a bad one counts as none. */
async function callerOf(doors: Doors, route: Route, request: FastifyRequest): Promise<SessionUser | undefined> {
  if (route.access.can !== 'server.visit') return doors.authenticate(request)
  return doors.authenticate(request).catch((cause: unknown) => {
    if (cause instanceof UnauthenticatedError || cause instanceof ForbiddenError) return undefined
    throw cause
  })
}
