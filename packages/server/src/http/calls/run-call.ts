import { type Access, isWrite, type ResourceKind } from '@postil/contract/route'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../context'
import type { Engine } from '../../db/engines/engine'
import { RunElsewhere } from '../../db/engines/run-elsewhere'
import type { Db } from '../../db/tables'
import { ForbiddenError, UnauthenticatedError } from '../../errors'
import { checkOrderOf } from '../../wire/check-order'
import { ASSIGNED_TO_OTHERS, resourceNotFound } from '../../wire/resource-errors'
import type { Parsed } from '../bodies/parse-request'
import { assertCan, RESOLVERS, type Resolved, type ResourceRows } from './access'
import type { Call, CallOutcome, Reply, Runner } from './call'
import { failureOf } from './call-failure'
import { callerOf } from './caller'
import type { FollowUp } from './follow-up'
import type { MountedRoute } from './handle'
import { fastifyPath } from './route-path'
import { newOutcome, type Running, runWrite, writeReply } from './run-write'

/**
 * Check access, run the handler (a write in its transaction), and serialize the reply.
 *
 * @param later - gets the follow-up work of the call, also when it fails
 */
export async function runCall(
  runner: Runner,
  mounted: MountedRoute,
  call: Call,
  later: FollowUp[] = [],
): Promise<Reply> {
  const { config, engine, hooks, log } = runner
  const { caller, parsed, request } = call
  const user =
    'user' in caller
      ? caller.user
      : await callerOf(mounted.route, () => hooks.authenticate(runner, caller.credentials, (work) => later.push(work)))
  const running: Running = {
    user,
    find: async (db) => {
      const found = user && (await checkAccess(db, runner, mounted, call, user))
      return <K extends ResourceKind>(kind: K) => {
        if (found?.kind === kind) return found.row as ResourceRows[K]
        throw new Error(`The route ${mounted.name} does not resolve a ${kind}.`)
      }
    },
    run: async (handler, out, db, tx) =>
      handler({
        ...parsed,
        get user() {
          if (!user) throw new UnauthenticatedError()
          return user
        },
        maybeUser: user,
        db,
        tx,
        context: { config, engine },
        headers: request.headers,
        ip: request.ip,
        found: await running.find(db),
        setStatus: (status: number) => {
          out.status = status
        },
        setHeader: (header: string, value: string) => out.headers.push([header, value]),
        later: (work: FollowUp) => out.later.push(work),
        once: async (change: () => Promise<unknown>) => {
          if (!out.isRetry) out.recipe = await change()
          return out.recipe
        },
        afterCommit: (work: (engine: Engine) => Promise<void>) => {
          // The work needs other threads and transactions of its own.
          if (!log) throw new RunElsewhere('httpThread')
          out.afterCommit.push(work)
        },
      }),
  }
  const { out, body } = isWrite(mounted.route)
    ? await runWrite(runner, mounted, call, running)
    : await runRead(runner, mounted, call, running)
  return { status: out.status, headers: out.headers, later: [...later, ...out.later], body }
}

async function runRead({ engine }: Runner, mounted: MountedRoute, { parsed }: Call, { run }: Running) {
  const out = newOutcome(mounted)
  return { out, body: writeReply(await run(await mounted.prepare(parsed.body), out, engine.db)) }
}

/** Run calls of these routes in a thread of the store, where an error is a result like any other. */
export function callRunner(runner: Runner, routes: readonly MountedRoute[]) {
  const byName = new Map(routes.map((mounted) => [mounted.name, mounted]))
  return async (asked: unknown): Promise<{ outcome: CallOutcome; transfer?: ArrayBuffer[] }> => {
    const call = asked as Call
    const later: FollowUp[] = []
    try {
      const mounted = byName.get(call.route)
      if (!mounted) throw new Error(`There is no handler ${call.route}.`)
      const { body, ...reply } = await runCall(runner, mounted, call, later)
      if (typeof body !== 'string') return { outcome: { reply: { ...reply, body } } }
      const bytes = new TextEncoder().encode(body)
      return { outcome: { reply: { ...reply, body: bytes } }, transfer: [bytes.buffer] }
    } catch (cause) {
      if (cause instanceof RunElsewhere) return { outcome: { elsewhere: cause.where } }
      return { outcome: { failure: failureOf(cause), later } }
    }
  }
}

/** The resource that a request names, once it was found and the caller's access was checked. */
type Found = { kind: ResourceKind; row: unknown } | undefined

/**
 * Find the resource that a route is about and check that the caller may do what the route requires.
 *
 * @returns undefined when the route is about no resource, or its handler checks access itself
 * @throws NotFoundError, ForbiddenError
 */
async function checkAccess(
  db: Db,
  { hooks }: Runner,
  { name, route }: MountedRoute,
  { parsed, request }: Call,
  user: SessionUser,
): Promise<Found> {
  const { access } = route
  if (access.can === 'server.visit') return undefined
  if (access.of === undefined) {
    await assertCan(db, user, access.can)
    return undefined
  }
  const order = checkOrderOf(name)
  if (order === 'by the handler') return undefined
  const action = typeof order === 'object' ? order.enterWith : access.can
  const id = resourceId(access, parsed)
  const inWorkspace = { workspaceId: access.of === 'workspace' ? id : undefined }
  // Whether an admin may depends on the workspaces of the user, who is found first.
  const isDecidedByUser = access.of === 'user' && can(user, action, { isMember: true })
  if (order === 'permission first' && !isDecidedByUser) await assertCan(db, user, action, inWorkspace)
  // When the decision depends on a membership, it is read together with the resource.
  const memberId = can(user, action) ? undefined : user.id
  const found: Resolved<ResourceKind> | undefined =
    access.of === 'task_dataset'
      ? await hooks.findTaskDataset(db, { ...request, name: id, path: fastifyPath(route.path) })
      : await RESOLVERS[access.of](db, id, memberId)
  if (!found && access.from === 'body') {
    // The service reports what is missing (422), but callers who may not create anything there are refused first.
    await assertCan(db, user, action, inWorkspace)
    return { kind: access.of, row: undefined }
  }
  if (!found) throw resourceNotFound(access.of, id)
  const { isMember, isForOthers, ...row } = found
  await assertCan(db, user, action, {
    workspaceId: row.workspaceId,
    isMember,
    authorId: 'user_id' in row ? row.user_id : undefined,
  })
  if (isForOthers && !can(user, 'records.assign', { isMember: true })) throw new ForbiddenError(ASSIGNED_TO_OTHERS)
  return { kind: access.of, row }
}

function resourceId(access: Extract<Access, { of: ResourceKind }>, parsed: Parsed): string {
  const from = access.from === 'body' ? parsed.body : parsed.params
  const id: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, access.param) : undefined
  if (typeof id !== 'string') throw new Error(`The access rule names no parameter: ${JSON.stringify(access)}`)
  return id
}
