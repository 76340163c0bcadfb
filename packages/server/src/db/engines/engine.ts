import type { Db, Tx } from '../tables'

/** Everything that differs between the two storage engines. All other code runs the same Kysely queries on both. */
export interface Engine {
  readonly kind: 'sqlite' | 'postgres'
  /** For reads; on SQLite these run in reader threads beside the writer. */
  readonly db: Db
  /** For reads that may take long, such as searches and counts, so that saving an answer or reading a list never waits for one. */
  readonly heavyDb: Db
  /**
   * Run reads on one connection; those started at the same time are sent together. `work` must not read through another connection, since
   * it would occupy this one meanwhile. SQLite batches statements on any connection.
   */
  together<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For health checks, however busy the store is: on PostgreSQL a connection of its own. */
  readonly healthDb: Db
  /**
   * Run one write transaction: committed and on disk when the promise resolves, rolled back when `work` throws. A transaction that
   * conflicts with another is run again, so `work` must set everything that it changes outside of `tx` anew in each run.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Run a call in a reader thread of the embedded store. The engine does not look into calls and their outcomes, which are defined in
   * `http/calls/call.ts`; both can be posted to other threads. Absent on PostgreSQL.
   *
   * @param isLong - run it in a thread for reads that take long
   */
  readonly inReader?: ((call: unknown, isLong: boolean) => Promise<unknown>) | undefined
  /**
   * Run a call that writes in the writer thread; resolves once it is committed and on disk. Calls that wait at the same time share one
   * commit. Absent on PostgreSQL.
   */
  readonly inWriter?: ((call: unknown) => Promise<unknown>) | undefined
  /** Run `work` while no other server process migrates this store. */
  withMigrationLock<T>(work: () => Promise<T>): Promise<T>
  /** Copy the store before a schema change. Returns the path of the copy, or undefined on PostgreSQL, which has backup tools of its own. */
  snapshot(label: string): Promise<string | undefined>
  /** Rejects with the reason when the store does not accept writes. Only the embedded store is tested; PostgreSQL monitors its own disk. */
  checkWritable(): Promise<void>
  /** Refresh the query planner's statistics, after large imports. */
  analyze(): Promise<void>
  /** True from the moment `close` is called: later failures are a consequence of it. */
  readonly isClosed: boolean
  close(): Promise<void>
}

interface TransactionOptions {
  /** True for an import or background work: it lets waiting answers go first, and few of these run at once. */
  isBulk?: boolean
}

/** The store cannot be used; the message addresses the person who starts the server. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** True for a violated unique constraint, on either engine. */
export function isUniqueViolation(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return false
  return cause.code === '23505' || cause.code === 'SQLITE_CONSTRAINT_UNIQUE'
}

/**
 * A row that this transaction has read was changed or deleted by another transaction before it could be locked. The engine rolls back and
 * runs the transaction again, which then reads the new state.
 */
export class StaleReadError extends Error {
  override name = 'StaleReadError'
}

/** For the `catch` of a statement that gives a row its name: when another transaction has taken the name, this one is run again. */
export function rethrowNameTaken(cause: unknown): never {
  throw isUniqueViolation(cause) ? new StaleReadError('The name was taken meanwhile.') : cause
}

/** True when the store's disk is full, on either engine. */
export function isDiskFull(cause: unknown): boolean {
  return ['SQLITE_FULL', '53100'].includes(codeOf(cause))
}

/** A request gave up waiting because the store was busy with other work. */
export class StoreBusyError extends Error {
  override name = 'StoreBusyError'
}

/** Our code for a transaction whose connection has prepared a statement under an older schema; the retry gets another connection. */
export const STALE_STATEMENT = 'STALE_STATEMENT'

/**
 * PostgreSQL's codes for a transaction that was rolled back because of others: serialization failure, deadlock, lock or statement time-out.
 */
const BUSY = new Set(['40001', '40P01', '55P03', '57014'])

/** True when a transaction was rolled back because the store was busy: the same request may succeed later. */
export function isStoreBusy(cause: unknown): boolean {
  return cause instanceof StaleReadError || cause instanceof StoreBusyError || BUSY.has(codeOf(cause))
}

/**
 * Node's codes for an unreachable server; PostgreSQL's for one that is shutting down, starting, out of connections or has ended an idle
 * transaction; ours for a frozen database and for the embedded store.
 */
const GONE = new Set(
  `${STALE_STATEMENT} STORE_FROZEN ECONNREFUSED ECONNRESET EPIPE ENOTFOUND ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN 25P03 57P01 57P02 57P03 53300 3D000 SQLITE_CLOSED SQLITE_UNAVAILABLE SQLITE_REPLACED`.split(
    ' ',
  ),
)
/** Messages of `pg` errors that have no code. */
const GONE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/

/** True when the store could not be reached, read or written at all: the same request may succeed later. */
export function isStoreGone(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  if (cause instanceof StoreError) return true
  const code = codeOf(cause)
  // PostgreSQL's error class 08: connection exceptions.
  return GONE.has(code) || /^08...$/.test(code) || GONE_MESSAGE.test(cause.message)
}

/** The code of an error of the engine or the operating system; empty when it has none. */
export function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}
