import { isWrite, type ResourceKind, type Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logBackgroundFailure } from '../background'
import type { AppContext, SessionUser } from '../context'
import type { Engine } from '../db/engines/engine'
import { limitTo } from '../db/engines/limit'
import type { Db, Tx } from '../db/tables'
import { ForbiddenError, UnauthenticatedError } from '../errors'
import { SMALL_BODY_BYTES } from './body-reader'
import { checkAccess } from './check-access'
import type { Doors } from './doors'
import type { AnyHandler, MountedRoute } from './handle'
import { inLargeTurn } from './large-work'
import { type Parsed, parseRequest } from './parse-request'
import { type ReadAhead, readAhead } from './read-ahead'
import { fastifyPath } from './route-path'
import { isImport, type Outcome, runWrite, writeReply } from './run-write'

/** What is known of a request before its body is read. */
interface Arrival {
  user: SessionUser | undefined
  ahead: ReadAhead | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    arrival?: Arrival
  }
}
/** Imports that are served at once, in this process; others wait for their turn. */
const inBulkTurn = limitTo(3)

/** Put every route on the server. Nothing is served that is not in the contract, and nothing in it is served without its access check. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  doors: Doors,
  routes: readonly MountedRoute[],
): void {
  app.decorateRequest('arrival', undefined)
  for (const mounted of routes) {
    const { route } = mounted
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { contract: route },
      // Before the body: a stranger's is never read.
      onRequest: async (request) => {
        request.arrival = await identify(context, doors, route, request)
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
  if (!request.arrival) throw new Error(`The caller of ${mounted.name} was not looked up.`)
  const { user, ahead } = request.arrival
  const parse = () => parseRequest(route, request)
  const parsed = request.heldBytes > SMALL_BODY_BYTES ? await inLargeTurn(parse) : parse()

  const out: Outcome = { status: route.status, headers: [], later: [], afterCommit: [] }
  const prepare = async () => {
    const handler = await mounted.prepare(parsed.body)
    return (db: Db, tx?: Tx) =>
      runHandler({ context, doors, mounted, handler, request, user, parsed, out, ahead }, db, tx)
  }
  const write = async () => writeAndSettle(context, route, request, user, out, await prepare())
  const text = isWrite(route)
    ? await (isImport(route, request) ? inBulkTurn(write) : write())
    : writeReply(await (await prepare())(context.engine.db))

  for (const work of out.later)
    void work().catch((err: unknown) => logBackgroundFailure(context, err, 'work after a reply failed'))
  for (const [name, value] of out.headers) reply.header(name, value)
  reply.code(out.status)
  if (text === undefined) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** Who calls, and the resource that is read meanwhile. Throws `UnauthenticatedError` unless the route is open to everyone. */
async function identify(context: AppContext, doors: Doors, route: Route, request: FastifyRequest): Promise<Arrival> {
  const ahead = isWrite(route) ? undefined : readAhead(context.engine.db, route.access, request)
  const user = await callerOf(doors, route, request)
  if (!user && route.access.can !== 'server.visit') throw new UnauthenticatedError()
  return { user, ahead }
}

/** A write with what follows from it. What fails after the commit is made up for later, so the request succeeds all the same. */
async function writeAndSettle(...call: Parameters<typeof runWrite>): Promise<string | undefined> {
  const text = await runWrite(...call)
  const [context, , , , out] = call
  for (const work of out.afterCommit)
    await work().catch((err: unknown) => logBackgroundFailure(context, err, 'work after a commit failed'))
  return text
}

/** A stale token must not keep anyone from signing in again: on public routes a bad one counts as none. */
async function callerOf(doors: Doors, route: Route, request: FastifyRequest): Promise<SessionUser | undefined> {
  if (route.access.can !== 'server.visit') return doors.authenticate(request)
  return doors.authenticate(request).catch((cause: unknown) => {
    if (cause instanceof UnauthenticatedError || cause instanceof ForbiddenError) return undefined
    throw cause
  })
}

interface Running {
  context: AppContext
  doors: Doors
  mounted: MountedRoute
  handler: AnyHandler
  request: FastifyRequest
  user: SessionUser | undefined
  parsed: Parsed
  out: Outcome
  ahead: ReadAhead | undefined
}

async function runHandler(
  { context, doors, mounted, handler, request, user, parsed, out, ahead }: Running,
  db: Db,
  tx?: Tx,
): Promise<unknown> {
  const { route } = mounted
  const resolved = user ? await checkAccess(db, doors, route, request, user, parsed, ahead) : undefined
  return handler({
    ...parsed,
    get user() {
      if (!user) throw new UnauthenticatedError()
      return user
    },
    maybeUser: user,
    db,
    tx,
    context,
    headers: request.headers,
    ip: request.ip,
    found: (kind: ResourceKind) => {
      if (resolved?.kind === kind) return resolved.row
      throw new Error(`The route ${mounted.name} does not resolve a ${kind}.`)
    },
    setStatus: (status: number) => {
      out.status = status
    },
    setHeader: (name: string, value: string) => out.headers.push([name, value]),
    later: (work: () => Promise<unknown>) => out.later.push(work),
    once: async (change: () => Promise<unknown>) => {
      if (!out.isRetry) out.recipe = await change()
      return out.recipe
    },
    afterCommit: (work: (engine: Engine) => Promise<void>) => out.afterCommit.push(() => work(context.engine)),
  })
}
