import { randomInt } from 'node:crypto'
import { openSync, readSync, statSync } from 'node:fs'
import type { Database } from './driver'

/** Which files a store consists of: device and inode of the database, its `-wal` and `-shm`, and the marks that the database may carry. */
export interface FileIdentity {
  files: readonly string[]
  marks: readonly number[]
}

/** SQLite's `user_version` in the first page of a database file. */
const MARK_AT = 60
const MARK_BYTES = 4

/** Notices when a file of the store was replaced, removed or overwritten after it was opened. Each thread that uses the store has one. */
export class FileWatch {
  private constructor(
    private readonly file: string,
    /**
     * The database file, open for as long as the thread lives: closing any descriptor of it would end SQLite's locks, which belong to the
     * whole process.
     */
    private readonly descriptor: number,
    readonly opened: FileIdentity,
  ) {}

  /**
   * For the writer, once it has opened the store. Writes a new mark into the database file: another store that is copied over it later has the
   * same inode, but not this mark.
   */
  static ofWriter(file: string, db: Database): FileWatch {
    const descriptor = openSync(file, 'r')
    const mark = randomInt(1, 2 ** 31)
    try {
      db.exec(`pragma user_version = ${mark}`)
      // Into the database file, not only the log.
      db.exec('pragma wal_checkpoint(passive)')
    } catch {
      // On a full disk the server still starts and reads, with the mark of the start before.
    }
    // The earlier mark may still be there: a program that reads the store right now puts the checkpoint off.
    const marks = [...new Set([mark, readMark(descriptor)])]
    return new FileWatch(file, descriptor, { files: filesOf(file), marks })
  }

  /** For a reader. Throws `ReplacedError` when it does not find the files that the writer has opened. */
  static ofReader(file: string, opened: FileIdentity): FileWatch {
    const watch = new FileWatch(file, openSync(file, 'r'), opened)
    watch.assertSame()
    return watch
  }

  /**
   * Throws `ReplacedError`. SQLite would go on with the files it has opened: what is written to one without a name is lost with the process,
   * and what belongs to an overwritten one would be mixed with what is in it now.
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
