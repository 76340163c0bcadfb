import { statSync } from 'node:fs'

/** Which files a store consists of, by device and inode. */
export type FileIdentity = readonly string[]

/** The identity of the store's file and of its `-wal` and `-shm`. */
export function identityOf(file: string): FileIdentity {
  return [file, `${file}-wal`, `${file}-shm`].map((path) => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.dev}:${stats.ino}` : 'missing'
  })
}

/**
 * Throw when a file of the store was replaced or removed after it was opened. SQLite would go on with the old files, which have no name any
 * more: what is written there is lost with the process.
 */
export function assertSameFiles(file: string, opened: FileIdentity): void {
  const now = identityOf(file)
  if (now.every((id, index) => id === opened[index])) return
  throw new ReplacedError(
    `The files of the store ${file} were replaced or removed while the server was using them. Nothing more is read or written: stop the server, put the right files in place, and start it again.`,
  )
}

export class ReplacedError extends Error {
  override name = 'ReplacedError'
}
