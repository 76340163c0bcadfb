import { ConfigError } from './config'
import { isStoreGone, StoreError } from './db/engines/engine'

/** Messages with advice for failures of the system and of PostgreSQL, by code. */
const SENTENCES: Record<string, string> = {
  EADDRINUSE: 'The port is taken: stop the other program, or set POSTIL_PORT.',
  EADDRNOTAVAIL: 'POSTIL_HOST is no address of this machine.',
  ECONNREFUSED: 'PostgreSQL does not answer at POSTIL_DATABASE_URL.',
  ECONNRESET: 'PostgreSQL does not answer at POSTIL_DATABASE_URL.',
  EHOSTUNREACH: 'The host of POSTIL_DATABASE_URL cannot be reached.',
  ENOTFOUND: 'The host of POSTIL_DATABASE_URL, or POSTIL_HOST, is not known.',
  ETIMEDOUT: 'The host of POSTIL_DATABASE_URL cannot be reached.',
  '28000': 'PostgreSQL refuses the user of POSTIL_DATABASE_URL.',
  '28P01': 'PostgreSQL refuses the user or the password of POSTIL_DATABASE_URL.',
  '3D000': 'The database of POSTIL_DATABASE_URL does not exist: create it, empty, first.',
  '42501': 'The user of POSTIL_DATABASE_URL may not create tables there.',
}

/** Why the server or a command cannot start, for the terminal: one sentence if the operator can fix it, else the full error. */
export function failureSentence(cause: unknown): string {
  if (cause instanceof ConfigError || cause instanceof StoreError) return cause.message
  if (!(cause instanceof Error)) return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  const syscall = 'syscall' in cause ? cause.syscall : undefined
  if (code === 'EACCES' && syscall === 'listen') return 'The port needs more rights: set POSTIL_PORT to 1024 or more.'
  if (syscall === 'mkdir') return `The folder of POSTIL_HOME cannot be made: ${cause.message}.`
  if (isStoreGone(cause)) return SENTENCES[code] ?? 'PostgreSQL does not answer at POSTIL_DATABASE_URL.'
  return SENTENCES[code] ?? cause.stack ?? cause.message
}
