import { Kysely, PostgresDialect, PostgresDriver, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables'
import { type Engine, StoreError } from './engine'
import { FreezeWatch } from './freeze-watch'
import { limitTo } from './limit'
import { withNamedStatements } from './named-statements'
import { withRetries } from './retry'
import { togetherOf, transactionsOf } from './transactions'

/** Counts and times are far below 2^53, so bigint comes back as a number, as on SQLite. */
const INT8 = 20
/** Any fixed number: which advisory lock guards migrations. */
const MIGRATION_LOCK = 7_046_029
const OLDEST_VERSION = 15

export interface PostgresOptions {
  url: string
  poolSize: number
  connectTimeoutS: number
  lockTimeoutS: number
  statementTimeoutS: number
}

/** How long a request may wait for one of the connections. */
const TURN_MS = 60_000
/** Seconds of silence after which either end of a connection asks whether the other is there. */
const KEEPALIVE_S = 30
/** The check of health answers within 2 s, by itself where PostgreSQL can. */
const HEALTH = { connectionTimeoutMillis: 1900, query_timeout: 1900, idleTimeoutMillis: 0 }
const HEALTH_LIMITS = ' -c statement_timeout=1500 -c lock_timeout=1500'

/** Open a PostgreSQL store (15 or later); any number of servers may share it. */
export async function openPostgres(settings: PostgresOptions): Promise<Engine> {
  const { url, poolSize } = settings
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: string) => {
      if (oid === INT8) return Number
      return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
    },
  }
  // Compiling a plan costs more than any of our queries takes, and nobody's store turns on a disk arm any more: an index pays sooner.
  const options = `-c jit=off -c random_page_cost=1.1${timeouts(settings)}`
  const open = (max: number, more = '', limits: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      options: options + more,
      // What is asked at once on one connection travels together.
      pipeline: true,
      connectionTimeoutMillis: settings.connectTimeoutS * 1000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_S * 1000,
      ...limits,
    })
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
  const healthDb = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withNamedStatements(open(1, HEALTH_LIMITS, HEALTH)) }),
  })
  const watch = new FreezeWatch(() => sql`select 1`.execute(healthDb))
  const pool = open(size)
  const config = { pool: inTurns(pool, watch, limitTo(size, TURN_MS)) }
  const driver = new PostgresDriver(config)
  const dialect = Object.assign(new PostgresDialect(config), { createDriver: () => driver })
  const db = new Kysely<Tables>({ dialect })
  const inTransaction = transactionsOf(db, dialect, driver)
  // Filters are planned for the values they are run with, since these decide what is quick; looking up by a key is planned once.
  // Each has one helper at most: with two, a few searches take all processors of a small machine, and answers wait for their turn.
  const heavyPool = open(heavySize, ' -c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=1')
  const heavyDb = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: inTurns(heavyPool, watch, limitTo(heavySize)) }),
  })
  await assertVersion(db)
  // Writers may wait for each other's locks, and some for a search index that is filled by reads: they never hold all connections.
  const asWriter = limitTo(Math.max(1, size - Math.ceil(size / 5)), TURN_MS)
  // Imports leave most connections to answers.
  const asBulk = limitTo(Math.max(1, Math.floor(size / 4)))
  const atOnce = <T>(work: () => Promise<T>) => work()
  let isClosed = false

  return {
    kind: 'postgres',
    db,
    heavyDb,
    together: togetherOf(db, dialect, driver),
    healthDb,
    // A pause between two tries holds no connection.
    transaction: (work, { isBulk = false } = {}) =>
      withRetries(() => (isBulk ? asBulk : atOnce)(() => asWriter(() => inTransaction(work)))),
    withMigrationLock: async (work) => {
      const client = await pool.connect()
      try {
        // Another server may take long to migrate a large store.
        await client.query('set lock_timeout = 0; set statement_timeout = 0')
        await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
        return await work()
      } finally {
        // The lock and the settings end with the connection.
        client.release(true)
      }
    },
    snapshot: async () => undefined,
    checkWritable: async () => {
      // A pool that was never used is not ended by closing it.
      if (isClosed) throw new StoreError('The store is closed.')
    },
    analyze: async () => {
      await sql`analyze`.execute(db)
    },
    get isClosed() {
      return isClosed
    },
    close: async () => {
      isClosed = true
      watch.stop()
      await Promise.all([db.destroy(), heavyDb.destroy(), healthDb.destroy()])
    },
  }
}

async function assertVersion(db: Kysely<Tables>): Promise<void> {
  const found = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
  const version = Math.floor(Number(found.rows[0]?.server_version_num) / 10_000)
  if (version < OLDEST_VERSION)
    throw new StoreError(`PostgreSQL ${OLDEST_VERSION} or later is needed, and this is ${version}.`)
}

/** Time-outs that PostgreSQL itself keeps, also for a server that is gone: its transactions must not hold their locks for ever. */
function timeouts({ lockTimeoutS, statementTimeoutS }: PostgresOptions): string {
  const settings = {
    lock_timeout: lockTimeoutS * 1000,
    statement_timeout: statementTimeoutS * 1000,
    idle_in_transaction_session_timeout: statementTimeoutS * 1000,
    tcp_keepalives_idle: KEEPALIVE_S,
    tcp_keepalives_interval: 10,
    tcp_keepalives_count: 3,
  }
  return Object.entries(settings)
    .map(([name, value]) => ` -c ${name}=${value}`)
    .join('')
}

/**
 * A pool whose connections are waited for here, outside of it: its own time-out is that of making a connection, and could not tell a busy
 * server from one that is away.
 */
function inTurns(pool: pg.Pool, watch: FreezeWatch, turn: ReturnType<typeof limitTo>): PostgresPool {
  watch.watch(pool)
  const named = withNamedStatements(pool)
  const releases = new WeakMap<PostgresPoolClient, () => void>()
  const wrapped = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  const wrap = (client: PostgresPoolClient): PostgresPoolClient => ({
    query: client.query,
    release: () => {
      client.release()
      releases.get(client)?.()
    },
  })
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        turn(async () => {
          watch.assertAnswering()
          const client = await named.connect()
          const known = wrapped.get(client) ?? wrap(client)
          wrapped.set(client, known)
          await new Promise<void>((release) => {
            releases.set(client, release)
            resolve(known)
          })
        }).catch(reject)
      }),
    end: () => named.end(),
  }
}
