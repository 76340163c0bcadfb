import type { FileIdentity } from './file-identity'

/** Messages between the HTTP thread and a SQLite worker. */
export interface WorkerOptions {
  file: string
  /** heavyReader: for reads that take long; its thread lets all others go first. */
  mode: 'writer' | 'reader' | 'heavyReader'
  /** The files that the writer has opened: readers must find the same. */
  opened?: FileIdentity
}

export interface Ask {
  id: number
  sql: string
  params: unknown[]
}

export type Answer =
  | { id: number; rows: Record<string, unknown>[]; changes: number; lastId: number }
  | { id: number; failure: { message: string; code: string } }

/** Sent once by a worker that has opened its database, or could not. */
export type Hello = { ready: true; opened: FileIdentity } | { ready: false; message: string; inUse: boolean }
