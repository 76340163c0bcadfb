import { type Access, isWrite, type ResourceKind, type Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AppContext, SessionUser } from '../context'
import type { Db, Tx } from '../db/tables'
import { ForbiddenError, RefusedButKept, type ShapeEntry, ShapeError, UnauthenticatedError } from '../errors'
import { assertMayCall, RESOLVERS, type ResourceRows, resourceNotFound } from './access'
import type { MountedRoute } from './handle'
import { claimKey, fingerprint, type IdempotencyKey, keepReply } from './idempotency'
import { writeJson } from './raw-json'
import { shapeEntries } from './shape-errors'

/** What the mount needs from the features above it, handed in by the app so that http never imports a feature. */
export interface Doors {
  /** Who is calling, or undefined. Throws `UnauthenticatedError` for a bad token. */
  authenticate(request: FastifyRequest): Promise<SessionUser | undefined>
  /** A classic dataset by workspace (query or header) and name. */
  findTaskDataset(db: Db, request: FastifyRequest, name: string): Promise<ResourceRows['task_dataset']>
}

interface Parsed {
  params: Record<string, string>
  query: unknown
  body: unknown
}

/** Put every route on the server. Nothing is served that is not in the contract, and nothing in it is served without its access check. */
export function mountRoutes(
  app: FastifyInstance,
  context: AppContext,
  doors: Doors,
  routes: readonly MountedRoute[],
): void {
  for (const mounted of routes) {
    const { route } = mounted
    app.route({
      method: route.method,
      url: fastifyPath(route.path),
      config: { contract: route },
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
  const malformed = request.malformedBody
  if (malformed) throw new ShapeError([{ loc: ['body'], msg: malformed.message, type: 'value_error.jsondecode' }])
  const user = await callerOf(doors, route, request)
  if (!user && route.access.who !== 'public') throw new UnauthenticatedError()
  const parsed = parseRequest(route, request)

  const out: Outcome = { status: route.status, headers: [], later: [] }
  const run = (db: Db, tx?: Tx) => runHandler({ context, doors, mounted, request, user, parsed, out }, db, tx)
  const text = isWrite(route)
    ? await runWrite(context, route, request, user, out, run)
    : writeReply(await run(context.engine.db))

  for (const work of out.later)
    void work().catch((err: unknown) => context.log.error({ err }, 'work after a reply failed'))
  for (const [name, value] of out.headers) reply.header(name, value)
  reply.code(out.status)
  if (text === undefined) return reply.send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}

/** A stale token must not keep anyone from signing in again: on public routes a bad one counts as none. */
async function callerOf(doors: Doors, route: Route, request: FastifyRequest): Promise<SessionUser | undefined> {
  if (route.access.who !== 'public') return doors.authenticate(request)
  return doors.authenticate(request).catch((cause: unknown) => {
    if (cause instanceof UnauthenticatedError || cause instanceof ForbiddenError) return undefined
    throw cause
  })
}

interface Outcome {
  status: number
  headers: [string, string][]
  later: (() => Promise<unknown>)[]
}

/** One transaction: the idempotency key, the access check, the change, its event and the kept reply stand or fall together. */
async function runWrite(
  context: AppContext,
  route: Route,
  request: FastifyRequest,
  user: SessionUser | undefined,
  out: Outcome,
  run: (db: Db, tx: Tx) => Promise<unknown>,
): Promise<string | undefined> {
  const id = idempotencyKey(request, user)
  let kept: RefusedButKept | undefined
  const text = await context.engine.transaction(async (tx) => {
    kept = undefined
    out.status = route.status
    out.headers = []
    out.later = []
    const earlier = id && (await claimKey(tx, id))
    if (earlier) {
      out.status = earlier.status
      return earlier.reply === '' ? undefined : earlier.reply
    }
    const value = await run(tx, tx).catch((cause: unknown) => {
      if (!(cause instanceof RefusedButKept)) throw cause
      kept = cause
    })
    const text = writeReply(value)
    if (id) await keepReply(tx, id, kept ? undefined : { status: out.status, reply: text ?? '' })
    return text
  })
  if (kept) throw kept.refusal
  return text
}

function idempotencyKey(request: FastifyRequest, user: SessionUser | undefined): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || key === '' || !user) return undefined
  if (key.length > 200)
    throw new ShapeError([
      {
        loc: ['header', 'Idempotency-Key'],
        msg: 'ensure this value has at most 200 characters',
        type: 'value_error.any_str.max_length',
      },
    ])
  return { userId: user.id, key, fingerprint: fingerprint(request.method, request.url, request.body) }
}

interface Running {
  context: AppContext
  doors: Doors
  mounted: MountedRoute
  request: FastifyRequest
  user: SessionUser | undefined
  parsed: Parsed
  out: Outcome
}

async function runHandler(
  { context, doors, mounted, request, user, parsed, out }: Running,
  db: Db,
  tx?: Tx,
): Promise<unknown> {
  const { route, handler } = mounted
  const resolved = user ? await checkAccess(db, doors, route, request, user, parsed) : undefined
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
  })
}

