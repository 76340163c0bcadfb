import { isWrite, type ResourceKind } from '@postil/contract/route'
import { logBackgroundFailure } from '../background'
import type { AppContext } from '../context'
import type { Engine } from '../db/engines/engine'
import { RunElsewhere } from '../db/engines/run-elsewhere'
import type { Db, Tx } from '../db/tables'
import { UnauthenticatedError } from '../errors'
import type { Call, CallOutcome, Reply } from './call'
import { failureOf } from './call-failure'
import { checkAccess } from './check-access'
import type { Doors } from './doors'
import type { AnyHandler, MountedRoute } from './handle'
import { type Outcome, runWrite, writeReply } from './run-write'

/** What runs a call: the HTTP thread, or a thread of the store with its own connection. */
export interface Runner extends Pick<AppContext, 'config' | 'engine'> {
  doors: Pick<Doors, 'findTaskDataset'>
  /** Absent in a thread of the store. */
  log?: AppContext['log']
}

/** Check what the caller may do, run the handler, a write in its transaction, and make the text of the reply. */
export async function runCall(runner: Runner, mounted: MountedRoute, call: Call): Promise<Reply> {
  const { route } = mounted
  const out: Outcome = { status: route.status, headers: [], later: [], afterCommit: [] }
  const handler = await mounted.prepare(call.parsed.body)
  const run = (db: Db, tx?: Tx) => runHandler(runner, mounted, handler, call, out, db, tx)
  const body = isWrite(route)
    ? await runWrite(runner.engine, route, call, out, run)
    : writeReply(await run(runner.engine.db))
  // What fails after the commit is made up for later, so the request succeeds all the same.
  for (const work of out.afterCommit)
    await work(runner.engine).catch((err: unknown) => {
      if (runner.log)
        logBackgroundFailure({ engine: runner.engine, log: runner.log }, err, 'work after a commit failed')
    })
  return { status: out.status, headers: out.headers, later: out.later, body }
}

/** The same in a thread of the store, where what went wrong is an outcome, too. */
export async function runCallInThread(
  runner: Runner,
  mounted: MountedRoute,
  call: Call,
): Promise<{ outcome: CallOutcome; transfer?: ArrayBuffer[] }> {
  try {
    const { body, ...reply } = await runCall(runner, mounted, call)
    if (typeof body !== 'string') return { outcome: { reply: { ...reply, body } } }
    const bytes = new TextEncoder().encode(body)
    return { outcome: { reply: { ...reply, body: bytes } }, transfer: [bytes.buffer] }
  } catch (cause) {
    if (cause instanceof RunElsewhere) return { outcome: { elsewhere: cause.where } }
    return { outcome: { failure: failureOf(cause) } }
  }
}

async function runHandler(
  { config, engine, doors, log }: Runner,
  { name, route }: MountedRoute,
  handler: AnyHandler,
  { user, parsed, request }: Call,
  out: Outcome,
  db: Db,
  tx?: Tx,
): Promise<unknown> {
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
    context: { config, engine },
    headers: request.headers,
    ip: request.ip,
    found: (kind: ResourceKind) => {
      if (resolved?.kind === kind) return resolved.row
      throw new Error(`The route ${name} does not resolve a ${kind}.`)
    },
    setStatus: (status: number) => {
      out.status = status
    },
    setHeader: (header: string, value: string) => out.headers.push([header, value]),
    later: (work: Reply['later'][number]) => out.later.push(work),
    once: async (change: () => Promise<unknown>) => {
      if (!out.isRetry) out.recipe = await change()
      return out.recipe
    },
    afterCommit: (work: (engine: Engine) => Promise<void>) => {
      // It asks other threads, and writes in transactions of its own.
      if (!log) throw new RunElsewhere('httpThread')
      out.afterCommit.push(work)
    },
  })
}
