import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { insertRows } from './insert-rows'
import { prepared } from './prepared'
import type { Db, Tx } from './tables'

describe.each(engines)('prepared queries, %s', (engine) => {
  let s: TestServer
  let built = 0
  beforeAll(async () => {
    s = await testServer(engine)
  })

  const eventsOf = prepared((db: Db, given: { kinds: readonly string[]; subject?: string; isDown: boolean }) => {
    built += 1
    const found = db.selectFrom('events').select(['kind', 'subject_id', 'before']).where('kind', 'in', given.kinds)
    const one = given.subject === undefined ? found : found.where('subject_id', '=', given.subject)
    return one.orderBy('seq', given.isDown ? 'desc' : 'asc')
  })
  const event = (kind: string, subject_id: string, before: string | null) => ({
    at: 1,
    user_id: null,
    dataset_id: null,
    kind,
    subject_id,
    before,
    after: null,
  })

  it('are built once for each form, and take other values each time', async () => {
    const { db } = s.context.engine
    await s.context.engine.transaction((tx) =>
      insertRows(tx, 'events', [
        event('test.one', 'a', null),
        event('test.two', 'b', "it's"),
        event('test.one', 'c', '1'),
      ]),
    )
    const subjects = async (...given: Parameters<typeof eventsOf>[1][]) =>
      Promise.all(given.map(async (one) => (await eventsOf(db, one)).rows.map((row) => row.subject_id)))
    built = 0
    expect(
      await subjects(
        { kinds: ['test.one'], isDown: false },
        { kinds: ['test.two'], isDown: false },
        { kinds: ['test.one'], isDown: true },
        { kinds: ['test.one'], isDown: false, subject: 'c' },
        { kinds: ['test.one', 'test.two'], isDown: false },
        { kinds: ['test.two', "'; drop table events --"], isDown: false },
      ),
    ).toEqual([['a', 'c'], ['b'], ['c', 'a'], ['c'], ['a', 'b', 'c'], ['b']])
    expect(built).toBe(4)
    const [row] = (await eventsOf(db, { kinds: ['test.two'], isDown: false })).rows
    expect(row).toMatchObject({ before: "it's" })
    expect(built).toBe(4)
  })

  it('tell a list of none from a list of one', async () => {
    const { db } = s.context.engine
    await s.context.engine.transaction((tx) =>
      insertRows(tx, 'events', [event('list.one', 'a', null), event('list.two', 'b', null)]),
    )
    const except = prepared((on: Db, { subjects }: { subjects: readonly string[] }) => {
      const found = on.selectFrom('events').select('subject_id').where('kind', 'in', ['list.one', 'list.two'])
      return (subjects.length === 0 ? found : found.where('subject_id', 'not in', subjects)).orderBy('seq')
    })
    const left = async (subjects: string[]) => (await except(db, { subjects })).rows.map((row) => row.subject_id)
    expect([await left([]), await left(['a']), await left([])]).toEqual([['a', 'b'], ['b'], ['a', 'b']])
  })

  it('work for lists of any length, of which a few are kept', async () => {
    const { db } = s.context.engine
    const many = Array.from({ length: 500 }, (_, at) => `kind ${at}`)
    built = 0
    for (const length of [1, 2, 40, 200, 400])
      expect((await eventsOf(db, { kinds: [...many.slice(0, length), 'test.two'], isDown: false })).rows).toHaveLength(
        1,
      )
    for (let length = 0; length < 100; length += 1)
      await eventsOf(db, { kinds: [...many.slice(0, length), 'test.two'], isDown: false })
    const before = built
    await eventsOf(db, { kinds: [...many, 'test.two'], isDown: false })
    expect(built).toBe(before + 1)
  })

  it('write null, leave out what is undefined, and tell how many rows were changed', async () => {
    const change = prepared((tx: Tx, given: { kind: string; after?: string | null; before?: string | undefined }) =>
      tx
        .updateTable('events')
        .set({
          ...(given.after !== undefined && { after: given.after }),
          ...(given.before !== undefined && { before: given.before }),
        })
        .where('kind', '=', given.kind),
    )
    const { db, transaction } = s.context.engine
    const changed = await transaction((tx) => change(tx, { kind: 'test.two', after: 'later', before: undefined }))
    expect(changed.numAffectedRows).toBe(1n)
    const afters = () => db.selectFrom('events').select(['before', 'after']).where('kind', '=', 'test.two').execute()
    expect(await afters()).toEqual([{ before: "it's", after: 'later' }])
    await transaction((tx) => change(tx, { kind: 'test.two', after: null }))
    expect(await afters()).toEqual([{ before: "it's", after: null }])
  })

  it('refuse to be built from a value', async () => {
    const wrong = prepared((db: Db, { kind }: { kind: string }) =>
      db.selectFrom('events').select('seq').where('kind', '=', `${kind}!`),
    )
    await expect((async () => wrong(s.context.engine.db, { kind: 'x' }))()).rejects.toThrow(
      'only be put into the query',
    )
  })
})
