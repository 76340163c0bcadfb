import { beforeAll, describe, expect, it } from 'vitest'
import { giveUpDeadImports } from '../../../db/staged-imports'
import { afterEachTransaction } from '../../../testing/after-each-transaction'
import { engines } from '../../../testing/test-server'
import { type TaskWorld, taskWorld } from '../testing/task-world'

/** Three megabytes in 30 records: several slices. */
const COUNT = 30
const TEXT = '. '.repeat(50_000)
const recordsOf = (prefix: string) =>
  Array.from({ length: COUNT }, (_, n) => ({ id: `${prefix}${n}`, text: `${prefix}${n} ${TEXT}`, metadata: { n } }))

describe.each(engines)('batches of megabytes on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })
  const store = () => world.server.context.engine
  const imports = async () => (await store().db.selectFrom('staged_imports').select('id').execute()).map(({ id }) => id)
  const datasets = async () => {
    const { body } = await world.owner.get('/api/datasets')
    return body.map(({ name }: { name: string }) => name)
  }

  it('are written in several short transactions, and seen by nobody before the last', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 'first', text: 'first' }])
    const seen: { total: number; names: string[]; found: number }[] = []
    const look = async () => {
      const [id] = await imports()
      if (id === undefined) return
      const found = await world.owner.get(`/api/datasets/${id}`)
      seen.push({ total: (await ds.search()).body.total, names: await datasets(), found: found.status })
    }
    const names = await datasets()
    const calls = await afterEachTransaction(store(), look, async () => {
      expect((await ds.log(recordsOf('a'))).body).toMatchObject({ processed: COUNT, failed: 0 })
    })
    expect(calls).toBeGreaterThan(3)
    expect(seen.length).toBeGreaterThanOrEqual(3)
    for (const state of seen) expect(state).toEqual({ total: 1, names, found: 404 })
    expect((await ds.search()).body.total).toBe(1 + COUNT)
    expect((await ds.search({ query: { query_text: 'a7' } })).body.records).toMatchObject([
      { id: 'a7', metadata: { n: 7 }, text: recordsOf('a')[7]?.text, last_updated: expect.any(String) },
    ])
    expect(await imports()).toEqual([])
  })

  it('merge with what is there and with themselves, as small ones do', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 'b0', text: 'old', metadata: { kept: 'yes' } }])
    const again = { id: 'b5', text: 'again', metadata: { twice: 'yes' } }
    expect((await ds.log([...recordsOf('b'), again])).status).toBe(200)
    const record = async (id: string) => (await ds.search({ query: { ids: [id] } })).body.records[0]
    expect((await ds.search()).body.total).toBe(COUNT)
    expect(await record('b0')).toMatchObject({ metadata: { kept: 'yes', n: 0 }, text: recordsOf('b')[0]?.text })
    expect(await record('b5')).toMatchObject({ metadata: { twice: 'yes', n: 5 }, text: 'again' })
    expect(await imports()).toEqual([])
  })

  it('leave nothing when they are refused', async () => {
    const ds = await world.dataset('Text2Text')
    const before = await store().db.selectFrom('task_datasets').select('id').execute()
    await ds.log([{ id: 'first', text: 'first', metadata: { n: 'a text' }, vectors: { v: { value: [1, 2] } } }])
    const refused = recordsOf('c').map((record) => ({ ...record, vectors: { v: { value: [1, 2, 3] } } }))
    expect((await ds.log(refused)).status).toBe(400)
    expect((await ds.search()).body.total).toBe(1)
    await expect.poll(imports).toEqual([])
    // Hidden at once, and deleted by a job, a few records at a time.
    expect((await world.owner.get('/api/datasets')).body).toHaveLength(before.length)
    await world.server.context.jobs.settle()
    expect(await store().db.selectFrom('task_datasets').select('id').execute()).toEqual(before)
    expect(await store().db.selectFrom('task_records').select('key').where('key', 'like', 'c%').execute()).toEqual([])
    expect(await store().db.selectFrom('bin').select('dataset_id').execute()).toEqual([])
    expect((await world.owner.get('/api/v1/bin')).body.items).toEqual([])
  })

  it('are whole also when somebody else has given up what they had staged', async () => {
    const ds = await world.dataset('Text2Text')
    let given = 0
    await afterEachTransaction(
      store(),
      async (transaction) => {
        if (given > 0 || (await imports()).length === 0) return
        given += 1
        await transaction((tx) => tx.updateTable('staged_imports').set({ inserted_at: 1 }).execute())
        await giveUpDeadImports({ ...store(), transaction })
      },
      async () => {
        expect((await ds.log(recordsOf('d'))).status).toBe(200)
      },
    )
    expect(given).toBe(1)
    expect((await ds.search()).body.total).toBe(COUNT)
    await expect.poll(imports).toEqual([])
  })
})
