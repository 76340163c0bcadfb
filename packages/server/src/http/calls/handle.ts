import type { IncomingHttpHeaders } from 'node:http'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, ResourceKind, Route } from '@postil/contract/route'
import type { AppContext, HandlerContext, SessionUser } from '../../context'
import type { Engine } from '../../db/engines/engine'
import type { Db, Tx } from '../../db/tables'
import type { ResourceRows } from './access'
import type { FollowUp } from './follow-up'

/** What a handler gets: the parsed request, the store, and a few ways to shape the reply. */
export interface CallBase<R extends Route> {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  /** Who calls; on public routes ask `maybeUser`. */
  readonly user: SessionUser
  readonly maybeUser: SessionUser | undefined
  readonly db: Db
  readonly context: HandlerContext
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  /** The row of the resource named in the path, already found and allowed. */
  found<K extends ResourceKind>(kind: K): ResourceRows[K]
  setStatus(status: number): void
  setHeader(name: string, value: string): void
  /** Run once the transaction is committed, before the reply; failures are logged, and the change stays. */
  afterCommit(work: (engine: Engine) => Promise<void>): void
  /** Have this done after the transaction is committed and the reply is on its way; failures are logged. */
  later(work: FollowUp): void
  /**
   * Make a change whose reply is large. A retry with the same Idempotency-Key does not make it again, but gets what it resolved with, which is
   * kept in the place of the reply, as JSON: name the rows, and read the reply from them.
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

/** Writes also get the transaction; on a read there is none, so a write there does not compile. */
type CallOf<R extends Route> = IsRead<R> extends true ? CallBase<R> : CallBase<R> & { readonly tx: Tx }

// biome-ignore lint/suspicious/noExplicitAny: a route's own types are checked by `handle`; the mount needs only its parts.
export type AnyHandler = (call: any) => Promise<unknown>

type Handler<R extends Route> = (call: CallOf<R>) => Promise<ReplyOf<R>>

/**
 * A large reply of a write that is read and written as JSON once the transaction is committed, so that no other write waits for it. The
 * handler makes its change within `once`, since no text is kept for a retry.
 */
export class ReplyAfterCommit<Reply> {
  constructor(readonly read: (db: Db) => Promise<Reply>) {}
}

/** What a handler may use before its transaction. */
export interface BeforeWrite {
  readonly context: AppContext
  /** The row of the resource named in the path, when it was found and the caller may change it. The transaction checks both again. */
  find<K extends ResourceKind>(kind: K): Promise<ResourceRows[K]>
  /** Run when the call is over, whether it was done or refused; failures are logged. */
  atEnd(work: () => Promise<unknown>): void
}

/** A handler for large bodies: what can be made of one without the store is made before the transaction. */
export interface PreparingHandler<R extends Route> {
  /** True when calls of any size are prepared with the store, for a handler that runs on the HTTP thread. */
  readsAhead?: true
  /** @param before - present for calls so large that writing ahead of the transaction may pay, and where the handler reads ahead */
  prepare(
    body: BodyOf<R>,
    before?: BeforeWrite,
  ): Promise<(call: CallOf<R>) => Promise<ReplyOf<R> | ReplyAfterCommit<ReplyOf<R>>>>
}

export interface MountedRoute {
  name: string
  route: Route
  readsAhead: boolean
  /** The handler for a call with this body. */
  prepare(body: unknown, before?: BeforeWrite): Promise<AnyHandler>
}

/** Pair every route with its handler; a missing handler, or one with the wrong reply, does not compile. */
export function handle<Routes extends Record<string, Route>>(
  routes: Routes,
  handlers: { [K in keyof Routes]: Handler<Routes[K]> | PreparingHandler<Routes[K]> },
): MountedRoute[] {
  return Object.entries(routes).map(([name, route]) => {
    const handler = handlers[name as keyof Routes] as AnyHandler | PreparingHandler<Route>
    return {
      name,
      route,
      readsAhead: typeof handler !== 'function' && handler.readsAhead === true,
      prepare: typeof handler === 'function' ? async () => handler : (body, before) => handler.prepare(body, before),
    }
  })
}
