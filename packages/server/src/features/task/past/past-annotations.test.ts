import type { Task } from '@postil/contract/task/constants'
import { beforeAll, describe, expect, it } from 'vitest'
import { wireTime } from '../../../db/clock'
import { FORGET_EVENTS, forgetEvents } from '../../../events/forget-events'
import { enqueue } from '../../../jobs/enqueue'
import { JobRunner } from '../../../jobs/job-runner'
import type { Reply } from '../../../testing/client'
import { nextMoment, randomNumbers } from '../../../testing/random-history'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

/** Records by id, as exported. */
type Export = Record<string, Json>

const STEPS = 60
/** Another history with each run; its number is in the title of the test, and repeats it when put beside the fixed ones. */
const RANDOM_SEED = Math.floor(Math.random() * 1_000_000)
const TASKS: Task[] = ['TextClassification', 'TokenClassification', 'Text2Text']

describe.each(engines)('the annotations of an earlier time, %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })
  const read = (ds: TaskDataset, query: string, as = world.owner) => as.get(ds.path(`/annotations?${query}`))
  const text = (id: string, more: Json = {}) => ({ id, inputs: { text: id }, ...more })

  it.each([1, 2, 3, RANDOM_SEED])(
    'are those that were exported then, whatever happened since (history %i)',
    { timeout: 300_000 },
    async (seed) => {
      const { ds, moments } = await makeHistory(world, seed)
      expect(moments.length).toBeGreaterThan(STEPS / 3)
      for (const [index, { at, did, records }] of moments.entries()) {
        // Most in two pages: a page of each record or two takes longer than the history.
        const limit = index % 4 === 0 ? 1 + (seed % 3) : 10
        expect(await readThen(ds, at, limit), `after ${did} at ${at}`).toEqual(records)
      }
    },
  )

  async function readThen(ds: TaskDataset, at: string, limit: number): Promise<Export> {
    const found: Export = {}
    let after = ''
    for (;;) {
      const reply = await read(ds, `at=${at}&limit=${limit}${after && `&after=${encodeURIComponent(after)}`}`)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      for (const record of reply.body.items) {
        expect(Object.hasOwn(found, String(record.id)), String(record.id)).toBe(false)
        found[String(record.id)] = record
      }
      if (reply.body.next === null) return found
      after = reply.body.next
    }
  }

  it('leave out a record that a call had only written, even if it was deleted later', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text('w-old')])
    await ds.log([text('w-new'), text('w-old', { metadata: { n: 1 } })])
    const at = await nextMoment()
    // As if the second call had been committed after the moment.
    const { engine: store } = world.server.context
    const logged = store.db
      .selectFrom('events')
      .selectAll()
      .where('kind', 'in', ['task_records.log', 'task_record.update'])
    const events = (await logged.orderBy('seq').execute()).slice(-2)
    await store.transaction((tx) =>
      tx
        .updateTable('events')
        .set({ at: Date.now() * 1000 })
        .where(
          'seq',
          'in',
          events.map(({ seq }) => Number(seq)),
        )
        .execute(),
    )
    const old = [{ id: 'w-old', status: 'Default' }]
    expect((await read(ds, `at=${at}`)).body.items).toMatchObject(old)
    expect((await read(ds, `at=${at}`)).body.items[0]).not.toHaveProperty('metadata')
    await world.owner.delete(ds.path('/data'), { ids: ['w-new'] })
    expect(await readThen(ds, at, 10)).toMatchObject({ 'w-old': {} })
    expect(await readThen(ds, at, 10)).not.toHaveProperty('w-new')
  })

  it('have the text of the inputs of then, and a record whose id is empty', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: '', inputs: { text: 'one', more: 'two' } }])
    const at = await nextMoment()
    await ds.log([{ id: '', inputs: { text: 'three' } }, text('z')])
    expect(await readThen(ds, at, 1)).toMatchObject({ '': { text: 'one\ntwo', inputs: { text: 'one', more: 'two' } } })
    expect(Object.keys(await readThen(ds, await nextMoment(), 1))).toEqual(['', 'z'])
  })

  it.each(['nowhere', 'd1', 'd99999999999999999999.0'])('refuse %s as the beginning of a page', async (after) => {
    const ds = await world.dataset('TextClassification')
    expect((await read(ds, `after=${after}`)).status).toBe(422)
  })

  it('say from when on they are known once old events were deleted', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text('f-a')])
    const two = 2 * 86_400_000_000
    const before = Date.now() * 1000 - two
    // Before there was a dataset, it had no records.
    expect((await read(ds, `at=${wireTime(before)}`)).body).toEqual({ items: [], next: null })
    const { engine: store } = world.server.context
    await store.transaction(async (tx) => {
      await tx
        .updateTable('events')
        .set((eb) => ({ at: eb('at', '-', two) }))
        .execute()
      await tx
        .updateTable('task_datasets')
        .set((eb) => ({ created_at: eb('created_at', '-', two) }))
        .where('name', '=', ds.name)
        .execute()
      await enqueue(tx, FORGET_EVENTS)
    })
    await new JobRunner(world.server.context, { forget_events: forgetEvents(1) }).settle()
    const refused = await read(ds, `at=${wireTime(before)}`)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toMatch(/The log of changes begins at \d{4}-.* Ask for a later moment\./)
    expect((await read(ds, '')).body.items).toMatchObject([{ id: 'f-a' }])
  })

  it('are for who leads the workspace, and take a moment in any zone', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([text('p-a')])
    const { build } = world.server
    const workspaces = [world.workspace.id]
    const [admin, annotator] = [
      await build.user('admin', { workspaces }),
      await build.user('annotator', { workspaces }),
    ]
    const stranger = await build.user('admin')
    expect((await read(ds, '', world.as(admin.username))).status).toBe(200)
    for (const { username } of [annotator, stranger]) expect((await read(ds, '', world.as(username))).status).toBe(403)
    expect((await read(ds, 'at=2031-01-02T03:04:05.123456')).body.items).toHaveLength(1)
    expect((await read(ds, `at=${encodeURIComponent('2031-01-02T03:04+05:30')}`)).status).toBe(200)
    for (const query of ['at=yesterday', 'limit=501']) expect((await read(ds, query)).status, query).toBe(422)
    expect(errorName(await world.owner.get('/api/datasets/no-such/annotations'))).toBe('EntityNotFoundError')
  })
})

