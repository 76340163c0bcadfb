import type { Route } from '@postil/contract/route'
import type { Engine } from '../../db/engines/engine'
import type { Db, Tx } from '../../db/tables'
import { RefusedButKept } from '../../errors'
import { writeJson } from '../bodies/raw-json'
import type { Call } from './call'
import type { FollowUp } from './follow-up'
import { ReplyAfterCommit } from './handle'
import { claimKey, type FingerprintedKey, keepReply, RECIPE } from './idempotency'

/** The parts of a reply that a handler decides on, beside the body. */
export interface Outcome {
  status: number
  headers: [string, string][]
  later: FollowUp[]
  /** Stored for a retry instead of the reply; on a retry, the stored value. */
  recipe?: unknown
  /** The request was served before: its change is not made again. */
  isRetry?: boolean
  /** Work to do once the change is committed; the reply waits for it. */
  afterCommit: ((engine: Engine) => Promise<void>)[]
}

/**
 * Run a write in one transaction: the idempotency key, the access check, the change, its event and the stored reply succeed or fail
 * together.
 *
 * @returns JSON text of the reply; undefined for one without a body; or a `ReplyAfterCommit` to read now that the change is committed
 */
export async function runWrite(
  engine: Engine,
  route: Route,
  { isImport }: Call,
  key: FingerprintedKey | undefined,
  out: Outcome,
  run: (db: Db, tx: Tx) => Promise<unknown>,
): Promise<string | undefined | ReplyAfterCommit<unknown>> {
  let kept: RefusedButKept | undefined
  const write = async (tx: Tx): ReturnType<typeof runWrite> => {
    kept = undefined
    out.status = route.status
    out.headers = []
    out.later = []
    out.recipe = undefined
    out.isRetry = false
    out.afterCommit = []
    const earlier = key && (await claimKey(tx, key))
    if (earlier) {
      out.status = earlier.status
      out.isRetry = true
      if (earlier.reply.startsWith(RECIPE)) {
        out.recipe = JSON.parse(earlier.reply.slice(RECIPE.length))
        return replyOf(await run(tx, tx))
      }
      return earlier.reply === '' ? undefined : earlier.reply
    }
    const value = await run(tx, tx).catch((cause: unknown) => {
      if (!(cause instanceof RefusedButKept)) throw cause
      kept = cause
    })
    const reply = replyOf(value)
    if (key) await keepReply(tx, key, kept ? undefined : { status: out.status, reply: textToKeep(reply, out) })
    return reply
  }
  const reply = await engine.transaction(write, { isBulk: isImport })
  if (kept) throw kept.refusal
  return reply
}

function replyOf(value: unknown): string | undefined | ReplyAfterCommit<unknown> {
  return value instanceof ReplyAfterCommit ? value : writeReply(value)
}

function textToKeep(reply: ReturnType<typeof replyOf>, { recipe }: Outcome): string {
  if (recipe !== undefined) return RECIPE + JSON.stringify(recipe)
  if (reply instanceof ReplyAfterCommit)
    throw new Error('A reply that is read after the commit needs a change made by `once`.')
  return reply ?? ''
}

/** JSON text of a reply; undefined for one without a body. */
export function writeReply(value: unknown): string | undefined {
  return value === undefined ? undefined : writeJson(value)
}
