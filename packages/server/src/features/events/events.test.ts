import { expect, it } from 'vitest'
import { logEvent } from '../../db/events'
import type { Tx } from '../../db/tables'
import { readTail } from '../../events/read-tail'
import { signal } from '../../testing/signal'
import { engines, testServer } from '../../testing/test-server'

/** A reader that follows the log of a server from its end. */
async function follower(engine: (typeof engines)[number]) {
  const s = await testServer(engine)
  const { engine: store } = s.context
  let next = 0
  /** Whose events were added since the last time. */
  const follow = async (limit = 100) => {
    const { body } = await s.as('owner').get(`/api/v1/events?after=${next}&limit=${limit}`)
    next = body.next
    return body.items.map(({ subject_id }: { subject_id: string }) => subject_id)
  }
  await follow(1000)
  const log = (tx: Tx, subjectId: string) => logEvent(tx, { kind: 'session.create', subjectId, userId: null })
  return { s, store, follow, log }
}

it.each(engines.filter((engine) => engine === 'postgres'))(
  '%s: a reader that follows the log waits for transactions that end late, and skips none of their events',
  async (engine) => {
    const { store, follow, log } = await follower(engine)
    const isLogged = signal()
    const mayCommit = signal()
    const late = store.transaction(async (tx) => {
      await log(tx, 'late')
      isLogged.resolve()
      await mayCommit.promise
      await log(tx, 'later')
    })
    await isLogged.promise
    await store.transaction((tx) => log(tx, 'early'))
    const stored = await store.db.selectFrom('events').select('subject_id').orderBy('seq', 'desc').execute()
    expect(stored[0]?.subject_id).toBe('early')
    expect(await follow()).toEqual([])
    mayCommit.resolve()
    await late
    expect(await follow()).toEqual(['late', 'early', 'later'])
    expect(await follow()).toEqual([])
  },
)

it.each(engines.filter((engine) => engine === 'postgres'))(
  '%s: what a transaction undid, and transactions that have logged nothing, hold up no reader',
  async (engine) => {
    const { store, follow, log } = await follower(engine)
    const undone = store.transaction(async (tx) => {
      await log(tx, 'undone')
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    const isOpen = signal()
    const mayEnd = signal()
    const silent = store.transaction(async (tx) => {
      await tx.insertInto('settings').values({ key: 'k', value: 'v' }).execute()
      isOpen.resolve()
      await mayEnd.promise
      await log(tx, 'last')
    })
    await isOpen.promise
    await store.transaction((tx) => log(tx, 'first'))
    expect(await follow()).toEqual(['first'])
    mayEnd.resolve()
    await silent
    expect(await follow()).toEqual(['last'])
  },
)

it.each(engines)('%s: of many writers at once each event is read once, in order', async (engine) => {
  const { s, store, follow, log } = await follower(engine)
  const written: Promise<unknown>[] = []
  const read: string[] = []
  for (let round = 0; round < 10; round += 1) {
    for (let at = 0; at < 8; at += 1)
      written.push(
        store.transaction(async (tx) => {
          await log(tx, `${round}-${at}-a`)
          await log(tx, `${round}-${at}-b`)
        }),
      )
    read.push(...(await follow(7)))
  }
  await Promise.all(written)
  for (let some = await follow(7); some.length > 0; some = await follow(7)) read.push(...some)
  expect(new Set(read).size).toBe(read.length)
  expect(read).toHaveLength(160)
  const all = await readTail(s.context.engine.db, 0, 1000)
  expect(read).toEqual(all.slice(-160).map(({ subject_id }) => subject_id))
})

it.each(engines)('%s: the log is for owners', async (engine) => {
  const { s } = await follower(engine)
  const { username } = await s.build.user('admin')
  expect((await s.as(username).get('/api/v1/events')).status).toBe(403)
  expect((await s.anonymous.get('/api/v1/events')).status).toBe(401)
  const { body } = await s.as('owner').get('/api/v1/events?limit=1')
  expect(body).toMatchObject({ items: [{ kind: expect.any(String), before: null }], next: body.items[0].seq })
})
