import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { HandlerContext, SessionUser } from '../context'
import type { Elsewhere } from '../db/engines/run-elsewhere'
import type { Db } from '../db/tables'
import type { ResourceRows } from './calls/access'
import type { Credentials } from './calls/caller'
import type { FollowUp } from './calls/follow-up'

/** What of a request says which classic dataset is meant. */
export interface DatasetAsked {
  name: string
  /** The parsed query string. */
  query: unknown
  headers: IncomingHttpHeaders
  /** The route's path: when it names a task, the dataset must be of it. */
  path: string
}

/** What the mount needs from the features above it, handed in by the app so that http never imports a feature. */
export interface HttpHooks {
  /** What a request says about who it is from. */
  credentialsOf(request: FastifyRequest): Credentials
  /** The session that the token of the credentials names; undefined for one that is forged or expired. */
  readToken(credentials: Credentials): Promise<string | undefined>
  /**
   * Who is calling, or undefined. Throws `UnauthenticatedError` for a bad token.
   *
   * @param note - gets what is to be kept about the use of the credentials
   */
  authenticate(
    context: HandlerContext,
    credentials: Credentials,
    note: (work: FollowUp) => void,
  ): Promise<SessionUser | undefined>
  /** False for a write that another site's page made with the session cookie of a browser. */
  isOwnPage(request: FastifyRequest): boolean
  /** A classic dataset by workspace (query or header) and name. */
  findTaskDataset(db: Db, asked: DatasetAsked): Promise<ResourceRows['task_dataset']>
  /** Where the handler of this name runs on SQLite; undefined for a reader, or, when it writes, the writer. */
  placeOf(route: string): Elsewhere | undefined
  /** Do what follows from a request. */
  followUp(work: FollowUp): Promise<unknown>
}
