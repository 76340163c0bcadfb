import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../config'
import { openStore } from '../../open-store'
import { engines, makePlace } from '../../testing/test-server'
import type { Db, Tx } from '../tables'
import type { Engine } from './engine'
import { leaveToCommit } from './transactions'

const add = (tx: Tx, n: number) => sql`insert into notes values (${n})`.execute(tx)
const count = async (db: Db) => (await sql<{ n: number }>`select count(*) as n from notes`.execute(db)).rows[0]?.n

describe.each(engines)('transactions, %s', (engine) => {
  let store: Engine
  let place: Awaited<ReturnType<typeof makePlace>>
  afterEach(() => vi.restoreAllMocks())
  beforeAll(async () => {
    place = await makePlace(engine)
    store = await openStore(readConfig(place.env))
    await store.transaction((tx) => sql`create table notes (n integer primary key)`.execute(tx))
  })
  afterAll(async () => {
    await store.close()
    await place.remove()
  })

  it('see what they wrote, keep all of it or nothing', async () => {
    expect(await store.transaction((tx) => Promise.all([add(tx, 1), add(tx, 2), count(tx)]))).toMatchObject([{}, {}, 2])
    await expect(store.transaction((tx) => Promise.all([add(tx, 3), add(tx, 1), add(tx, 4)]))).rejects.toThrow(
      /duplicate key|UNIQUE/,
    )
    expect(await count(store.db)).toBe(2)
  })

  it('fail as a whole with the first of their last statements that fails, whatever is awaited after it', async () => {
    const failing = store.transaction(async (tx) => {
      leaveToCommit(tx, [add(tx, 3), add(tx, 1), add(tx, 4)])
      await add(tx, 5)
    })
    await expect(failing).rejects.toThrow(/duplicate key|UNIQUE/)
    await expect(store.transaction(async (tx) => leaveToCommit(tx, [add(tx, 6), add(tx, 2)]))).rejects.toThrow(
      /duplicate key|UNIQUE/,
    )
    expect(await count(store.db)).toBe(2)
    await store.transaction(async (tx) => leaveToCommit(tx, [add(tx, 7)]))
    expect(await count(store.db)).toBe(3)
    await store.transaction((tx) => sql`delete from notes where n = 7`.execute(tx))
  })

  it('refuse what comes after their end', async () => {
    let isLate: Promise<unknown> = Promise.resolve()
    let end: () => void = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const failing = store.transaction((tx) => {
      isLate = ended.then(() => add(tx, 5))
      throw new Error('not this time')
    })
    await expect(failing).rejects.toThrow('not this time')
    end()
    await expect(isLate).rejects.toThrow('The transaction is over.')
    expect(await count(store.db)).toBe(2)
  })

  it('say why they failed, even when the engine has rolled back by itself', async () => {
    const failing = store.transaction(async (tx) => {
      await sql`rollback`.execute(tx)
      throw new Error('the reason')
    })
    await expect(failing).rejects.toThrow('the reason')
    expect(await store.transaction((tx) => count(tx))).toBe(2)
  })

  if (engine === 'sqlite')
    it('send what is asked at once in one message', async () => {
      const sent = vi.spyOn(Worker.prototype, 'postMessage')
      await store.transaction((tx) => Promise.all([6, 7, 8].map((n) => add(tx, n))))
      expect(sent).toHaveBeenCalledTimes(['begin', 'all three', 'commit'].length)
    })
})