interface Moment {
  at: string
  did: string
  records: Export
}

/** Let random things happen in a dataset, and export its records now and then. */
async function makeHistory(world: TaskWorld, seed: number): Promise<{ ds: TaskDataset; moments: Moment[] }> {
  const random = randomNumbers(seed)
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)]
  const ds = await world.dataset(TASKS[seed % 3] ?? 'Text2Text')
  const { owner, server } = world
  const { context } = server
  const workspaces = [world.workspace.id]
  const people = [
    await server.build.user('annotator', { workspaces }),
    await server.build.user('annotator', { workspaces }),
  ]
  const hasLabels = ds.task !== 'Text2Text'
  let names = ['a', 'b', 'c']
  let renamed = 0
  if (hasLabels) await owner.put(ds.path(`/${ds.task}/settings`), { label_schema: { labels: names } })
  const content = (): Json => {
    const label = pick(names) ?? ''
    if (ds.task === 'TextClassification') return { labels: [{ class: label, score: 1 }] }
    if (ds.task === 'TokenClassification') return { entities: [{ start: 0, end: 3, label, score: 1 }] }
    return { sentences: [{ text: label, score: 1 }] }
  }
  const by = (agent: string) => ({ agent, ...content() })
  const parts = (id: number | string): Json => {
    if (ds.task === 'TextClassification') return { inputs: { text: `record ${id}` } }
    if (ds.task === 'TokenClassification') return { text: `Ann ${id}`, tokens: ['Ann', String(id)] }
    return { text: `record ${id}` }
  }
  const maybe = (part: Json) => (random() < 0.5 ? part : {})
  const ids = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? at : `r${at}`))
  const imported = (id: number | string): Json => ({
    ...{ id, ...parts(id) },
    ...maybe({ metadata: { n: Math.floor(random() * 3) } }),
    ...maybe({ prediction: by('model') }),
    ...maybe({ annotation: by('pipeline'), status: pick(['Validated', 'Discarded', 'Edited']) }),
  })
  const exported = async (): Promise<Export> => {
    const { body } = await ds.scan({}, '?limit=1000')
    return Object.fromEntries(
      body.records.map(({ metrics: _, vectors: _1, search_keywords: _2, ...record }: Json) => [
        String(record.id),
        record,
      ]),
    )
  }
  const stored = async () => pick(Object.values(await exported()))

  const happenings: Record<string, () => Promise<Reply | undefined>> = {
    import: () => ds.log([pick(ids), pick(ids), pick(ids)].map((id) => imported(id ?? 0))),
    edit: async () => {
      const one = await stored()
      const person = pick(people)
      if (!one || !person) return undefined
      const isCleared = random() < 0.2
      const annotation = isCleared ? null : by(person.username)
      const status = isCleared ? 'Default' : pick(['Validated', 'Edited', 'Discarded'])
      const records = [{ id: one.id, ...parts(String(one.id)), last_updated: one.last_updated, annotation, status }]
      return world.as(person.username).post(ds.path(`/${ds.task}:bulk?edits=true`), { records })
    },
    'change of status': async () => {
      const one = await stored()
      const body = { status: pick(['Discarded', 'Default']), ...maybe({ metadata: { seen: random() } }) }
      return one && owner.patch(ds.path(`/records/${one.id}`), body)
    },
    mark: async () => {
      const one = await stored()
      return one && owner.delete(ds.path('/data?mark_as_discarded=true'), { ids: [one.id] })
    },
    deletion: async () => {
      const [one, other] = [await stored(), await stored()]
      return one && owner.delete(ds.path('/data'), { ids: [one.id, other?.id] })
    },
    'restore of deleted records': async () => {
      const { body } = await owner.get('/api/v1/deletions')
      const one = pick<{ id: string }>(
        body.items.filter(({ dataset }: { dataset: { name: string } }) => dataset.name === ds.name),
      )
      return one && owner.post(`/api/v1/deletions/${one.id}/restore`, {})
    },
    'rename of a label': async () => {
      const value = pick(names) ?? ''
      const reply = hasLabels
        ? await owner.post(ds.path('/labels:change'), { kind: 'rename', value, to: `renamed-${++renamed}` })
        : undefined
      await readNames()
      return reply
    },
    'undoing of a change of the labels': async () => {
      if (!hasLabels) return undefined
      const { body } = await owner.get(ds.path('/labels/changes'))
      const one = body.items.find(({ state }: { state: string }) => state === 'done')
      const reply = one && (await owner.post(ds.path('/labels:undo'), { id: one.id }))
      await readNames()
      return reply
    },
  }
  const readNames = async () => {
    await context.jobs.settle()
    if (!hasLabels) return
    const { body } = await owner.get(ds.path(`/${ds.task}/settings`))
    names = body.label_schema.labels.map((label: string | { name: string }) =>
      typeof label === 'string' ? label : label.name,
    )
  }
  const moments: Moment[] = []
  for (let step = 0; step < STEPS; step++) {
    const did = pick(['import', 'edit', 'edit', ...Object.keys(happenings)]) ?? ''
    const reply = await happenings[did]?.()
    expect([undefined, 200, 201, 204], `${did}: ${JSON.stringify(reply?.body)}`).toContain(reply?.status)
    if (random() < 0.5) continue
    moments.push({ did, records: await exported(), at: await nextMoment() })
  }
  return { ds, moments }
}
