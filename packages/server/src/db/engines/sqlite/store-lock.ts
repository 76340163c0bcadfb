import type { Database } from './driver'

/** The file beside the store that the process using the store keeps locked. */
export function lockFileOf(storeFile: string): string {
  return `${storeFile}.lock`
}

/**
 * Lock the store for this process, by an exclusive transaction on the lock file that never ends. The operating system releases the lock
 * when the process ends, even by kill -9. Throws SQLite's "database is locked" when another process has the lock.
 *
 * @param lock - the opened lock file; closing it releases the lock
 */
export function holdStoreLock(lock: Database): void {
  lock.exec(
    'pragma journal_mode = delete; pragma locking_mode = exclusive; create table if not exists held (x); begin exclusive',
  )
}
