import type { IncomingHttpHeaders } from 'node:http'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, ResourceKind, Route } from '@postil/contract/route'
import type { AppContext, HandlerContext, SessionUser } from '../../context'
import type { Engine } from '../../db/engines/engine'
import type { Db, Tx } from '../../db/tables'
import type { ResourceRows } from './access'
import type { FollowUp } from './follow-up'

/** What a handler gets: the parsed request, the store, and methods that shape the reply. */
export interface CallBase<R extends Route> {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  /** The caller; throws on public routes without one, so use `maybeUser` there. */
  readonly user: SessionUser
  readonly maybeUser: SessionUser | undefined
  readonly db: Db
  readonly context: HandlerContext
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  /** The row of the resource named in the path, already found and with access checked. */
  found<K extends ResourceKind>(kind: K): ResourceRows[K]
  setStatus(status: number): void
  setHeader(name: string, value: string): void
  /** Run this once the transaction is committed, before the reply. Failures are logged, and the change stays. */
  afterCommit(work: (engine: Engine) => Promise<void>): void
  /** Request work for after the commit, when the reply is on its way. Failures are logged. */
  later(work: FollowUp): void
  /**
   * Make a change whose reply is large. A retry with the same Idempotency-Key does not make it again, but gets the value that `change`
   * resolved with, which is stored as JSON instead of the reply: return the ids of the rows, and read the reply from them.
   */
  once<T>(change: () => Promise<T>): Promise<T>
}

type IsRead<R> = R extends { method: 'GET' }
  ? true
  : R extends { outsideTransaction?: infer X }
    ? true extends X
      ? boolean extends X
        ? false
        : true
      : false
    : false

/** Writes also get the transaction. Reads do not have one, so a write in a read handler does not compile. */
type CallOf<R extends Route> = IsRead<R> extends true ? CallBase<R> : CallBase<R> & { readonly tx: Tx }

// biome-ignore lint/suspicious/noExplicitAny: a route's own types are checked by `handle`; the mount needs only its parts.
export type AnyHandler = (call: any) => Promise<unknown>

type Handler<R extends Route> = (call: CallOf<R>) => Promise<ReplyOf<R>>

/**
 * A large reply to a write, read and serialized once the transaction is committed, so that no other write waits for it. The handler makes
 * its change within `once`, since the reply itself is not stored for retries.
 */
export class ReplyAfterCommit<Reply> {
  constructor(readonly read: (db: Db) => Promise<Reply>) {}
}

/** What a handler may use before its transaction begins. */
export interface BeforeWrite<Params = unknown> {
  readonly context: AppContext
  readonly params: Params
  readonly user: SessionUser
  readonly ip: string
  /**
   * The row of the resource named in the path. Throws when it does not exist or the caller may not change it; the transaction checks both
   * again.
   */
  find<K extends ResourceKind>(kind: K): Promise<ResourceRows[K]>
  /**
   * Run this when the call is over, whether it succeeded or failed. Failures are logged.
   *
   * @param work - gets whether the call was a retry, which got the stored reply of an earlier one
   */
  atEnd(work: (isRetry: boolean) => Promise<unknown>): void
}

/** A handler that does before its transaction what does not need it: preparing a large body, or hashing a password. */
export interface PreparingHandler<R extends Route> {
  /** True when calls of any size need `before`, mostly to read from the store; the handler then runs on the HTTP thread. */
  queriesBeforeTransaction?: true
  /**
   * @param before - present for calls so large that writing before the transaction may pay off, and when `queriesBeforeTransaction` is set
   */
  prepare(
    body: BodyOf<R>,
    before?: BeforeWrite<ParamsOf<R>>,
  ): Promise<(call: CallOf<R>) => Promise<ReplyOf<R> | ReplyAfterCommit<ReplyOf<R>>>>
}

export interface MountedRoute {
  name: string
  route: Route
  queriesBeforeTransaction: boolean
  /** Do the work that comes before the transaction and return the handler for a call with this body. */
  prepare(body: unknown, before?: BeforeWrite): Promise<AnyHandler>
}

/** Pair every route with its handler. A missing handler, or one with a wrong reply, does not compile. */
export function handle<Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: { [K in keyof Routes]: Handler<Routes[K]> | PreparingHandler<Routes[K]> },
): MountedRoute[] {
  return Object.entries(routes).map(([name, route]) => {
    const handler = handlers[name as keyof Routes] as AnyHandler | PreparingHandler<Route>
    return {
      name,
      route,
      queriesBeforeTransaction: typeof handler !== 'function' && handler.queriesBeforeTransaction === true,
      prepare: typeof handler === 'function' ? async () => handler : (body, before) => handler.prepare(body, before),
    }
  })
}
