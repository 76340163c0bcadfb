import type { Route } from '@postil/contract/route'
import { can } from '@postil/domain/permissions'
import { logBackgroundFailure } from '../../background'
import type { SessionUser } from '../../context'
import type { Db, Tx } from '../../db/tables'
import { RefusedButKept } from '../../errors'
import { writeJson, writeLargeJson } from '../bodies/raw-json'
import type { Call, Outcome, Reply, Runner } from './call'
import { type AnyHandler, type BeforeWrite, type CallBase, type MountedRoute, ReplyAfterCommit } from './handle'
import { addFingerprint, claimKey, type FingerprintedKey, keepReply, RECIPE } from './idempotency'

/** A call's caller, and how to find its resource and run its handler. */
export interface Running {
  user: SessionUser | undefined
  /** Check the access of the caller and find the resource named in the path. */
  find(db: Db): Promise<CallBase<Route>['found']>
  /** Run the handler: the access check first. */
  run(handler: AnyHandler, out: Outcome, db: Db, tx?: Tx): Promise<unknown>
}

/** A new outcome, as it is unless the handler decides otherwise. */
export function newOutcome(mounted: MountedRoute): Outcome {
  return { status: mounted.route.status, headers: [], later: [], isRetry: false, afterCommit: [] }
}

/**
 * Run a write in one transaction: the idempotency key, the access check, the change, its event and the stored reply succeed or fail
 * together.
 */
export async function runWrite(
  runner: Runner,
  mounted: MountedRoute,
  call: Call,
  running: Running,
): Promise<{ out: Outcome; body: Reply['body'] }> {
  const { engine, log } = runner
  const logFailure = (message: string) => (err: unknown) => log && logBackgroundFailure({ engine, log }, err, message)
  const atEnd: Parameters<BeforeWrite['atEnd']>[0][] = []
  let out = newOutcome(mounted)
  let kept: RefusedButKept | undefined
  try {
    const handler = await mounted.prepare(call.parsed.body, beforeWrite(runner, mounted, call, running, atEnd))
    const key = await keyOf(runner, mounted, call, running)
    const made = await engine.transaction(
      async (tx) => {
        kept = undefined
        out = newOutcome(mounted)
        const earlier = key && (await claimKey(tx, key))
        if (earlier) {
          out.status = earlier.status
          out.isRetry = true
          if (!earlier.reply.startsWith(RECIPE)) return earlier.reply === '' ? undefined : earlier.reply
          out.recipe = JSON.parse(earlier.reply.slice(RECIPE.length))
        }
        const value = await running.run(handler, out, tx, tx).catch((cause: unknown) => {
          if (earlier || !(cause instanceof RefusedButKept)) throw cause
          kept = cause
        })
        const reply = value instanceof ReplyAfterCommit ? value : writeReply(value)
        if (key && !earlier)
          keepReply(tx, key, kept ? undefined : { status: out.status, reply: textToKeep(reply, out) })
        return reply
      },
      { isBulk: call.isImport },
    )
    if (kept) throw kept.refusal
    // The change is committed, so the request succeeds even if this fails; what was missed is made up for later.
    for (const work of out.afterCommit) await work(engine).catch(logFailure('work after a commit failed'))
    if (!(made instanceof ReplyAfterCommit)) return { out, body: made }
    const value = await made.read(engine.db)
    // In a thread of the store, the commit of the whole group waits for this, so the reply is not written in slices.
    return { out, body: log ? await writeLargeJson(value) : writeReply(value) }
  } finally {
    for (const work of atEnd) void work(out.isRetry).catch(logFailure('clearing up after a call failed'))
  }
}

/** What a handler may use before its transaction. Only on the HTTP thread, which waits for the store without blocking it. */
function beforeWrite(
  { config, engine, log, jobs, live }: Runner,
  { queriesBeforeTransaction }: MountedRoute,
  { parsed, request, isImport }: Call,
  { user, find }: Running,
  atEnd: Parameters<BeforeWrite['atEnd']>[0][],
): BeforeWrite | undefined {
  if (!log || !jobs || !live || !user || !(isImport || queriesBeforeTransaction)) return undefined
  return {
    context: { config, engine, log, jobs, live },
    params: parsed.params,
    user,
    ip: request.ip,
    find: async (kind) => (await find(engine.db))(kind),
    atEnd: (work) => void atEnd.push(work),
  }
}

/** The Idempotency-Key of a write with its fingerprint. Keys belong to users, so those of other callers are ignored. */
async function keyOf(
  { engine }: Runner,
  { route }: MountedRoute,
  { key }: Call,
  { user, find }: Running,
): Promise<FingerprintedKey | undefined> {
  if (!key || !user) return undefined
  if (key.isSecret) {
    // The fingerprint takes long: none is computed for those who may not make the call. What the handler checks itself, it refuses itself.
    await find(engine.db)
    if (!can(user, route.access.can, { isMember: true, isAuthor: true })) return undefined
  }
  return addFingerprint(key, user.id)
}

function textToKeep(reply: string | undefined | ReplyAfterCommit<unknown>, { recipe }: Outcome): string {
  if (recipe !== undefined) return RECIPE + JSON.stringify(recipe)
  if (reply instanceof ReplyAfterCommit)
    throw new Error('A reply that is read after the commit needs a change made by `once`.')
  return reply ?? ''
}

/** JSON text of a reply; undefined for one without a body. */
export function writeReply(value: unknown): string | undefined {
  return value === undefined ? undefined : writeJson(value)
}
