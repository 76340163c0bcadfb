import type { z } from 'zod'
import type { ErrorCode } from './errors'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a path parameter can name; each kind belongs to one workspace, found by `http/access.ts`. */
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

/**
 * What a caller must be able to do; the table of who can is `domain/permissions`.
 *
 * - server.visit: the routes that need no login; server.use: whatever a signed-in user does for themselves
 * - people.invite: see and invite people: owners all of them, admins annotators of their own workspaces
 * - jobs.manage: see and cancel what the server does in the background
 * - record.annotate: answers, and the classic tasks' annotations and rules
 * - response.change: also a response that somebody else gave
 * - responses.readAll: everybody's, not only one's own
 * - answers.resolve: deciding where answers differ
 * - metadata.readHidden: the properties that annotators must not see
 */
export type Action =
  | 'server.visit'
  | 'server.use'
  | 'people.invite'
  | 'users.manage'
  | 'workspaces.manage'
  | 'jobs.manage'
  | 'workspaces.readAll'
  | 'workspace.read'
  | 'members.manage'
  | 'dataset.read'
  | 'dataset.manage'
  | 'records.write'
  | 'record.annotate'
  | 'response.change'
  | 'responses.readAll'
  | 'answers.resolve'
  | 'metadata.readHidden'

/**
 * What a route asks of its caller (feedback-api §1.3). `param` names the path parameter that holds the resource it is about.
 *
 * - `roleFirst`: the role is checked before the resource's existence (feedback-api §1.4)
 * - `inHandler`: the service checks, after a "not found" of its own that comes first
 * - `managerAtLast`: the service asks for `dataset.manage` before the change itself, after a check that comes first
 * - `from: 'body'`: the workspace is named in the body; the service answers its own "not found"
 */
export type Access =
  | { can: Action; of?: undefined }
  | {
      can: Action
      of: ResourceKind
      param: string
      roleFirst?: boolean
      inHandler?: boolean
      managerAtLast?: boolean
      from?: 'body' | 'path'
    }

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  method: Method
  /** OpenAPI style: `/api/v1/datasets/{dataset_id}`; `{rest*}` as the last part takes everything that follows. */
  path: string
  /** One sentence for the reference. */
  summary: string
  tag: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** The body may be left out altogether. */
  bodyOptional?: boolean
  /** The body may be a form, as well as JSON. */
  form?: boolean
  reply: Reply
  status: number
  errors: readonly ErrorCode[]
  /** Served outside a transaction: a POST that only reads (search, metric summaries), or a write that opens transactions of its own. */
  outsideTransaction?: boolean
  /** May write many rows: a large call waits behind other writes, and only a few run at once. */
  bulk?: boolean
  deprecated?: boolean
  /** Whole numbers of the body beyond ±2^53 come as bigint, digits and all; elsewhere as the nearest number. */
  exactIntegers?: boolean
  /** The body has texts of a record or of answers, which may be long. Bodies of routes that are neither this nor `bulk` are small. */
  texts?: boolean
}

/** Declare one route of the HTTP API. The server's handlers, the OpenAPI document, the SDK and the contract tests all read it. */
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

/** True when the route changes something: it runs in one write transaction and honours `Idempotency-Key`. */
export function isWrite(route: Route): boolean {
  return route.method !== 'GET' && !route.outsideTransaction
}
