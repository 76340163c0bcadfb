import { ReplacedError } from './file-identity'

/** A failed statement, with SQLite's message and our own error code. */
export class SqliteError extends Error {
  override name = 'SqliteError'
  constructor(
    message: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** SQLite's codes for a file that cannot be read or written: READONLY, IOERR, FULL, CANTOPEN, NOTADB. */
const UNAVAILABLE = new Set([8, 10, 13, 14, 26])
const FULL = 13
/** SQLite's extended code for a failed write; it also reports an exceeded quota or file size limit. */
const WRITE_FAILED = 778

/** Convert an error of the driver, adding our error code. */
export function sqliteError(cause: unknown): SqliteError {
  if (cause instanceof SqliteError) return cause
  const message = cause instanceof Error ? cause.message : String(cause)
  return new SqliteError(message, codeFor(cause, message), { cause })
}

function codeFor(cause: unknown, message: string): string {
  if (/UNIQUE constraint failed|PRIMARY KEY/i.test(message)) return 'SQLITE_CONSTRAINT_UNIQUE'
  if (cause instanceof ReplacedError) return 'SQLITE_REPLACED'
  const extended = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : 0
  const number = extended & 0xff
  if (number === FULL || extended === WRITE_FAILED) return 'SQLITE_FULL'
  return UNAVAILABLE.has(number) ? 'SQLITE_UNAVAILABLE' : 'SQLITE_ERROR'
}
