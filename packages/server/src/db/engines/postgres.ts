import { Kysely, PostgresDialect, PostgresDriver, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables'
import { type Engine, StoreError } from './engine'
import { limitTo } from './limit'
import { withNamedStatements } from './named-statements'
import { withRetries } from './retry'
import { transactionsOf } from './transactions'

/** Counts and times are far below 2^53, so bigint comes back as a number, as on SQLite. */
const INT8 = 20
/** Any fixed number: which advisory lock guards migrations. */
const MIGRATION_LOCK = 7_046_029
const OLDEST_VERSION = 15

export interface PostgresOptions {
  url: string
  poolSize?: number
}

/** Open a PostgreSQL store (15 or later); any number of servers may share it. */
export async function openPostgres({ url, poolSize = 10 }: PostgresOptions): Promise<Engine> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: string) => {
      if (oid === INT8) return Number
      return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
    },
  }
  // Compiling a plan costs more than any of our queries takes, and nobody's store turns on a disk arm any more: an index pays sooner.
  const options = '-c jit=off -c random_page_cost=1.1'
  // What is asked at once on one connection travels together.
  const open = (max: number, more = '') => {
    const pool = new pg.Pool({ connectionString: url, max, types, options: options + more, pipeline: true })
    pool.on('error', () => {
      // An idle connection died; the pool opens a new one for the next query, which reports its own failure.
    })
    pool.on('connect', (client) => {
      client.on('error', () => {
        // One at work died: its query fails. Without somebody who listens the whole process would end.
      })
    })
    return pool
  }
  const heavySize = Math.max(1, Math.floor(poolSize / 4))
  const size = Math.max(2, poolSize - heavySize)
  const pool = open(size)
  const config = { pool: withNamedStatements(pool) }
  const driver = new PostgresDriver(config)
  const dialect = Object.assign(new PostgresDialect(config), { createDriver: () => driver })
  const db = new Kysely<Tables>({ dialect })
  const inTransaction = transactionsOf(db, dialect, driver)
  // Filters are planned for the values they are run with, since these decide what is quick; looking up by a key is planned once.
  // Each has one helper at most: with two, a few searches take all processors of a small machine, and answers wait for their turn.
  const heavyPool = open(heavySize, ' -c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=1')
  const heavyDb = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withNamedStatements(heavyPool) }) })
  await assertVersion(db)
  // Writers may wait for each other's locks, and some for a search index that is filled by reads: they never hold all connections.
  const asWriter = limitTo(Math.max(1, size - Math.ceil(size / 5)))
  let isClosed = false

  return {
    kind: 'postgres',
    db,
    heavyDb,
    // A pause between two tries holds no connection.
    transaction: (work) => withRetries(() => asWriter(() => inTransaction(work))),
    withMigrationLock: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
        return await work()
      } finally {
        await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
        client.release()
      }
    },
    snapshot: async () => undefined,
    checkWritable: async () => {},
    analyze: async () => {
      await sql`analyze`.execute(db)
    },
    get isClosed() {
      return isClosed
    },
    close: async () => {
      isClosed = true
      await Promise.all([db.destroy(), heavyDb.destroy()])
    },
  }
}

async function assertVersion(db: Kysely<Tables>): Promise<void> {
  const found = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
  const version = Math.floor(Number(found.rows[0]?.server_version_num) / 10_000)
  if (version < OLDEST_VERSION)
    throw new StoreError(`PostgreSQL ${OLDEST_VERSION} or later is needed, and this is ${version}.`)
}
