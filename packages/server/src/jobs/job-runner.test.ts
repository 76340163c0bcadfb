import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobs as jobsMigration } from '../db/migrations/0001-0020/0014-jobs'
import { DDL_WORDS } from '../db/migrations/migration'
import { AppError } from '../errors'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { enqueue } from './enqueue'
import type { JobDefinition } from './job'
import { JobRunner } from './job-runner'
import { keepJob, MAX_FAILURES, releaseJobs, takeJob, takeUpJobs } from './jobs.store'

const KIND = 'purge_vectors'
const HOUR = 3600 * 1_000_000

describe.each(engines)('jobs on %s', (engine) => {
  let s: TestServer
  beforeEach(async () => {
    s = await testServer(engine)
    return () => s.close()
  })
  const transaction: TestServer['context']['engine']['transaction'] = (work) => s.context.engine.transaction(work)
  /** A server's runner over the store of the test. */
  const runner = (definition: JobDefinition) => new JobRunner(s.context, { [KIND]: definition })
  const add = (subject: string) => transaction((tx) => enqueue(tx, { kind: KIND, subject }))
  const jobs = () => s.context.engine.db.selectFrom('jobs').selectAll().orderBy('inserted_at').execute()
  const change = (set: { due_at?: number; lease_until?: number; is_cancel_requested?: number }) =>
    transaction((tx) => tx.updateTable('jobs').set(set).execute())
  const writeSetting =
    (key: string): JobDefinition['run'] =>
    ({ step }) =>
      step(async (tx) => void (await tx.insertInto('settings').values({ key, value: '1' }).execute()))
  const hasSetting = async (key: string) =>
    (await s.context.engine.db.selectFrom('settings').select('key').where('key', '=', key).execute()).length === 1

  it('exist exactly when their cause is committed', async () => {
    const failing = transaction(async (tx) => {
      await enqueue(tx, { kind: KIND, subject: 'rolled back' })
      throw new Error('The cause did not happen.')
    })
    await expect(failing).rejects.toThrow('did not happen')
    await add('committed')
    const done: string[] = []
    await runner({ run: async ({ row }) => void done.push(row.subject) }).settle()
    expect(done).toEqual(['committed'])
    expect(await jobs()).toMatchObject([{ subject: 'committed', state: 'done', lease: null, error: null }])
  })

  it('are one for each subject, and are run once more when asked for meanwhile', async () => {
    await add('a')
    await add('a')
    await add('b')
    let runs = ''
    await runner({
      run: async ({ row }) => {
        runs += row.subject
        if (runs === 'a') await Promise.all([add('a'), add('a')])
      },
    }).settle()
    expect([...runs].sort().join('')).toBe('aab')
    expect(await jobs()).toMatchObject([
      { subject: 'a', state: 'done' },
      { subject: 'b', state: 'done' },
    ])
    await add('a')
    await runner({ run: async () => {} }).settle()
    expect((await jobs()).map(({ subject }) => subject)).toEqual(['b', 'a'])
  })

  it('are tried again after a pause that grows, and say why they failed', async () => {
    await add('a')
    const failing = runner({
      run: async () => {
        throw new AppError('invalid', 'The vectors do not fit.')
      },
    })
    const pauses: number[] = []
    for (let failures = 1; failures <= MAX_FAILURES; failures += 1) {
      const before = Date.now() * 1000
      await failing.settle()
      const [job] = await jobs()
      const isOver = failures === MAX_FAILURES
      expect(job).toMatchObject({ state: isOver ? 'failed' : 'waiting', failures, error: 'The vectors do not fit.' })
      pauses.push(Math.round((Number(job?.due_at) - before) / 1_000_000))
      await change({ due_at: 0 })
    }
    expect(pauses[4]).toBeGreaterThan(2 * (pauses[2] ?? 0))
    // The next start tries once more, and what is in the way may be gone by then.
    await transaction((tx) => takeUpJobs(tx, false))
    await runner({ run: async () => {} }).settle()
    expect(await jobs()).toMatchObject([{ state: 'done', failures: 0, error: null }])
  })

  it('tell nothing of what was not expected', async () => {
    await add('a')
    await runner({
      run: async () => {
        throw new TypeError('secret is not a function')
      },
    }).settle()
    const [job] = await jobs()
    expect(job?.error).toBe('Something unexpected went wrong. The log of the server has the details.')
  })

  it('are never done by two servers at the same time', async () => {
    for (let at = 0; at < 12; at += 1) await add(`${at}`)
    const doing = new Set<string>()
    const done: string[] = []
    const one: JobDefinition = {
      run: async ({ row }) => {
        expect(doing).not.toContain(row.subject)
        doing.add(row.subject)
        await sleep(1)
        doing.delete(row.subject)
        done.push(row.subject)
      },
    }
    await Promise.all([1, 2, 3].map(() => runner(one).settle()))
    expect(done.toSorted()).toEqual(Array.from({ length: 12 }, (_, at) => `${at}`).toSorted())
  })

  describe('of a kind that keeps their order', () => {
    const addTo = (dataset: string, subject: string, more: { dueAt?: number } = {}) =>
      transaction((tx) => enqueue(tx, { kind: KIND, subject, dataset: { id: dataset }, ...more }))

    it('are done one after the other in each dataset, whatever the number of servers', async () => {
      for (let at = 0; at < 6; at += 1) for (const dataset of ['a', 'b']) await addTo(dataset, `${dataset}${at}`)
      const doing = new Set<string>()
      const done: string[] = []
      const one: JobDefinition = {
        isInOrder: true,
        run: async ({ row }) => {
          const dataset = row.dataset_id ?? ''
          expect(doing).not.toContain(dataset)
          doing.add(dataset)
          await sleep(1)
          doing.delete(dataset)
          done.push(row.subject)
        },
      }
      await Promise.all([1, 2, 3].map(() => runner(one).settle()))
      for (const dataset of ['a', 'b'])
        expect(done.filter((subject) => subject.startsWith(dataset))).toEqual(
          Array.from({ length: 6 }, (_, at) => dataset + at),
        )
    })

    it('wait for one that has failed or was interrupted, but not for one that is not due yet', async () => {
      await addTo('a', 'later', { dueAt: Date.now() * 1000 + HOUR })
      await addTo('a', 'first')
      await addTo('a', 'second')
      const done: string[] = []
      let failures = 1
      const one: JobDefinition = {
        isInOrder: true,
        run: async ({ row }) => {
          if (failures-- > 0) throw new AppError('invalid', 'Not yet.')
          done.push(row.subject)
        },
      }
      await runner(one).settle()
      expect(done).toEqual([])
      await transaction((tx) => tx.updateTable('jobs').set({ due_at: 1 }).where('subject', '=', 'first').execute())
      await runner(one).settle()
      expect(done).toEqual(['first', 'second'])

      await addTo('a', 'third')
      await addTo('a', 'fourth')
      const left = await transaction((tx) => takeJob(tx, { kinds: [KIND], inOrder: [KIND] }))
      expect(left?.subject).toBe('third')
      await runner(one).settle()
      expect(done).toEqual(['first', 'second'])
      await transaction((tx) => releaseJobs(tx, [left?.lease ?? '']))
      await runner(one).settle()
      expect(done).toEqual(['first', 'second', 'third', 'fourth'])
      expect((await jobs()).find(({ subject }) => subject === 'later')?.state).toBe('waiting')
    })
  })

  it('are taken over when their lease expires; steps of the former holder are then rolled back', async () => {
    await add('a')
    let goOn = () => {}
    const stuck = runner({
      run: async (job, context) => {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        await writeSetting('from the first')(job, context)
      },
    })
    const first = stuck.settle()
    await expect.poll(jobs).toMatchObject([{ state: 'running' }])
    const other = runner({ run: writeSetting('from the second') })
    await other.settle()
    expect(await hasSetting('from the second')).toBe(false)
    await change({ lease_until: 1 })
    await other.settle()
    expect(await jobs()).toMatchObject([{ state: 'done' }])
    goOn()
    await first
    expect([await hasSetting('from the first'), await hasSetting('from the second')]).toEqual([false, true])
    expect(await jobs()).toMatchObject([{ state: 'done', failures: 0 }])
  })

  it('stay with a server that prolongs its lease', async () => {
    await add('a')
    const row = await transaction((tx) => takeJob(tx, { kinds: [KIND], inOrder: [] }))
    if (!row) throw new Error('There is no job.')
    await change({ lease_until: 1 })
    expect(await transaction((tx) => keepJob(tx, row))).toBeDefined()
    expect(await transaction((tx) => takeJob(tx, { kinds: [KIND], inOrder: [] }))).toBeUndefined()
  })

  it('count what their steps have done, once', async () => {
    await add('a')
    let runs = 0
    const counting = runner({
      run: async ({ step }) => {
        runs += 1
        await step(async (_, progress) => {
          progress.done = 3
          progress.total = 10
        })
        if (runs === 1) throw new Error('Something happened in the middle.')
      },
    })
    await counting.settle()
    expect(await jobs()).toMatchObject([{ state: 'waiting', done: 3, total: 10, failures: 1 }])
    await change({ due_at: 0 })
    await counting.settle()
    expect(await jobs()).toMatchObject([{ state: 'done', done: 6 }])
  })

  it('end when they are cancelled, without their last step', async () => {
    await add('a')
    await runner({
      run: async (job, context) => {
        await writeSetting('before')(job, context)
        await change({ is_cancel_requested: 1 })
        await writeSetting('after')(job, context)
      },
    }).settle()
    expect(await jobs()).toMatchObject([{ state: 'cancelled', lease: null }])
    expect([await hasSetting('before'), await hasSetting('after')]).toEqual([true, false])
  })

  it('are given back by a server that stops', async () => {
    await add('a')
    let goOn = () => {}
    const stopping = runner({
      run: async (job, context) => {
        await new Promise<void>((resolve) => {
          goOn = resolve
        })
        await writeSetting('late')(job, context)
      },
    })
    const settled = stopping.settle()
    await expect.poll(jobs).toMatchObject([{ state: 'running' }])
    await stopping.stop()
    goOn()
    await settled
    expect(await jobs()).toMatchObject([{ state: 'waiting', failures: 0, lease: null }])
    await runner({ run: async () => {} }).settle()
    expect([(await jobs())[0]?.state, await hasSetting('late')]).toEqual(['done', false])
  })

  it('are made of what was still to be done before there were jobs', async () => {
    const { kind } = s.context.engine
    await transaction(async (tx) => {
      const statements = [
        'drop table jobs',
        'create table purges (id text primary key, kind text not null, inserted_at bigint not null)',
        `insert into purges values ('deleted dataset', 'dataset', 1), ('deleted vectors', 'vectors_settings', 2)`,
        ...jobsMigration.statements(DDL_WORDS[kind], kind),
      ]
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
    const done: string[] = []
    const run: JobDefinition['run'] = async ({ row }) => void done.push(`${row.kind}: ${row.subject}`)
    await new JobRunner(s.context, { purge_dataset: { run }, purge_vectors: { run } }).settle()
    expect(done.toSorted()).toEqual(['purge_dataset: deleted dataset', 'purge_vectors: deleted vectors'])
  })

  it('wait for their time', async () => {
    await transaction((tx) => enqueue(tx, { kind: KIND, subject: 'later', dueAt: Date.now() * 1000 + HOUR }))
    await runner({ run: async () => {} }).settle()
    expect(await jobs()).toMatchObject([{ state: 'waiting' }])
  })
})
