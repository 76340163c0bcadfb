import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** The bit of folders such as /tmp, which belong to everybody: closing one would lock others out. */
const STICKY = 0o1000

/** Where copies of the store are put before it is changed. */
export function snapshotFolder(storeFile: string): string {
  return join(dirname(storeFile), 'snapshots')
}

/**
 * Make the store's folder and files where they are missing, and let no other account of the machine read them: the store holds all texts,
 * answers and password hashes. Stores from before are mended. SQLite gives its `-wal` and `-shm` the mode of the store itself.
 */
export function makeStoreFilesPrivate(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  if ((statSync(folder).mode & STICKY) === 0) chmodIfAllowed(folder, FOLDER_MODE)
  for (const path of [file, `${file}.lock`]) createIfMissing(path)
  for (const path of [file, `${file}-wal`, `${file}-shm`, `${file}.lock`]) chmodIfAllowed(path, FILE_MODE)
  const snapshots = snapshotFolder(file)
  chmodIfAllowed(snapshots, FOLDER_MODE)
  for (const name of filesIn(snapshots)) chmodIfAllowed(join(snapshots, name), FILE_MODE)
}

/** Make an empty file that only this account can read, for SQLite to write a copy into; returns its path. Throws when it exists. */
export function createPrivateFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
  closeSync(openSync(path, 'wx', FILE_MODE))
  return path
}

/** An empty file is a new store to SQLite. Where it cannot be made, SQLite says why when it opens it. */
function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'a', FILE_MODE))
  } catch {}
}

/** Files of another account, and file systems without modes, stay as they are: the store may still be usable. */
function chmodIfAllowed(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
  } catch {}
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
