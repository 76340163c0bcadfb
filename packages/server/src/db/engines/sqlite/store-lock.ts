import type { Database } from './driver'

/** The file beside the store that is locked by the process which uses it. */
export function lockFileOf(storeFile: string): string {
  return `${storeFile}.lock`
}

/**
 * Hold the store for this process: an exclusive transaction on the lock file that is never ended. The operating system drops it with the
 * process, even after kill -9. Throws SQLite's "database is locked" when another process holds it.
 *
 * @param lock - the lock file, opened; closing it gives the store back
 */
export function holdStoreLock(lock: Database): void {
  lock.exec(
    'pragma journal_mode = delete; pragma locking_mode = exclusive; create table if not exists held (x); begin exclusive',
  )
}
