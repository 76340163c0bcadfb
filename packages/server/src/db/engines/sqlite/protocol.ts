import type { DatabaseConnection } from 'kysely'
import type { FileIdentity } from './file-identity'

/** The options a thread of the store is started with. */
export interface WorkerOptions {
  file: string
  /** heavyReader: for reads that take long, in a thread with low priority. */
  mode: 'writer' | 'reader' | 'heavyReader'
  /** The files that the writer has opened; readers must find the same ones. */
  opened?: FileIdentity
  /** The settings of the server, for the code that runs calls. */
  config?: unknown
}

/** A request to run one statement. */
export interface Ask {
  id: number
  sql: string
  params: unknown[]
}

/** A request to run a whole call on the thread's own connection; only its `CallRunner` looks into the call. */
export interface CallAsk {
  id: number
  call: unknown
}

/** Messages from the HTTP thread to a thread of the store. */
export type ToWorker =
  | { type: 'statements'; asks: Ask[] }
  /** `clock`: the thread's clock is advanced past this time (µs). */
  | { type: 'calls'; asks: CallAsk[]; clock: number }
  | { type: 'close' }

/** The result of a statement. */
export interface Rows {
  rows: Record<string, unknown>[]
  changes: number
}

export type Answer =
  | ({ id: number } & Rows)
  | { id: number; outcome: unknown }
  | { id: number; failure: { message: string; code: string } }

/** Messages from a thread of the store. `clock`: the thread's time (µs), past which the receiver's clock is advanced. */
export interface FromWorker {
  answers: Answer[]
  clock: number
}

/** The first message of a worker: it has opened its database, or could not. */
export type Hello = { ready: true; opened: FileIdentity } | { ready: false; message: string; inUse: boolean }

/** The only connection of a thread of the store. Statements run synchronously in the thread itself. */
export interface Connection extends DatabaseConnection {
  /** True from `begin` until the end of the transaction. After some failures SQLite ends it by itself. */
  readonly isInTransaction: boolean
  /** Run one statement. Throws `SqliteError`. */
  run(sql: string, params?: readonly unknown[]): Rows
}

/**
 * Runs a call on the thread's own connection. Never rejects, since a failure is an outcome, too. `transfer`: buffers to transfer instead of
 * copying.
 */
export type CallRunner = (call: unknown) => Promise<{ outcome: unknown; transfer?: ArrayBuffer[] }>
