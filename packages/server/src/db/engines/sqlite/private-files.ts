import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** The sticky bit of shared folders such as /tmp, whose permissions must stay as they are. */
const STICKY = 0o1000

/** The folder for copies of the store that are made before it is changed. */
export function snapshotFolder(storeFile: string): string {
  return join(dirname(storeFile), 'snapshots')
}

/**
 * Create the store's folder and files if they are missing, and make them unreadable for other accounts of the machine: the store contains
 * all texts, answers and password hashes. The permissions of existing files are corrected, too. SQLite gives its `-wal` and `-shm` the mode
 * of the store itself.
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

/** Create an empty file that only this account can read, for SQLite to write a copy into. Returns its path. Throws when the file exists. */
export function createPrivateFile(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE })
  closeSync(openSync(path, 'wx', FILE_MODE))
  return path
}

/** To SQLite an empty file is a new store. If it cannot be created, SQLite reports the reason when it opens the store. */
function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'a', FILE_MODE))
  } catch {}
}

/** Files of another account, and file systems without permissions, stay as they are: the store may still be usable. */
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
