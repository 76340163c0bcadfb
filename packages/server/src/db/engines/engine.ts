import type { Db, Tx } from '../tables'

/** The whole seam between the storage engines. Everything else is the same Kysely queries on both. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** For reads; on SQLite these run in reader threads beside the writer. */
  readonly db: Db
  /** For reads that may take long, searches and counts: an answer, or a list, never waits behind one. */
  readonly heavyDb: Db
  /**
   * Do reads that are asked at the same time on one connection, where they travel together. `work` must read nothing elsewhere, for which it would hold the connection up.
   * On SQLite a message is shared anyway.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For checks of health, whatever else the store is busy with: on PostgreSQL a connection of its own. */
  readonly healthDb: Db
  /**
   * Run one write transaction: committed and on disk when the promise resolves, rolled back when `work` throws. One that loses a race
   * against another transaction is run again, so `work` must change nothing outside of `tx` that it does not set anew.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Run a call in a reader thread of the embedded store, beside the data. What a call and its outcome are is known to who makes and runs them
   * (`http/calls/run-call.ts`); both cross threads. Absent where statements travel to a database.
   *
   * @param isLong - in a thread for reads that take long
   */
  readonly inReader?: ((call: unknown, isLong: boolean) => Promise<unknown>) | undefined
  /** The same for a write; resolves once it is committed and on disk. Those that wait for each other share one commit. */
  readonly inWriter?: ((call: unknown) => Promise<unknown>) | undefined
  /** Run `work` while no other server process migrates this store. */
  withMigrationLock<T>(work: () => Promise<T>): Promise<T>
  /** Copy the store aside before a schema change; returns where to, or undefined where the engine's own tools do it. */
  snapshot(label: string): Promise<string | undefined>
  /** Rejects with the reason when the store takes no writes. Only the embedded store looks: PostgreSQL watches its own disk. */
  checkWritable(): Promise<void>
  /** Refresh the planner's statistics, after large imports. */
  analyze(): Promise<void>
  /** True from the moment `close` is called: what fails afterwards was cut off on purpose. */
  readonly isClosed: boolean
  close(): Promise<void>
}

interface TransactionOptions {
  /** An import or a piece of background work: it lets waiting answers go first, and only a few run at once. */
  isBulk?: boolean
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

/**
 * Something that this transaction has read was changed or deleted by another before it could be locked. Thrown where that is noticed: the
 * engine rolls back and runs the transaction again, which then reads the new state.
 */
export class StaleReadError extends Error {
  override name = 'StaleReadError'
}

/** True when the store's disk has no room for a write, or takes none, on either engine. */
export function isDiskFull(cause: unknown): boolean {
  return ['SQLITE_FULL', '53100'].includes(codeOf(cause))
}

/** Other work kept a request waiting for too long. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Our code for a transaction that met a newer schema on a connection that remembers the older one; the next try gets another connection. */
export const STALE_STATEMENT = 'STALE_STATEMENT'

/** PostgreSQL's codes for a transaction that it rolled back because of others: serialization failure, deadlock, lock or statement time-out. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014'])

/** True when other work kept the store from serving a transaction, which was rolled back: the same request may succeed later. */
export function isStoreBusy(cause: unknown): boolean {
  return cause instanceof StaleReadError || cause instanceof StoreBusyError || BUSY.has(codeOf(cause))
}

/**
 * Node's codes for a server that cannot be reached, PostgreSQL's for one that ends, starts, is full or gave up an idle transaction, and ours
 * for a frozen and for the embedded store.
 */
const GONE = new Set(
  `${STALE_STATEMENT} STORE_FROZEN ECONNREFUSED ECONNRESET EPIPE ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN 25P03 57P01 57P02 57P03 53300 3D000 SQLITE_CLOSED SQLITE_UNAVAILABLE SQLITE_REPLACED`.split(
    ' ',
  ),
)
/** What `pg` says without a code. */
const GONE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/

/** True when the store could not be reached, read or written at all: the same request may succeed later. */
export function isStoreGone(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause instanceof StoreError) return true
  const code = codeOf(cause)
  // PostgreSQL's class 08 is all of connections.
  return GONE.has(code) || /^08...$/.test(code) || GONE_MESSAGE.test(cause.message)
}

/** The code of an error of the engine or the system; empty when it has none. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
