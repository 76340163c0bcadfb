import { WRITER_CHECKPOINT_PAGES } from './checkpoints'
import { type Database, loadSqlite } from './driver'
import { FileWatch } from './file-identity'
import type { WorkerOptions } from './protocol'

/**
 * How much of the store each kind of thread maps into its memory, in MB. Mapped pages spare long reads a copy. They count as memory of the
 * server, though the system can take them back; for writes and short reads, the page cache is as fast.
 */
const MAPPED_MB = { writer: 64, reader: 64, heavyReader: 256 }

/** The opened files of a thread of the store. */
export interface OpenStore {
  database: Database
  /** Kept in a field: a database without references is closed by the garbage collector, which would release the lock. */
  lock: Database | undefined
  files: FileWatch
}

/** Open the database for a thread. Throws when it cannot be opened, or another process uses it. */
export function openDatabase({ file, mode, opened: expected }: WorkerOptions): OpenStore {
  const Sqlite = loadSqlite()
  let lock: Database | undefined
  if (mode === 'writer') {
    lock = new Sqlite(lockFileOf(file))
    holdStoreLock(lock)
  }
  const database = new Sqlite(file)
  database.exec('pragma busy_timeout = 5000')
  if (mode === 'writer')
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = ${WRITER_CHECKPOINT_PAGES}`,
    )
  else database.exec('pragma query_only = on')
  database.exec(`pragma cache_size = -8000; pragma temp_store = memory; pragma mmap_size = ${MAPPED_MB[mode] << 20}`)
  // The first read creates the -wal and -shm of a new store.
  database.prepare('select count(*) from sqlite_schema').all()
  const files = expected ? FileWatch.ofReader(file, expected) : FileWatch.ofWriter(file, database)
  return { database, lock, files }
}

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
