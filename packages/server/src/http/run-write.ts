import type { Route } from '@postil/contract/route'
import type { FastifyRequest } from 'fastify'
import type { AppContext, SessionUser } from '../context'
import type { Db, Tx } from '../db/tables'
import { RefusedButKept, ShapeError } from '../errors'
import { claimKey, type IdempotencyKey, idempotencyKeyOf, keepReply, RECIPE } from './idempotency'
import { writeJson } from './raw-json'

/** What a handler decides about its reply, beside the body. */
export interface Outcome {
  status: number
  headers: [string, string][]
  later: (() => Promise<unknown>)[]
  /** What is kept for a retry in the place of the reply; on a retry, what was kept. */
  recipe?: unknown
  isRetry?: boolean
  /** What follows from the change once it is committed; the reply waits for it. */
  afterCommit: (() => Promise<void>)[]
}

/** A call up to this size is somebody's work on a record or two, and no import. */
const IMPORT_BYTES = 32 * 1024

/** Whether a call writes so much that it lets others go first. */
export function isImport(route: Route, request: FastifyRequest): boolean {
  const bytes = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return route.bulk === true && bytes > IMPORT_BYTES
}

/** One transaction: the idempotency key, the access check, the change, its event and the kept reply stand or fall together. */
export async function runWrite(
  context: AppContext,
  route: Route,
  request: FastifyRequest,
  user: SessionUser | undefined,
  out: Outcome,
  run: (db: Db, tx: Tx) => Promise<unknown>,
): Promise<string | undefined> {
  const id = idempotencyKey(request, user)
  let kept: RefusedButKept | undefined
  const write = async (tx: Tx): Promise<string | undefined> => {
    kept = undefined
    out.status = route.status
    out.headers = []
    out.later = []
    out.recipe = undefined
    out.isRetry = false
    out.afterCommit = []
    const earlier = id && (await claimKey(tx, id))
    if (earlier) {
      out.status = earlier.status
      if (earlier.reply.startsWith(RECIPE)) {
        out.recipe = JSON.parse(earlier.reply.slice(RECIPE.length))
        out.isRetry = true
        return writeReply(await run(tx, tx))
      }
      return earlier.reply === '' ? undefined : earlier.reply
    }
    const value = await run(tx, tx).catch((cause: unknown) => {
      if (!(cause instanceof RefusedButKept)) throw cause
      kept = cause
    })
    const text = writeReply(value)
    const reply = out.recipe === undefined ? (text ?? '') : RECIPE + JSON.stringify(out.recipe)
    if (id) await keepReply(tx, id, kept ? undefined : { status: out.status, reply })
    return text
  }
  const text = await context.engine.transaction(write, { isBulk: isImport(route, request) })
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
  return idempotencyKeyOf(user.id, key, request)
}

/** JSON text of a reply; undefined for one without a body. */
export function writeReply(value: unknown): string | undefined {
  return value === undefined ? undefined : writeJson(value)
}
