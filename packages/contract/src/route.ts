import type { z } from 'zod'
import type { ErrorCode } from './errors'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a path parameter can identify; each kind of resource belongs to one workspace, found by `http/calls/access.ts`. */
export type ResourceKind =
  | 'workspace'
  | 'user'
  | 'dataset'
  | 'field'
  | 'question'
  | 'metadata_property'
  | 'vectors_settings'
  | 'record'
  | 'response'
  | 'suggestion'
  | 'task_dataset'
  | 'deleted_dataset'
  | 'deletion'

/**
 * Actions for which a caller needs permission; who may do what is in the table of `domain/permissions`.
 *
 * - server.visit: routes that need no login; server.use: actions of any signed-in user on their own behalf
 * - people.invite: see and invite people: owners anyone, admins annotators of their own workspaces
 * - users.manage: create, change and delete users
 * - access.manage: disable and enable a user, create a link to set their password, see and end their sessions and keys
 * - jobs.manage: see and cancel what the server does in the background
 * - events.read: read the log of all changes
 * - webhooks.manage: have changes sent to other servers
 * - bin.read: list the deleted datasets and records of the workspaces that one manages
 * - records.assign: assign records to people, and take them back
 * - record.annotate: answers, and the classic tasks' annotations and rules
 * - response.change: change a response, also one that somebody else gave
 * - responses.readAll: read everybody's responses, not only one's own
 * - answers.resolve: decide where answers differ
 * - metadata.readHidden: read the properties that annotators must not see
 */
export type Action =
  | 'server.visit'
  | 'server.use'
  | 'people.invite'
  | 'users.manage'
  | 'access.manage'
  | 'workspaces.manage'
  | 'jobs.manage'
  | 'events.read'
  | 'webhooks.manage'
  | 'bin.read'
  | 'workspaces.readAll'
  | 'workspace.read'
  | 'members.manage'
  | 'dataset.read'
  | 'dataset.manage'
  | 'records.write'
  | 'records.assign'
  | 'record.annotate'
  | 'response.change'
  | 'responses.readAll'
  | 'answers.resolve'
  | 'metadata.readHidden'

/**
 * The permission that a route requires, as checked by `can(user, action, subject)` (feedback-api §1.3). `param` is the name of the path
 * parameter, or with `from: 'body'` the key of the body, that contains the id of the subject. The server determines the order of checks.
 */
export type Access =
  | { can: Action; of?: undefined }
  | { can: Action; of: ResourceKind; param: string; from?: 'body' | 'path' }

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** OpenAPI style: `/api/v1/datasets/{dataset_id}`; `{rest*}` as the last part matches the rest of the path. */
  path: string
  /** One sentence for the reference. */
  summary: string
  tag: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** The body is optional. */
  bodyOptional?: boolean
  /** The body may be a form instead of JSON. */
  form?: boolean
  reply: Reply
  status: number
  errors: readonly ErrorCode[]
  /** Runs outside a transaction: a POST that only reads (search, metric summaries), or a write that opens its own transactions. */
  outsideTransaction?: boolean
  /** May write many rows: large calls have a lower priority than other writes, and only a few run at once. */
  bulk?: boolean
  deprecated?: boolean
  /** With `Accept: text/event-stream` the reply is a stream, with an event whenever the reply has changed. */
  isFollowed?: boolean
  /** Integers of the body beyond ±2^53 are parsed as bigint with all digits; otherwise as the nearest number. */
  exactIntegers?: boolean
  /** The body contains texts of a record or of answers, which may be long. Bodies of other routes, unless `bulk`, are small. */
  texts?: boolean
}

/** Declare one route of the HTTP API, for the server's handlers, the OpenAPI document, the SDK and the contract tests. */
export function defineRoute<
  const M extends Method,
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Reply extends z.ZodType = z.ZodType,
  const R extends boolean = false,
  const P extends string = string,
>(
  route: Route<Params, Query, Body, Reply> & { method: M; path: P; outsideTransaction?: R },
): Route<Params, Query, Body, Reply> & { method: M; path: P; outsideTransaction?: R } {
  return route
}

/** A request's parts after parsing, as a handler gets them. */
export type ParamsOf<R> = R extends Route<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never
export type QueryOf<R> = R extends Route<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never
export type BodyOf<R> = R extends Route<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never
export type ReplyOf<R> = R extends Route<z.ZodType, z.ZodType, z.ZodType, infer T> ? z.output<T> : never

/** Whether the route writes: it then runs in one write transaction and supports `Idempotency-Key`. */
export function isWrite(route: Route): boolean {
  return route.method !== 'GET' && !route.outsideTransaction
}
