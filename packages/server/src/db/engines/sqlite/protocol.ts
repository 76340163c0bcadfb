import type { FileIdentity } from './file-identity'

/** What a thread of the store is started with. */
export interface WorkerOptions {
  file: string
  /** heavyReader: for reads that take long; its thread lets all others go first. */
  mode: 'writer' | 'reader' | 'heavyReader'
  /** The files that the writer has opened: readers must find the same. */
  opened?: FileIdentity
  /** The settings of the server, for what runs calls. */
  config?: unknown
}

/** One statement. */
export interface Ask {
  id: number
  sql: string
  params: unknown[]
}

/** Work that the thread does as a whole on its own connection; what is in it is known to its `CallRunner` alone. */
export interface CallAsk {
  id: number
  call: unknown
}

/** Messages from the HTTP thread to a thread of the store. */
export type ToWorker =
  | { type: 'statements'; asks: Ask[] }
  /** `clock`: the time (µs) that the thread's clock must have passed. */
  | { type: 'calls'; asks: CallAsk[]; clock: number }
  | { type: 'close' }

export type Answer =
  | { id: number; rows: Record<string, unknown>[]; changes: number; lastId: number }
  | { id: number; outcome: unknown }
  | { id: number; failure: { message: string; code: string } }

/** Messages back. `clock`: the thread's time (µs), which later times must follow. */
export interface FromWorker {
  answers: Answer[]
  clock: number
}

/** Sent once by a worker that has opened its database, or could not. */
export type Hello = { ready: true; opened: FileIdentity } | { ready: false; message: string; inUse: boolean }

/** Runs a call on the thread's own connection; never rejects, for a failure is an outcome. `transfer` is what of it is handed over, not copied. */
export type CallRunner = (call: unknown) => Promise<{ outcome: unknown; transfer?: ArrayBuffer[] }>
