import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JobTable } from '../../db/tables'
import { enqueue } from '../../jobs/enqueue'
import type { NewJob } from '../../jobs/job'
import { engines, type TestServer, testServer } from '../../testing/test-server'

/** Long ago (µs): nothing of these tests runs jobs that are due. */
const DUE = 1

describe.each(engines)('the list of jobs on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  /** A job as a server left it, and its id. */
  const job = async (set: Partial<JobTable> = {}, more: Partial<NewJob> = {}) => {
    const subject = randomUUID()
    return s.context.engine.transaction(async (tx) => {
      await enqueue(tx, { kind: 'lexical_vectors', subject, dueAt: DUE, ...more })
      const { id } = await tx.selectFrom('jobs').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
      if (Object.keys(set).length > 0) await tx.updateTable('jobs').set(set).where('id', '=', id).execute()
      return id
    })
  }
  const list = async (): Promise<{ id: string }[]> => (await s.as('owner').get('/api/v1/jobs')).body.items
  const listed = async (id: string) => (await list()).find((item) => item.id === id)
  const post = (id: string, what: 'cancel' | 'retry', as = 'owner') => s.as(as).post(`/api/v1/jobs/${id}/${what}`)

  it('is empty at first, and for owners only', async () => {
    expect(await s.as('owner').get('/api/v1/jobs')).toMatchObject({ status: 200, body: { items: [] } })
    const admin = await s.build.user('admin')
    const id = await job()
    expect((await s.anonymous.get('/api/v1/jobs')).status).toBe(401)
    expect((await s.as(admin.username).get('/api/v1/jobs')).status).toBe(403)
    expect((await post(id, 'cancel', admin.username)).status).toBe(403)
    expect((await post(id, 'retry', admin.username)).status).toBe(403)
  })

  it('shows what is running first, and what is over last', async () => {
    const dataset = await s.build.dataset({ name: 'reviews' })
    const over = await job({ state: 'done', done: 7, finished_at: 5 })
    const failed = await job({ state: 'failed', failures: 8, error: 'The disk is full.', finished_at: 4 })
    const waiting = await job()
    const running = await job(
      { state: 'running', done: 20, total: 100, started_at: 3 },
      { dataset: { id: dataset.id, name: 'its earlier name' } },
    )
    const deleted = await job({ state: 'running', done: 1 }, { dataset: { id: randomUUID(), name: 'gone' } })
    const ids = (await list()).map(({ id }) => id)
    const order = [running, waiting, failed, over].map((id) => ids.indexOf(id))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(await listed(running)).toMatchObject({
      kind: 'lexical_vectors',
      state: 'running',
      dataset: { id: dataset.id, name: 'reviews' },
      done: 20,
      total: 100,
      error: null,
      is_cancellable: true,
      started_at: '1970-01-01T00:00:00.000003',
      finished_at: null,
    })
    expect(await listed(deleted)).toMatchObject({ dataset: { name: 'gone' }, total: null })
    expect(await listed(failed)).toMatchObject({ state: 'failed', error: 'The disk is full.', is_cancellable: false })
  })

  it('leaves out what did nothing, and what has its time later', async () => {
    const nothing = await job({ state: 'done', done: 0, finished_at: 5 })
    const later = await job({}, { dueAt: Date.now() * 1000 + 3600 * 1_000_000 })
    expect([await listed(nothing), await listed(later)]).toEqual([undefined, undefined])
  })

  it('cancels what waits at once, and what is running with its next step', async () => {
    const waiting = await job()
    expect(await post(waiting, 'cancel')).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    const running = await job({ state: 'running', lease: 'somebody', lease_until: 9e15 })
    expect(await post(running, 'cancel')).toMatchObject({
      status: 200,
      body: { state: 'running', is_cancel_requested: true },
    })
    for (const id of [waiting, await job({ state: 'done', done: 1 })])
      expect(await post(id, 'cancel')).toMatchObject({ status: 409, body: { detail: 'The job is over.' } })
    const decided = await job({}, { kind: 'purge_dataset' })
    expect(await post(decided, 'cancel')).toMatchObject({
      status: 409,
      body: { detail: 'A job of this kind cannot be cancelled.' },
    })
    expect((await post(randomUUID(), 'cancel')).status).toBe(404)
  })

  it('has what failed tried again', async () => {
    // A dataset that is not there: the job finds nothing to do.
    for (const set of [
      { state: 'failed', failures: 8 },
      { failures: 2, due_at: 9e15 },
    ] as const) {
      const id = await job({ ...set, error: 'The store was busy with other work.' })
      expect(await post(id, 'retry')).toMatchObject({ status: 200, body: { state: 'waiting' } })
      await s.context.jobs.settle()
      const row = await s.context.engine.db.selectFrom('jobs').select('state').where('id', '=', id).execute()
      expect(row).toEqual([{ state: 'done' }])
      expect(await post(id, 'retry')).toMatchObject({
        status: 409,
        body: { detail: 'Only a job that failed can be tried again.' },
      })
    }
    const subject = randomUUID()
    const failed = await job({ state: 'failed', subject, failures: 8 })
    await job({ subject, state: 'running', lease: 'somebody', lease_until: 9e15 })
    expect(await post(failed, 'retry')).toMatchObject({
      status: 409,
      body: { detail: 'Another job is at the same work by now.' },
    })
    expect((await post(randomUUID(), 'retry')).status).toBe(404)
  })

  it('shows the deletion of a dataset', async () => {
    const dataset = await s.build.dataset({ name: 'short-lived' })
    await s.build.record(dataset.id)
    await s.as('owner').delete(`/api/v1/datasets/${dataset.id}`)
    await s.as('owner').delete(`/api/v1/bin/${dataset.id}`)
    await s.context.jobs.settle()
    expect(await list()).toContainEqual(
      expect.objectContaining({
        kind: 'purge_dataset',
        state: 'done',
        dataset: { id: dataset.id, name: 'short-lived' },
        done: 1,
        total: 1,
      }),
    )
  })
})
