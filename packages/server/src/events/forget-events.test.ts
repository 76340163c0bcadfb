import { expect, it } from 'vitest'
import { insertRows } from '../db/insert-rows'
import { jobsAtStart } from '../features/job-definitions'
import { enqueue } from '../jobs/enqueue'
import { engines, type TestServer, testServer } from '../testing/test-server'

const DAY = 86_400_000_000

async function startJobs({ context }: TestServer): Promise<void> {
  const { engine, config, jobs } = context
  await engine.transaction(async (tx) => {
    for (const job of jobsAtStart(config)) await enqueue(tx, job)
  })
  await jobs.settle()
}

/** A server with more old events than one step deletes, and how many events there are. */
async function world(engine: (typeof engines)[number], settings: Record<string, string>) {
  const s = await testServer(engine, settings)
  const { engine: store } = s.context
  const event = { user_id: null, dataset_id: null, kind: 'session.create', subject_id: 's', before: null, after: null }
  const old = Array.from({ length: 2500 }, () => ({ ...event, at: Date.now() * 1000 - 31 * DAY }))
  await store.transaction(async (tx) => {
    // The oldest come first, as in a store that has been used for months.
    const others = await tx.deleteFrom('events').returningAll().execute()
    await insertRows(tx, 'events', old)
    await insertRows(
      tx,
      'events',
      others.map(({ seq: _, ...rest }) => ({ ...rest, at: Date.now() * 1000 - 29 * DAY })),
    )
  })
  const count = async () => (await store.db.selectFrom('events').select('seq').execute()).length
  return { s, store, count }
}

it.each(engines)(
  '%s: events are deleted once they are older than the setting says, and looked at daily',
  async (engine) => {
    const { s, store, count } = await world(engine, { POSTIL_EVENTS_KEPT_DAYS: '30' })
    const before = await count()
    await startJobs(s)
    expect(await count()).toBe(before - 2500)
    const jobs = await store.db.selectFrom('jobs').selectAll().where('kind', '=', 'forget_events').execute()
    expect(jobs).toMatchObject([{ state: 'waiting', done: 2500, failures: 0 }])
    expect(Number(jobs[0]?.due_at) / DAY - (Date.now() * 1000) / DAY).toBeCloseTo(1, 2)
  },
)

it.each(engines)('%s: events are kept for ever unless the setting says otherwise', async (engine) => {
  const { s, count } = await world(engine, {})
  const before = await count()
  await startJobs(s)
  expect(await count()).toBe(before)
})
