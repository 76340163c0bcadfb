import { randomInt } from 'node:crypto'
import { openSync, readSync, statSync } from 'node:fs'
import type { Database } from './driver'

/**
 * Identifies the files of a store: device and inode of the database, its `-wal` and `-shm`, and the marks that may be in the database file.
 */
export interface FileIdentity {
  files: readonly string[]
  marks: readonly number[]
}

/** Offset of SQLite's `user_version` in the first page of a database file. */
const MARK_AT = 60
const MARK_BYTES = 4

/** Detects that a file of the store was replaced, removed or overwritten after it was opened. Each thread that uses the store has one. */
export class FileWatch {
  private constructor(
    private readonly file: string,
    /**
     * The database file, kept open until the thread ends: closing any descriptor of it would release SQLite's locks, which belong to the
     * whole process.
     */
    private readonly descriptor: number,
    readonly opened: FileIdentity,
  ) {}

  /**
   * For the writer, once it has opened the store. Writes a new random mark into the database file: a store that is copied over it later has
   * the same inode, but another mark.
   */
  static ofWriter(file: string, db: Database): FileWatch {
    const descriptor = openSync(file, 'r')
    const mark = randomInt(1, 2 ** 31)
    try {
      db.exec(`pragma user_version = ${mark}`)
      // Moves the mark from the log into the database file.
      db.exec('pragma wal_checkpoint(passive)')
    } catch {
      // On a full disk the server still starts and reads, with the mark of its last start.
    }
    // The earlier mark may still be there, when another program reading the store has delayed the checkpoint.
    const marks = [...new Set([mark, readMark(descriptor)])]
    return new FileWatch(file, descriptor, { files: filesOf(file), marks })
  }

  /** For a reader. Throws `ReplacedError` when the files are not those that the writer has opened. */
  static ofReader(file: string, opened: FileIdentity): FileWatch {
    const watch = new FileWatch(file, openSync(file, 'r'), opened)
    watch.assertSame()
    return watch
  }

  /**
   * Throws `ReplacedError` when the files have changed. SQLite would continue with the files it has opened: writes to a file that was
   * removed are lost when the process ends, and writes to an overwritten file would be mixed with its new contents.
   */
  assertSame(): void {
    const files = filesOf(this.file)
    const isSame = files.every((id, index) => id === this.opened.files[index])
    if (isSame && this.opened.marks.includes(readMark(this.descriptor))) return
    throw new ReplacedError(
      `The files of the store ${this.file} were replaced or removed while the server was using them. Nothing more is read or written: stop the server, put the right files in place, and start it again.`,
    )
  }
}

export class ReplacedError extends Error {
  override name = 'ReplacedError'
}

function filesOf(file: string): string[] {
  return [file, `${file}-wal`, `${file}-shm`].map((path) => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats ? `${stats.dev}:${stats.ino}` : 'missing'
  })
}

function readMark(descriptor: number): number {
  const bytes = Buffer.alloc(MARK_BYTES)
  readSync(descriptor, bytes, 0, MARK_BYTES, MARK_AT)
  return bytes.readUInt32BE()
}