type Found = { kind: ResourceKind; row: unknown } | undefined

async function checkAccess(
  db: Db,
  doors: Doors,
  route: Route,
  request: FastifyRequest,
  user: SessionUser,
  parsed: Parsed,
): Promise<Found> {
  const { access } = route
  if (access.who === 'public' || ('inHandler' in access && access.inHandler)) return undefined
  if (access.who === 'user' || access.of === undefined) {
    await assertMayCall(db, access, user)
    return undefined
  }
  if (access.who === 'owner' && access.roleFirst) await assertMayCall(db, access, user)
  const id = resourceId(access, parsed)
  if (access.who !== 'owner' && access.who !== 'author' && access.roleFirst)
    await assertMayCall(db, access, user, { workspaceId: id })
  const row =
    access.of === 'task_dataset' ? await doors.findTaskDataset(db, request, id) : await RESOLVERS[access.of](db, id)
  const inBody = 'from' in access && access.from === 'body'
  if (!row && inBody) {
    // The service says what is missing (422); who may not create anywhere is refused first.
    if (user.role === 'annotator') throw new ForbiddenError()
    if (user.role === 'admin') await assertMayCall(db, access, user, { workspaceId: id })
    return { kind: access.of, row: undefined }
  }
  if (!row) throw resourceNotFound(access.of, id)
  await assertMayCall(db, access, user, {
    workspaceId: row.workspaceId,
    authorId: 'user_id' in row ? row.user_id : undefined,
  })
  return { kind: access.of, row }
}

function resourceId(access: Extract<Access, { of?: ResourceKind }>, parsed: Parsed): string {
  const from = 'from' in access && access.from === 'body' ? parsed.body : parsed.params
  const id: unknown =
    typeof from === 'object' && from !== null && access.param ? Reflect.get(from, access.param) : undefined
  if (typeof id !== 'string') throw new Error(`The access rule names no parameter: ${JSON.stringify(access)}`)
  return id
}

function parseRequest(route: Route, request: FastifyRequest): Parsed {
  const entries: ShapeEntry[] = []
  const parse = (part: 'body' | 'query' | 'path', shape: z.ZodType | undefined, input: unknown): unknown => {
    if (!shape) return input
    const result = shape.safeParse(input, { reportInput: true })
    if (result.success) return result.data
    entries.push(...shapeEntries(part, result.error.issues))
    return undefined
  }
  const given = request.body === null ? undefined : request.body
  const params = parse('path', route.params, request.params) as Record<string, string>
  const query = parse('query', route.query, request.query)
  const body = given === undefined && route.bodyOptional ? undefined : parse('body', route.body, given)
  if (entries.length > 0) throw new ShapeError(entries)
  return { params, query, body }
}

function writeReply(value: unknown): string | undefined {
  return value === undefined ? undefined : writeJson(value)
}

/** OpenAPI's `{name}` as Fastify's `:name`; a colon that is not a parameter is doubled; `{rest*}` is the wildcard. */
export function fastifyPath(path: string): string {
  return (
    path
      .replaceAll(':', '::')
      .replace(/\{(\w+)\*\}/, '*')
      // Before a colon the parameter needs a pattern of its own, else the router takes the colon into its name.
      .replaceAll(/\{(\w+)\}(?=::)/g, ':$1([^/:]+)')
      .replaceAll(/\{(\w+)\}/g, ':$1')
  )
}
