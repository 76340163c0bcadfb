import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MIGRATIONS } from '../../migrations/migrate'
import { StoreError } from '../engine'
import { type Database, loadSqlite } from './driver'
import { holdStoreLock, lockFileOf } from './open-database'
import { createPrivateFile, makeStoreFilesPrivate, snapshotFolder } from './private-files'

/** The contents of a backup. */
export interface BackupContents {
  /** The newest schema step of the store that was copied. */
  schema: string
  /** Number of rows by table. */
  counts: Record<string, number>
}

/** The tables whose number of rows is meaningful to a person. */
const COUNTED = [
  'users',
  'workspaces',
  'datasets',
  'records',
  'responses',
  'suggestions',
  'task_datasets',
  'task_records',
  'events',
]

/**
 * Copy a store to one file, even while a server uses it: everything committed when the copy began, and nothing in part. `vacuum into` reads
 * one snapshot and blocks nobody; SQLite's backup API starts again after each write and never ends on a busy store. The copy appears under
 * its name only when it is complete, checked and on disk. Throws `StoreError`.
 */
export function backUpStore(storeFile: string, target: string): BackupContents {
  assertStore(storeFile)
  if (existsSync(target)) throw new StoreError(`${target} exists already: choose another file, or remove it first.`)
  const partial = createPrivateFile(`${target}.partial-${process.pid}`)
  try {
    withDatabase(storeFile, (db) => {
      db.exec('pragma busy_timeout = 5000')
      db.prepare('vacuum into ?').run(partial)
    })
    const contents = checkBackup(partial)
    syncToDisk(partial)
    renameSync(partial, target)
    syncToDisk(dirname(target))
    return contents
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    throw new StoreError(`The store could not be copied: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  } finally {
    removeDatabase(partial)
  }
}

/**
 * Check that a file can be restored: it is complete, its pages, indexes and references are sound, and this version of Postil supports its
 * schema. Throws `StoreError` that says what is wrong.
 */
export function checkBackup(file: string): BackupContents {
  if (!existsSync(file)) throw new StoreError(`There is no file ${file}.`)
  if (sizeOf(`${file}-wal`) > 0)
    throw new StoreError(`${file} has a -wal beside it: it is a store in use or a raw copy, not a backup.`)
  try {
    return withDatabase(file, readContents)
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    throw new StoreError(`${file} is not a sound backup: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

export interface RestoreOptions {
  /** Replace an existing store by the backup. The old store is moved to `snapshots/`. */
  replace: boolean
}

/**
 * Check a backup and install it as the store. At every moment the store is either the old or the new one. Throws `StoreError` when a server
 * is running, or when there is a store and `replace` is not set.
 *
 * @returns what was restored, and where the replaced store was moved to
 */
export async function restoreStore(
  backup: string,
  storeFile: string,
  { replace }: RestoreOptions,
): Promise<BackupContents & { kept?: string }> {
  checkBackup(backup)
  const hadStore = sizeOf(storeFile) > 0
  makeStoreFilesPrivate(storeFile)
  const Sqlite = loadSqlite()
  const lock = new Sqlite(lockFileOf(storeFile))
  const incoming = `${storeFile}.restoring`
  try {
    takeLock(lock, storeFile)
    if (hadStore && !replace)
      throw new StoreError(`There is a store at ${storeFile} already. Add --replace to put the backup in its place.`)
    removeDatabase(incoming)
    await copyFile(backup, createPrivateFile(incoming))
    // The copy is checked again, since it is what will be used.
    const contents = checkBackup(incoming)
    syncToDisk(incoming)
    const kept = hadStore ? keepAside(storeFile) : undefined
    renameSync(incoming, storeFile)
    syncToDisk(dirname(storeFile))
    return { ...contents, kept }
  } finally {
    removeDatabase(incoming)
    lock.close()
  }
}

/** Work on a store while no server can use it. Throws `StoreError` when one does, or when there is no store. */
export async function withStoppedStore<T>(storeFile: string, work: (db: Database) => Promise<T>): Promise<T> {
  assertStore(storeFile)
  makeStoreFilesPrivate(storeFile)
  const Sqlite = loadSqlite()
  const lock = new Sqlite(lockFileOf(storeFile))
  try {
    takeLock(lock, storeFile)
    const db = new Sqlite(storeFile)
    return await work(db).finally(() => db.close())
  } finally {
    lock.close()
  }
}

function assertStore(storeFile: string): void {
  if (!existsSync(storeFile)) throw new StoreError(`There is no store at ${storeFile}: set POSTIL_HOME.`)
}

function takeLock(lock: Database, storeFile: string): void {
  try {
    holdStoreLock(lock)
  } catch (cause) {
    throw new StoreError(`A Postil server is using ${storeFile}. Stop it first.`, { cause })
  }
}

/** Link the old store to a name in `snapshots/`, and remove its -wal and -shm: applied to the restored store, they would destroy it. */
function keepAside(storeFile: string): string {
  // Opening and closing a sound store merges its -wal. A broken store, which may be the reason for restoring, keeps its -wal beside it.
  try {
    withDatabase(storeFile, (db) => db.exec('pragma wal_checkpoint(truncate)'))
  } catch {}
  const kept = join(snapshotFolder(storeFile), `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`)
  rmSync(createPrivateFile(kept))
  linkSync(storeFile, kept)
  if (sizeOf(`${storeFile}-wal`) > 0) linkSync(`${storeFile}-wal`, `${kept}-wal`)
  syncToDisk(dirname(kept))
  for (const ending of ['-wal', '-shm']) rmSync(storeFile + ending, { force: true })
  return kept
}

/** Check the pages, indexes and references of a store; throws an error that says what is wrong. */
export function readContents(db: Database): BackupContents {
  const problems = db
    .prepare('pragma integrity_check(10)')
    .all()
    .flatMap(Object.values)
    .filter((line) => line !== 'ok')
  if (problems.length > 0) throw new Error(problems.join('; '))
  if (db.prepare('pragma foreign_key_check').all().length > 0) throw new Error('rows refer to rows that are missing')
  const tables = new Set(
    db
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .map(({ name }) => name),
  )
  if (!tables.has('migrations')) throw new Error('it is not a store of Postil')
  const steps = db
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name))
  const unknown = steps.filter((step) => !MIGRATIONS.some(({ name }) => name === step))
  if (unknown.length > 0)
    throw new Error(`it was written by a newer Postil (it has ${unknown.join(', ')}): use that version`)
  const counts = COUNTED.filter((table) => tables.has(table)).map((table): [string, number] => [
    table,
    Number(db.prepare(`select count(*) as rows from ${table}`).all()[0]?.rows),
  ])
  return { schema: steps.at(-1) ?? 'none', counts: Object.fromEntries(counts) }
}

function withDatabase<T>(file: string, work: (db: Database) => T): T {
  const Sqlite = loadSqlite()
  const db = new Sqlite(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function removeDatabase(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(path, { force: true })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** Flush a file to disk; for a folder, this makes the names in it durable. */
function syncToDisk(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
