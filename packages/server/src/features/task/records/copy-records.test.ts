import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { giveUpDeadImports } from '../../../db/staged-imports'
import { afterEachTransaction } from '../../../testing/after-each-transaction'
import { engines } from '../../../testing/test-server'
import { nextVersion } from '../datasets/next-version'
import { type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

/** Two megabytes in 20 records: several chunks. */
const COUNT = 20
const TEXT = '. '.repeat(50_000)
const RECORDS = Array.from({ length: COUNT }, (_, n) => ({
  id: `r${n}`,
  text: `r${n} ${TEXT}`,
  metadata: { n },
  vectors: { v: { value: [n, 1] } },
}))

describe.each(engines)('a copy of megabytes on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })
  const store = () => world.server.context.engine
  const copies = async () => (await store().db.selectFrom('staged_imports').select('id').execute()).map(({ id }) => id)
  const names = async () => (await world.owner.get('/api/datasets')).body.map(({ name }: { name: string }) => name)
  const dataset = async (name: string) => {
    const ds = await world.dataset('Text2Text', name)
    expect((await ds.log(RECORDS)).status).toBe(200)
    await expect.poll(copies).toEqual([])
    return ds
  }
  const copy = (ds: TaskDataset, name: string, headers = {}) => world.owner.put(ds.path(':copy'), { name }, headers)
  /** Everything that a dataset has in the store, but when it was written. */
  const contents = async (name: string) => {
    const { db } = store()
    const of = db.selectFrom('task_datasets').select('id').where('name', '=', name)
    const records = db
      .selectFrom('task_records')
      .select(['key', 'document', 'derived', 'metrics', 'multi_label', 'done_as', 'done_by', 'done_at'])
    const vectors = db.selectFrom('task_vectors').select(['key', 'name', 'value', 'extra'])
    return {
      records: await records.where('dataset_id', '=', of).orderBy('key').execute(),
      vectors: await vectors.where('dataset_id', '=', of).orderBy('key').execute(),
    }
  }

  /** The records that the copy has that is being made. */
  const copiedKeys = async () => {
    const of = store().db.selectFrom('staged_imports').select('id')
    const rows = await store().db.selectFrom('task_records').select('key').where('dataset_id', 'in', of).execute()
    return rows.map(({ key }) => key)
  }

  it('is made in several short transactions, and seen by nobody before the last', async () => {
    const ds = await dataset('whole')
    const before = await names()
    const seen: { names: string[]; found: number }[] = []
    const look = async () => {
      const [id] = await copies()
      if (id) seen.push({ names: await names(), found: (await world.owner.get(`/api/datasets/${id}`)).status })
    }
    await afterEachTransaction(store(), look, async () => {
      expect((await copy(ds, 'whole-copy')).body).toMatchObject({ id: 'ws.whole-copy', tags: {} })
    })
    expect(seen.length).toBeGreaterThanOrEqual(3)
    for (const state of seen) expect(state).toEqual({ names: before, found: 404 })
    expect(await names()).toEqual([...before, 'whole-copy'])
    expect(await contents('whole-copy')).toEqual(await contents('whole'))
    expect(await copies()).toEqual([])
  })

  it('has what others changed, added and deleted meanwhile, as the source has it at the end', async () => {
    const ds = await dataset('busy')
    let steps = 0
    let first: string[] = []
    await afterEachTransaction(
      store(),
      async () => {
        if ((await copies()).length === 0) return
        steps += 1
        // The transactions of these calls are followed by this, too.
        if (steps === 1) {
          first = await copiedKeys()
          await ds.log([{ id: 'r0', text: 'changed', vectors: { v: { value: [7, 7] } } }])
          await world.owner.delete(ds.path('/data?mark_as_discarded=false'), { ids: ['r1', 'r10', 'r19'] })
          await ds.log([
            { id: 'r1', text: 'again' },
            ...Array.from({ length: 3 }, (_, n) => ({ id: `new${n}`, text: 'new' })),
          ])
          await world.owner.delete(ds.path('/data?mark_as_discarded=false'), { ids: ['r2'] })
        }
      },
      async () => {
        expect((await copy(ds, 'busy-copy')).status).toBe(200)
      },
    )
    expect(steps).toBeGreaterThan(4)
    expect(first).toEqual(expect.arrayContaining(['r0', 'r1', 'r10']))
    const made = await contents('busy-copy')
    const keys = made.records.map(({ key }) => key)
    expect(keys).toEqual(expect.arrayContaining(['new2', 'r0', 'r1']))
    for (const deleted of ['r10', 'r19', 'r2']) expect(keys).not.toContain(deleted)
    expect(made).toEqual(await contents('busy'))
  })

  it('leaves nothing when its name is taken meanwhile', async () => {
    const ds = await dataset('wanted')
    const rows = await store().db.selectFrom('task_datasets').select('id').execute()
    let isTaken = false
    await afterEachTransaction(
      store(),
      async () => {
        if (isTaken || (await copies()).length === 0) return
        isTaken = true
        await world.dataset('Text2Text', 'taken')
      },
      async () => {
        expect((await copy(ds, 'taken')).status).toBe(409)
      },
    )
    await expect.poll(copies).toEqual([])
    await world.server.context.jobs.settle()
    expect(await store().db.selectFrom('task_datasets').select('id').execute()).toHaveLength(rows.length + 1)
    expect((await contents('taken')).records).toEqual([])
  })

  it('is made once for two requests with one key, although its source is gone', async () => {
    const ds = await dataset('twice')
    const key = { 'idempotency-key': 'copy-it' }
    const first = await copy(ds, 'twice-copy', key)
    expect(first.status).toBe(200)
    expect(await copy(ds, 'twice-copy', key)).toMatchObject({ status: 200, body: first.body })
    await world.owner.delete('/api/datasets/twice')
    expect(await copy(ds, 'twice-copy', key)).toMatchObject({ status: 200, body: first.body })
    expect(await copies()).toEqual([])
  })

  it('is refused, not mixed, when another dataset gets the name of its source meanwhile', async () => {
    const ds = await dataset('renewed')
    let isRenewed = false
    await afterEachTransaction(
      store(),
      async () => {
        if (isRenewed || (await copies()).length === 0) return
        isRenewed = true
        await world.owner.delete('/api/datasets/renewed')
        await (await world.dataset('Text2Text', 'renewed')).log([{ id: 'other', text: 'other' }])
      },
      async () => {
        expect((await copy(ds, 'renewed-copy')).status).toBe(503)
      },
    )
    expect(await names()).not.toContain('renewed-copy')
    expect((await copy(ds, 'renewed-copy')).status).toBe(200)
    expect((await contents('renewed-copy')).records.map(({ key }) => key)).toEqual(['other'])
  })

  it('is refused, not incomplete, when another server has aborted it, at any step', async () => {
    const ds = await dataset('slow')
    /** Copy the dataset, and abort the copy after this step; returns how many there were. */
    const abortAt = async (name: string, step: number, status: number) => {
      let steps = 0
      await afterEachTransaction(
        store(),
        async (transaction) => {
          if ((await copies()).length === 0) return
          steps += 1
          if (steps !== step) return
          await transaction((tx) => tx.updateTable('staged_imports').set({ inserted_at: 1 }).execute())
          await giveUpDeadImports({ ...store(), transaction })
        },
        async () => {
          expect((await copy(ds, name)).status).toBe(status)
        },
      )
      return steps
    }
    const steps = await abortAt('slow-copy', Number.POSITIVE_INFINITY, 200)
    await abortAt('slow-copy-1', 1, 503)
    await abortAt('slow-copy-2', steps, 503)
    expect(await names()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^slow-copy-/)]))
    expect(await contents('slow-copy')).toEqual(await contents('slow'))
  })
})

describe.runIf(engines.includes('postgres'))('a copy on PostgreSQL', () => {
  it('waits for a change of its source that is being made, and contains it', async () => {
    const world = await taskWorld('postgres')
    const ds = await world.dataset('Text2Text', 'changing')
    await ds.log([{ id: 1, text: 'hello' }])
    const { engine: store } = world.server.context
    const { id } = await store.db
      .selectFrom('task_datasets')
      .select('id')
      .where('name', '=', 'changing')
      .executeTakeFirstOrThrow()
    let copying: ReturnType<typeof world.owner.put> | undefined
    await store.transaction(async (tx) => {
      const version = await nextVersion(tx, id)
      copying = world.owner.put(ds.path(':copy'), { name: 'changed-copy' })
      await sleep(200)
      await tx.updateTable('task_records').set({ metrics: '{"new":1}', version }).where('dataset_id', '=', id).execute()
    })
    expect((await copying)?.status).toBe(200)
    const copies = store.db.selectFrom('task_datasets').select('id').where('name', '=', 'changed-copy')
    const records = await store.db
      .selectFrom('task_records')
      .select('metrics')
      .where('dataset_id', '=', copies)
      .execute()
    expect(records).toEqual([{ metrics: '{"new":1}' }])
  })
})
