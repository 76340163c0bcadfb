import type { Db, Tx } from '../tables'

/** The whole seam between the storage engines. Everything else is the same Kysely queries on both. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** For reads; on SQLite these run in reader threads beside the writer. */
  readonly db: Db
  /** For reads that may take long, searches and counts: an answer, or a list, never waits behind one. */
  readonly heavyDb: Db
  /** Run one write transaction: committed and on disk when the promise resolves, rolled back when `work` throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Run `work` while no other server process migrates this store. */
  withMigrationLock<T>(work: () => Promise<T>): Promise<T>
  /** Copy the store aside before a schema change; returns where to, or undefined where the engine's own tools do it. */
  snapshot(label: string): Promise<string | undefined>
  /** Refresh the planner's statistics, after large imports. */
  analyze(): Promise<void>
  close(): Promise<void>
}

/** The store cannot be used; the message is for the person who starts the server. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** True for a violated unique constraint, on either engine. */
export function isUniqueViolation(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return false
  return cause.code === '23505' || cause.code === 'SQLITE_CONSTRAINT_UNIQUE'
}
