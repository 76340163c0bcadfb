import { Kysely, PostgresDialect, PostgresDriver, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables'
import { type Engine, StoreError } from './engine'
import { FreezeWatch } from './freeze-watch'
import { limitConcurrency } from './limit'
import { withNamedStatements } from './named-statements'
import { withRetries } from './retry'
import { togetherOf, transactionsOf } from './transactions'

/** PostgreSQL's type id of bigint. Counts and times are far below 2^53, so they are read as numbers, as on SQLite. */
const INT8 = 20
/** An arbitrary constant: the advisory lock that guards migrations. */
const MIGRATION_LOCK = 7_046_029
const OLDEST_VERSION = 15

export interface PostgresOptions {
  url: string
  poolSize: number
  connectTimeoutS: number
  lockTimeoutS: number
  statementTimeoutS: number
}

/** Milliseconds that a request may wait for a connection. */
const TURN_MS = 60_000
/** Seconds of silence after which either end of a connection probes the other. */
const KEEPALIVE_S = 30
/** The health check must answer within 2 s. Its time-outs are enforced by PostgreSQL where possible. */
const HEALTH = { connectionTimeoutMillis: 1900, query_timeout: 1900, idleTimeoutMillis: 0 }
const HEALTH_LIMITS = ' -c statement_timeout=1500 -c lock_timeout=1500'

/** Open a PostgreSQL store (version 15 or later), which any number of servers may share. */
export async function openPostgres(settings: PostgresOptions): Promise<Engine> {
  const { url, poolSize } = settings
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: string) => {
      if (oid === INT8) return Number
      return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
    },
  }
  // JIT compilation takes longer than any of our queries. Random reads are cheap on SSDs, which makes indexes worthwhile earlier.
  const options = `-c jit=off -c random_page_cost=1.1${timeouts(settings)}`
  const open = (max: number, more = '', limits: pg.PoolConfig = {}) => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      options: options + more,
      // Queries started at once on one connection are sent together.
      pipeline: true,
      connectionTimeoutMillis: settings.connectTimeoutS * 1000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_S * 1000,
      ...limits,
    })
    pool.on('error', () => {
      // An idle connection died. The pool opens a new one for the next query, which reports a failure of its own.
    })
    pool.on('connect', (client) => {
      client.on('error', () => {
        // A connection in use died; its query fails. Without a listener, the event would end the whole process.
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
  // The plan of a lookup is kept. Made while its table is nearly empty, it would read the whole table until the next `analyze`.
  const pool = open(size, ' -c enable_seqscan=off')
  const config = { pool: withConnectionLimit(pool, watch, limitConcurrency(size, TURN_MS)) }
  const driver = new PostgresDriver(config)
  const dialect = Object.assign(new PostgresDialect(config), { createDriver: () => driver })
  const unshared = new Kysely<Tables>({ dialect })
  const inTransaction = transactionsOf(unshared, dialect, driver)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: sharedInTurn(config.pool) }) })
  // Queries with filters are planned for their actual values, since the best plan depends on these; lookups by key are planned once. Each
  // query gets one parallel worker at most: with two, a few searches use up all processors of a small machine, and answers wait.
  // With 4 MB, PostgreSQL's default, a search with many hits remembers only their pages, and tests every record on them again.
  // A hash table would be allowed twice as much.
  const heavyOptions =
    ' -c plan_cache_mode=force_custom_plan -c max_parallel_workers_per_gather=1 -c work_mem=64MB -c hash_mem_multiplier=1'
  const heavyPool = open(heavySize, heavyOptions)
  const heavyDb = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withConnectionLimit(heavyPool, watch, limitConcurrency(heavySize)) }),
  })
  await assertVersion(db)
  // Writers may wait for each other's locks, and some for a search index that is filled by reads, so they never use all connections.
  const asWriter = limitConcurrency(Math.max(1, size - Math.ceil(size / 5)), TURN_MS)
  // Imports leave most connections to answers.
  const asBulk = limitConcurrency(Math.max(1, Math.floor(size / 4)))
  const atOnce = <T>(work: () => Promise<T>) => work()
  let isClosed = false

  return {
    kind: 'postgres',
    db,
    heavyDb,
    together: togetherOf(db, dialect, driver),
    healthDb,
    // The retry is outermost, so that no connection is occupied during a pause between two tries.
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
        // Closing the connection releases the lock and resets the settings.
        client.release(true)
      }
    },
    snapshot: async () => undefined,
    checkWritable: async () => {
      // `pg` still accepts queries on a closed pool that was never used.
      if (isClosed) throw new StoreError('The store is closed.')
    },
    analyze: async () => {
      // It takes long: requests must not share its connection.
      await sql`analyze`.execute(unshared)
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

/** Time-outs that PostgreSQL itself enforces, also when the server is gone: its transactions must not keep their locks for ever. */
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
 * A pool whose connections are shared: all reads that begin in one turn of the event loop get the same one, at the end of the turn, so that
 * their statements are sent in one write. With many people at work, most of the time goes into these writes and the processes they wake.
 */
function sharedInTurn(pool: PostgresPool): PostgresPool {
  let sharing: Promise<PostgresPoolClient> | undefined
  let users = 0
  const share = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    sharing = undefined
    let open = users
    users = 0
    const { query, release } = await pool.connect()
    return {
      query,
      release: () => {
        open -= 1
        if (open === 0) release()
      },
    }
  }
  return {
    connect: () => {
      users += 1
      sharing ??= share()
      return sharing
    },
    end: () => pool.end(),
  }
}

/**
 * A pool with a queue of its own in front of it: the built-in time-out of `pg` covers both waiting and connecting, and cannot tell a busy
 * pool from an unreachable database.
 */
function withConnectionLimit(
  pool: pg.Pool,
  watch: FreezeWatch,
  turn: ReturnType<typeof limitConcurrency>,
): PostgresPool {
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
