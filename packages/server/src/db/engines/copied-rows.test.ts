import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config'
import { openStore } from '../../open-store'
import { engines, makePlace } from '../../testing/test-server'
import type { Db } from '../tables'
import { selectByCopy } from './copied-rows'
import type { Engine } from './engine'

describe.skipIf(!engines.includes('postgres'))('rows copied from PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof makePlace>>
  let store: Engine
  beforeAll(async () => {
    place = await makePlace('postgres')
    store = await openStore(readConfig({ ...place.env, POSTIL_DATABASE_POOL: '2' }))
    await sql`create table blobs (id text primary key, value bytea)`.execute(store.db)
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  const put = (id: string, value: Uint8Array | null) =>
    sql`insert into blobs values (${id}, ${value}) on conflict (id) do update set value = excluded.value`.execute(
      store.db,
    )
  const copy = async (db: Db, ids: readonly string[]) => {
    const select = sql`select id, value from blobs where id in (${sql.join(ids)}) order by id`
    const rows = await selectByCopy(db, { compile: () => select.compile(db) })
    return new Map(rows.map(([id, value]) => [Buffer.from(id ?? []).toString(), value]))
  }

  it('have the bytes that were stored, under ids that contain anything', async () => {
    const id = fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !text.includes('\0'))
    const value = fc.option(fc.uint8Array({ maxLength: 200 }))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(id, value), { minLength: 1, selector: ([name]) => name }),
        async (blobs) => {
          for (const [name, bytes] of blobs) await put(name, bytes)
          expect(
            await copy(
              store.db,
              blobs.map(([name]) => name),
            ),
          ).toEqual(new Map(blobs))
        },
      ),
      { numRuns: 30, examples: [[[["'; drop table blobs; --", new Uint8Array([0, 255])]]], [[["\\' \\", null]]]] },
    )
  })

  it('keep values that are larger than what arrives at once, beside other statements on one connection', async () => {
    const large = (seed: number) => Uint8Array.from({ length: 100_000 + seed }, (_, at) => (at * seed) % 251)
    const ids = [1, 2, 3].map((seed) => `large${seed}`)
    for (const [at, id] of ids.entries()) await put(id, large(at + 1))
    const isStored = (found: Awaited<ReturnType<typeof copy>>) =>
      ids.every((id, at) => Buffer.from(large(at + 1)).equals(found.get(id) ?? new Uint8Array()))
    await store.together(async (db) => {
      const one = sql<{ n: number }>`select 1 as n`
      const [before, first, between, second] = await Promise.all([
        one.execute(db),
        copy(db, ids),
        one.execute(db),
        copy(db, ids),
      ])
      expect([before.rows, between.rows]).toEqual([[{ n: 1 }], [{ n: 1 }]])
      expect([first, second].map(isStored)).toEqual([true, true])
    })
  })

  it('are those of the transaction that copies them, and none where there are none', async () => {
    await store.transaction(async (tx) => {
      await sql`insert into blobs values ('new', '\\x01')`.execute(tx)
      expect(await copy(tx, ['new', 'missing'])).toEqual(new Map([['new', new Uint8Array([1])]]))
    })
    expect(await copy(store.db, ['missing'])).toEqual(new Map())
  })

  it('say what is wrong with a statement, and leave the connection usable', async () => {
    const wrong = sql`copy (select nothing from blobs) to stdout (format binary)`
    await expect(wrong.execute(store.db)).rejects.toThrow(/"nothing"/)
    await expect(
      store.transaction(async (tx) => {
        await wrong.execute(tx)
      }),
    ).rejects.toThrow(/"nothing"/)
    expect((await copy(store.db, ['new'])).size).toBe(1)
  })
})
