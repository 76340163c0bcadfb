import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '../context'
import type { Db } from '../db/tables'
import type { ResourceRows } from './access'

/** What the mount needs from the features above it, handed in by the app so that http never imports a feature. */
export interface Doors {
  /** Who is calling, or undefined. Throws `UnauthenticatedError` for a bad token. */
  authenticate(request: FastifyRequest): Promise<SessionUser | undefined>
  /** A classic dataset by workspace (query or header) and name. */
  findTaskDataset(db: Db, request: FastifyRequest, name: string): Promise<ResourceRows['task_dataset']>
}
