import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../config'
import { openStore } from '../../open-store'
import { engines, makePlace } from '../../testing/test-server'
import type { Db, Tx } from '../tables'
import { MAX_NAMES, withNamedStatements } from './named-statements'
import { leaveToCommit } from './transactions'

describe.skipIf(!engines.includes('postgres'))('statements of PostgreSQL', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are read once a connection, and again after their table changed', async () => {
    const place = await makePlace('postgres')
    const store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_POOL: '2' }))
    try {
      await sql`create table pages (n integer)`.execute(store.db)
      const insert = (n: number) => sql`insert into pages values (${n})`.execute(store.db)
      expect((await insert(1)).numAffectedRows).toBe(1n)
      await insert(2)
      const read = async () => (await sql`select * from pages order by n`.execute(store.db)).rows
      expect(await read()).toEqual([{ n: 1 }, { n: 2 }])
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_prepared_statements where statement like 'insert into pages%'`.execute(
        store.db,
      )
      expect(rows).toEqual([{ count: 1 }])

      await sql`alter table pages add column title text`.execute(store.db)
      expect(await read()).toEqual([
        { n: 1, title: null },
        { n: 2, title: null },
      ])
      // The second one fails as the transaction does.
      const inTransaction = () =>
        store.transaction(async (tx) => {
          const [, again] = await Promise.all([1, 2].map(() => sql`select * from pages`.execute(tx)))
          return again
        })
      await inTransaction()
      await sql`alter table pages add column place integer`.execute(store.db)
      // Nothing more can be asked there: the transaction is run again on another connection.
      expect((await inTransaction())?.rows).toHaveLength(2)
      await expect(sql`select nothing from pages`.execute(store.db)).rejects.toThrow(/nothing/)
    } finally {
      await store.close()
      await place.remove()
    }
  })

  it('leave a transaction that fails with them all undone, and say so', async () => {
    const place = await makePlace('postgres')
    const store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_POOL: '2' }))
    try {
      await sql`create table notes (n integer primary key)`.execute(store.db)
      const add = (tx: Tx, n: number) => sql`insert into notes values (${n})`.execute(tx)
      const addTwo = (n: number) =>
        store.transaction(async (tx) => {
          leaveToCommit(tx, [add(tx, n), sql`insert into notes values (${n + 1}) returning *`.execute(tx)])
        })
      const read = async () =>
        (await sql<{ n: number }>`select n from notes order by n`.execute(store.db)).rows.map(({ n }) => n)
      await addTwo(1)
      await sql`alter table notes add column title text`.execute(store.db)
      // The second statement fails beside the commit: both are done again, not it alone.
      await addTwo(3)
      expect(await read()).toEqual([1, 2, 3, 4])
      const silent = store.transaction(async (tx) => {
        await add(tx, 5)
        await add(tx, 1).catch(() => {})
      })
      await expect(silent).rejects.toThrow('Nothing was committed')
      expect(await read()).toEqual([1, 2, 3, 4])
    } finally {
      await store.close()
      await place.remove()
    }
  })

  it('asked at once in a transaction travel together', async () => {
    const place = await makePlace('postgres')
    const store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_POOL: '2' }))
    try {
      await sql`create table notes (n integer primary key)`.execute(store.db)
      const add = (tx: Tx, n: number) => sql`insert into notes values (${n})`.execute(tx)
      const count = (db: Db) =>
        sql<{ n: number }>`select count(*) as n from notes`.execute(db).then(({ rows }) => rows[0]?.n)
      const sent = vi.spyOn(pg.Connection.prototype, 'bind')
      const heard = vi.spyOn(pg.Connection.prototype, 'emit')
      const counts = await store.transaction((tx) => Promise.all([add(tx, 1), add(tx, 2), count(tx)]))
      expect(counts.at(-1)).toBe(2)
      const first = heard.mock.calls.findIndex(([event]) => event === 'readyForQuery')
      const answered = heard.mock.invocationCallOrder[first] ?? 0
      expect(sent.mock.invocationCallOrder.filter((at) => at < answered)).toHaveLength(3)

      sent.mockClear()
      heard.mockClear()
      await store.transaction(async (tx) => leaveToCommit(tx, [add(tx, 3), add(tx, 4)]))
      const next = heard.mock.calls.findIndex(([event]) => event === 'readyForQuery')
      const repliedAt = heard.mock.invocationCallOrder[next] ?? 0
      // With the commit.
      expect(sent.mock.invocationCallOrder.filter((at) => at < repliedAt)).toHaveLength(3)
    } finally {
      await store.close()
      await place.remove()
    }
  })

  it('asked at once outside of transactions share a connection, one write and no failure', async () => {
    const place = await makePlace('postgres')
    const store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_POOL: '8' }))
    try {
      const pid = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]?.pid
      await pid()
      const writes = vi.spyOn(Socket.prototype, '_writev' as 'write')
      const [first, second, bad] = await Promise.allSettled([
        pid(),
        pid(),
        sql`select * from nothing`.execute(store.db),
      ])
      expect(writes).toHaveBeenCalledTimes(1)
      expect(first).toEqual({ status: 'fulfilled', value: expect.any(Number) })
      expect(second).toEqual(first)
      expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('nothing') } })
      // Those of a later turn do not wait for a slow one.
      let isOver = false
      const slow = sql`select pg_sleep(1)`.execute(store.db).finally(() => {
        isOver = true
      })
      await new Promise((resolve) => setImmediate(resolve))
      await pid()
      expect(isOver).toBe(false)
      await slow
    } finally {
      await store.close()
      await place.remove()
    }
  })

  it('that look up by a key keep their plan; those that search are planned for their values, with one parallel worker at most', async () => {
    const place = await makePlace('postgres')
    const store = await openStore(readConfig(place.env))
    try {
      const show = async (db: Db, name: string) =>
        (await sql<Record<string, string>>`show ${sql.id(name)}`.execute(db)).rows[0]?.[name]
      expect(await show(store.db, 'plan_cache_mode')).toBe('auto')
      // Whatever a table holds when the plan of a lookup is made, an index is used.
      expect(await show(store.db, 'enable_seqscan')).toBe('off')
      expect(await show(store.heavyDb, 'enable_seqscan')).toBe('on')
      expect(await show(store.heavyDb, 'plan_cache_mode')).toBe('force_custom_plan')
      expect(await show(store.heavyDb, 'max_parallel_workers_per_gather')).toBe('1')
    } finally {
      await store.close()
      await place.remove()
    }
  })

  it('are described with their first result only, whatever it contains', async () => {
    const pool = new pg.Pool({ connectionString: process.env.POSTIL_TEST_POSTGRES_URL, max: 1, pipeline: true })
    const db = new Kysely({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })
    try {
      const describe = vi.spyOn(pg.Connection.prototype, 'describe')
      const read = async (most: number) =>
        (
          await sql`select n, case when n > 1 then 'text' end as text, '{"a":1}'::json as json
          from generate_series(1, ${most}::integer) as n`.execute(db)
        ).rows
      const first = { n: 1, text: null, json: { a: 1 } }
      expect(await read(0)).toEqual([])
      expect(await read(2)).toEqual([first, { ...first, n: 2, text: 'text' }])
      expect(await Promise.all([read(1), read(0), read(1)])).toEqual([[first], [], [first]])
      expect(describe).toHaveBeenCalledTimes(1)
      // A failure describes nothing: the next result does.
      const divided = async (by: number) => (await sql`select 6 / ${by}::integer as quotient`.execute(db)).rows
      await expect(divided(0)).rejects.toThrow('division by zero')
      expect([await divided(2), await divided(3)]).toEqual([[{ quotient: 3 }], [{ quotient: 2 }]])
      const update = async () => (await sql`set statement_timeout = 0`.execute(db)).rows
      expect([await update(), await update()]).toEqual([[], []])
    } finally {
      await db.destroy()
    }
  })

  it('are remembered after any number of others, never more than the limit', async () => {
    const pool = new pg.Pool({ connectionString: process.env.POSTIL_TEST_POSTGRES_URL, max: 1 })
    const db = new Kysely({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) })
    try {
      for (let at = 0; at < MAX_NAMES + 50; at += 1) await sql.raw(`select ${at} as other`).execute(db)
      await sql`select 'newest'`.execute(db)
      const remembered = sql<{ statement: string }>`select statement from pg_prepared_statements`
      const statements = (await remembered.execute(db)).rows.map(({ statement }) => statement)
      expect(statements).toContain(`select 'newest'`)
      expect(statements.length).toBeLessThan(MAX_NAMES)
    } finally {
      await db.destroy()
    }
  })
})
