import { join } from 'node:path'
import { CompiledQuery, type DatabaseConnection, DummyDriver, Kysely, type QueryResult } from 'kysely'
import type { Tables } from '../../tables'
import type { Engine } from '../engine'
import { transactionsOf } from '../transactions'
import { Checkpoints, logOf } from './checkpoints'
import { dialectOver } from './dialect'
import { CallQueue } from './group-commit'
import { createPrivateFile, makeStoreFilesPrivate, snapshotFolder } from './private-files'
import { SqliteWorker } from './worker-client'
import { writeCheck } from './write-check'
import { WriterMutex } from './writer-mutex'

export interface SqliteOptions {
  /** Path of the database file; its folder is created if it is missing. */
  file: string
  readers?: number
  /** The settings of the server. Without them, calls do not run in the threads of the store. */
  config?: unknown
}

/** Maximum number of threads for reads that take long, beside the readers; started on demand. */
const HEAVY_READERS = 2

/** Open the embedded store: one writer thread, a few reader threads, no query on the HTTP thread. Throws `StoreError`. */
export async function openSqlite({ file, readers = 2, config }: SqliteOptions): Promise<Engine> {
  makeStoreFilesPrivate(file)
  const writer = await SqliteWorker.open({ file, mode: 'writer', config })
  const { opened } = writer
  const opening = Promise.all(
    Array.from({ length: readers }, () => SqliteWorker.open({ file, mode: 'reader', opened, config })),
  )
  // The start does not wait for the readers; the first read reports if they cannot be opened.
  opening.catch(() => {})
  const read = new Kysely<Tables>({ dialect: dialectOver(new PoolDriver(opening)) })
  const heavy = new LazyPoolDriver(HEAVY_READERS, () =>
    SqliteWorker.open({ file, mode: 'heavyReader', opened, config }),
  )
  const heavyDb = new Kysely<Tables>({ dialect: dialectOver(heavy) })
  const turns = new WriterMutex()
  const checkpoints = new Checkpoints(file, logOf(heavyDb), turns)
  const writes = new CallQueue(writer, turns, () => checkpoints.noteWrite())
  const inReader = async (call: unknown, isLong: boolean) => {
    const worker = isLong ? await heavy.free() : leastBusy(await opening)
    return worker.callSoon(call)
  }
  const transactions = (isBulk: boolean) => {
    const writing = new WriterDriver(writer, turns, isBulk, checkpoints)
    const dialect = dialectOver(writing)
    return transactionsOf(new Kysely<Tables>({ dialect }), dialect, writing)
  }
  const inTransaction = transactions(false)
  const inBulkTransaction = transactions(true)
  const run = (sql: string) => writer.run(sql, [])
  let isClosed = false

  return {
    kind: 'sqlite',
    db: read,
    healthDb: read,
    heavyDb,
    together: (work) => work(read),
    ...(config !== undefined && {
      inReader,
      inWriter: (call: unknown) => writes.run(call),
    }),
    transaction: (work, { isBulk = false } = {}) => (isBulk ? inBulkTransaction : inTransaction)(work),
    // The writer's lock file already keeps every other process out.
    withMigrationLock: (work) => work(),
    snapshot: async (label) => {
      const target = createPrivateFile(join(snapshotFolder(file), `${label}.sqlite`))
      await writer.run('vacuum into ?', [target])
      return target
    },
    checkWritable: writeCheck(inTransaction),
    analyze: async () => {
      await run('pragma analysis_limit = 1000')
      await run('analyze')
    },
    get isClosed() {
      return isClosed
    },
    close: async () => {
      isClosed = true
      checkpoints.stop()
      await Promise.all([writer, ...(await opening), ...(await heavy.workers())].map((worker) => worker.close()))
    },
  }
}

function leastBusy([first, ...rest]: readonly SqliteWorker[]): SqliteWorker {
  if (!first) throw new Error('The store has no readers.')
  return rest.reduce((best, next) => (next.load < best.load ? next : best), first)
}

class WorkerConnection implements DatabaseConnection {
  constructor(private readonly choose: () => SqliteWorker) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.choose().run(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page by key instead.')
  }
}

/** Reads need no exclusive connection: each is sent to the least busy thread, and reads started together to the same one. */
class PoolDriver extends DummyDriver {
  constructor(private readonly opening: Promise<readonly SqliteWorker[]>) {
    super()
  }
  workers(): Promise<readonly SqliteWorker[]> {
    return this.opening
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const workers = await this.workers()
    return new WorkerConnection(() => workers.find((worker) => worker.isGathering) ?? leastBusy(workers))
  }
  override async beginTransaction(): Promise<void> {
    throw new Error('Readers do not open transactions.')
  }
}

/** A pool that starts threads on demand, up to a maximum. Long reads that start together share one, so that the others are free for other requests. */
class LazyPoolDriver extends PoolDriver {
  private readonly opened: Promise<SqliteWorker>[] = []
  constructor(
    private readonly max: number,
    private readonly open: () => Promise<SqliteWorker>,
  ) {
    super(Promise.resolve([]))
  }

  override workers(): Promise<readonly SqliteWorker[]> {
    return Promise.all(this.opened)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const worker = await this.free()
    return new WorkerConnection(() => worker)
  }

  /** An idle thread, a new one, or, when the maximum is reached, the least busy. */
  async free(): Promise<SqliteWorker> {
    const free = (await this.workers()).find((worker) => worker.load === 0)
    if (free) return free
    if (this.opened.length < this.max) {
      const opening = this.open()
      this.opened.push(opening)
      return opening
    }
    return leastBusy(await this.workers())
  }
}

/** A transaction occupies the writer from BEGIN to COMMIT. */
class WriterDriver extends DummyDriver {
  private readonly connection: WorkerConnection

  constructor(
    worker: SqliteWorker,
    private readonly turns: WriterMutex,
    private readonly isBulk: boolean,
    private readonly checkpoints: Checkpoints,
  ) {
    super()
    this.connection = new WorkerConnection(() => worker)
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.turns.take(this.isBulk)
    return this.connection
  }
  override async releaseConnection(): Promise<void> {
    this.turns.release()
    this.checkpoints.noteWrite()
  }
  override async beginTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  override async commitTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('commit'))
  }
  override async rollbackTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}
