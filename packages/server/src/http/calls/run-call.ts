import { isWrite, type ResourceKind } from '@postil/contract/route'
import { can } from '@postil/domain/permissions'
import { logBackgroundFailure } from '../../background'
import type { AppContext, SessionUser } from '../../context'
import type { Engine } from '../../db/engines/engine'
import { RunElsewhere } from '../../db/engines/run-elsewhere'
import type { Db, Tx } from '../../db/tables'
import { UnauthenticatedError } from '../../errors'
import { writeLargeJson } from '../bodies/raw-json'
import type { HttpHooks } from '../http-hooks'
import type { ResourceRows } from './access'
import type { Call, CallOutcome, Reply } from './call'
import { failureOf } from './call-failure'
import { callerOf } from './caller'
import { checkAccess, type Found } from './check-access'
import type { FollowUp } from './follow-up'
import { type AnyHandler, type BeforeWrite, type MountedRoute, ReplyAfterCommit } from './handle'
import { addFingerprint, type FingerprintedKey } from './idempotency'
import { type Outcome, runWrite, writeReply } from './run-write'

/** What a call needs to run: on the HTTP thread, or in a thread of the store with its own connection. */
export interface Runner extends Pick<AppContext, 'config' | 'engine'> {
  hooks: Pick<HttpHooks, 'findTaskDataset' | 'authenticate'>
  /** Absent in a thread of the store, as are the next two. */
  log?: AppContext['log']
  jobs?: AppContext['jobs']
  live?: AppContext['live']
}

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
  const { route } = mounted
  const { caller } = call
  const user =
    'user' in caller
      ? caller.user
      : await callerOf(route, () => runner.hooks.authenticate(runner, caller.credentials, (work) => later.push(work)))
  const out: Outcome = { status: route.status, headers: [], later: [], afterCommit: [] }
  const atEnd: ((isRetry: boolean) => Promise<unknown>)[] = []
  try {
    const handler = await mounted.prepare(call.parsed.body, beforeWrite(runner, mounted, call, user, atEnd))
    const run = (db: Db, tx?: Tx) => runHandler(runner, mounted, handler, call, user, out, db, tx)
    const made = isWrite(route)
      ? await runWrite(runner.engine, route, call, await keyOf(runner, mounted, call, user), out, run)
      : writeReply(await run(runner.engine.db))
    await settle(runner, out)
    const body = made instanceof ReplyAfterCommit ? await readReply(runner, made) : made
    return { status: out.status, headers: out.headers, later: [...later, ...out.later], body }
  } finally {
    for (const work of atEnd)
      void work(out.isRetry === true).catch((err: unknown) =>
        logFailure(runner, err, 'clearing up after a call failed'),
      )
  }
}

/** What a handler may use before its transaction. Only on the HTTP thread, which waits for the store without blocking it. */
function beforeWrite(
  { config, engine, hooks, log, jobs, live }: Runner,
  mounted: MountedRoute,
  { parsed, request, isImport }: Call,
  user: SessionUser | undefined,
  atEnd: ((isRetry: boolean) => Promise<unknown>)[],
): BeforeWrite | undefined {
  if (!log || !jobs || !live || !user || !(isImport || mounted.queriesBeforeTransaction)) return undefined
  return {
    context: { config, engine, log, jobs, live },
    params: parsed.params,
    user,
    ip: request.ip,
    find: async (kind) =>
      rowOf(await checkAccess(engine.db, hooks, mounted, request, user, parsed), kind, mounted.name),
    atEnd: (work) => void atEnd.push(work),
  }
}

/** The Idempotency-Key of a write with its fingerprint. Keys belong to users, so those of other callers are ignored. */
async function keyOf(
  { engine, hooks }: Runner,
  mounted: MountedRoute,
  { key, request, parsed }: Call,
  user: SessionUser | undefined,
): Promise<FingerprintedKey | undefined> {
  if (!key || !user) return undefined
  if (key.isSecret) {
    // The fingerprint takes long: none is computed for those who may not make the call. What the handler checks itself, it refuses itself.
    await checkAccess(engine.db, hooks, mounted, request, user, parsed)
    if (!can(user, mounted.route.access.can, { isMember: true, isAuthor: true })) return undefined
  }
  return addFingerprint(key, user.id)
}

async function readReply({ engine, log }: Runner, reply: ReplyAfterCommit<unknown>): Promise<Reply['body']> {
  const value = await reply.read(engine.db)
  // In a thread of the store, the commit of the whole group waits for this, so the reply is not written in slices.
  return log ? writeLargeJson(value) : writeReply(value)
}

async function settle(runner: Runner, out: Outcome): Promise<void> {
  // The change is committed, so the request succeeds even if this fails; what was missed is made up for later.
  for (const work of out.afterCommit)
    await work(runner.engine).catch((err: unknown) => logFailure(runner, err, 'work after a commit failed'))
}

function logFailure({ engine, log }: Runner, err: unknown, message: string): void {
  if (log) logBackgroundFailure({ engine, log }, err, message)
}

/** Run a call in a thread of the store, where an error is a result like any other. */
export async function runCallInThread(
  runner: Runner,
  mounted: MountedRoute,
  call: Call,
): Promise<{ outcome: CallOutcome; transfer?: ArrayBuffer[] }> {
  const later: FollowUp[] = []
  try {
    const { body, ...reply } = await runCall(runner, mounted, call, later)
    if (typeof body !== 'string') return { outcome: { reply: { ...reply, body } } }
    const bytes = new TextEncoder().encode(body)
    return { outcome: { reply: { ...reply, body: bytes } }, transfer: [bytes.buffer] }
  } catch (cause) {
    if (cause instanceof RunElsewhere) return { outcome: { elsewhere: cause.where } }
    return { outcome: { failure: failureOf(cause), later } }
  }
}

function rowOf<K extends ResourceKind>(resolved: Found, kind: K, route: string): ResourceRows[K] {
  if (resolved?.kind === kind) return resolved.row as ResourceRows[K]
  throw new Error(`The route ${route} does not resolve a ${kind}.`)
}

async function runHandler(
  { config, engine, hooks, log }: Runner,
  mounted: MountedRoute,
  handler: AnyHandler,
  { parsed, request }: Call,
  user: SessionUser | undefined,
  out: Outcome,
  db: Db,
  tx?: Tx,
): Promise<unknown> {
  const resolved = user ? await checkAccess(db, hooks, mounted, request, user, parsed) : undefined
  return handler({
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
    found: (kind: ResourceKind) => rowOf(resolved, kind, mounted.name),
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
  })
}
