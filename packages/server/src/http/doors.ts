import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '../context'
import type { Db } from '../db/tables'
import type { ResourceRows } from './access'
import type { FollowUp } from './follow-up'

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
export interface Doors {
  /** Who is calling, or undefined. Throws `UnauthenticatedError` for a bad token. */
  authenticate(request: FastifyRequest): Promise<SessionUser | undefined>
  /** A classic dataset by workspace (query or header) and name. */
  findTaskDataset(db: Db, asked: DatasetAsked): Promise<ResourceRows['task_dataset']>
  /** Whether the handler of this name stays on the HTTP thread where others run in the threads of the embedded store. */
  runsOnHttpThread(route: string): boolean
  /** Do what follows from a request. */
  followUp(work: FollowUp): Promise<unknown>
}
