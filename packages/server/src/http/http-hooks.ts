import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { HandlerContext, SessionUser } from '../context'
import type { Elsewhere } from '../db/engines/run-elsewhere'
import type { Db } from '../db/tables'
import type { ResourceRows } from './calls/access'
import type { Credentials } from './calls/caller'
import type { FollowUp } from './calls/follow-up'

/** The parts of a request that identify a classic dataset. */
export interface DatasetAsked {
  name: string
  /** The parsed query string. */
  query: unknown
  headers: IncomingHttpHeaders
  /** The route's path: when it names a task, the dataset must be of that task. */
  path: string
}

/** What the HTTP layer needs from the features. The app passes it in, so that `http` never imports a feature. */
export interface HttpHooks {
  /** The credentials sent with a request. */
  credentialsOf(request: FastifyRequest): Credentials
  /** The session that the token of the credentials names; undefined for a forged or expired token. */
  readToken(credentials: Credentials): Promise<string | undefined>
  /**
   * The caller, or undefined. Throws `UnauthenticatedError` for an invalid token.
   *
   * @param note - gets the follow-up work that records the use of the credentials
   */
  authenticate(
    context: HandlerContext,
    credentials: Credentials,
    note: (work: FollowUp) => void,
  ): Promise<SessionUser | undefined>
  /** False for a write that a page of another site made with a browser's session cookie (CSRF). */
  isOwnPage(request: FastifyRequest): boolean
  /** Find a classic dataset by workspace (query or header) and name. */
  findTaskDataset(db: Db, asked: DatasetAsked): Promise<ResourceRows['task_dataset']>
  /**
   * Where the handler of this route runs on SQLite; undefined for the usual place: a reader thread, or the writer thread when it writes.
   *
   * @param body - the parsed body; absent before it was read
   */
  placeOf(route: string, body?: unknown): Elsewhere | undefined
  /** Do work that a request has caused. */
  followUp(work: FollowUp): Promise<unknown>
}
