import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { enqueue } from '../../jobs/enqueue'
import type { Reply } from '../../testing/client'
import { engines, type TestServer, testServer } from '../../testing/test-server'
import { type TaskDataset, type TaskWorld, taskWorld } from '../task/testing/task-world'
import { binTaskDataset, PARTS } from './bin.store'

const DAY_MS = 86_400_000

describe.each(engines)('the bin on %s', (engine) => {
  let world: TaskWorld
  let s: TestServer
  beforeAll(async () => {
    world = await taskWorld(engine)
    s = world.server
  })

  const place = () => ({ id: world.workspace.id, name: world.workspace.name })
  const bin = async (username = 'owner') => (await s.as(username).get('/api/v1/bin')).body.items
  const inBin = async (id: string, username?: string) =>
    (await bin(username)).find((item: { id: string }) => item.id === id)

  /** A feedback dataset with one of everything that a record can have. */
  async function fullDataset() {
    const d = await s.build.dataset({
      workspaceId: world.workspace.id,
      metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
      vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
    })
    const person = await s.build.user('annotator', { workspaces: [world.workspace.id] })
    const items = ['red apple', 'green pear'].map((text, n) => ({
      fields: { text },
      metadata: { split: 'train' },
      vectors: { v: [1, n] },
      suggestions: [{ question_id: d.questions.label, value: 'a', agent: 'm' }],
      responses: n === 0 ? [{ user_id: person.id, status: 'submitted', values: { label: { value: 'b' } } }] : [],
    }))
    const made = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    expect(made.status).toBe(201)
    const first: string = made.body.items[0].id
    await s.as('owner').put(`/api/v1/records/${first}/resolutions`, { question_id: d.questions.label, value: 'b' })
    await s.as(person.username).put(`/api/v1/me/datasets/${d.id}/resolutions/seen`, { until_ms: 7_258_118_400_000 })
    return { ...d, person, first }
  }

  /** What can be read of a feedback dataset, all of it. */
  async function readAll({ id, first, person }: Awaited<ReturnType<typeof fullDataset>>) {
    const owner = s.as('owner')
    const get = async (path: string) => {
      const { status, body } = await owner.get(`/api/v1/${path}`)
      return [status, status === 200 ? { ...body, last_activity_at: undefined } : null]
    }
    const filters = {
      and: [{ type: 'terms', scope: { entity: 'metadata', metadata_property: 'split' }, values: ['train'] }],
    }
    const search = async (query: object) => {
      const { status, body } = await owner.post(`/api/v1/datasets/${id}/records/search`, { query, filters })
      return [status, status === 200 ? body.items.map(({ record }: { record: { id: string } }) => record.id) : null]
    }
    return [
      await get(`datasets/${id}`),
      await get(`datasets/${id}/fields`),
      await get(`datasets/${id}/questions`),
      await get(`datasets/${id}/records?include=responses,suggestions,vectors`),
      await get(`datasets/${id}/progress`),
      await get(`datasets/${id}/queue`),
      await get(`datasets/${id}/agreement`),
      await get(`records/${first}`),
      await get(`records/${first}/history`),
      await search({ text: { q: 'apple' } }),
      await search({ vector: { name: 'v', value: [1, 1], max_results: 2 } }),
      (await s.as(person.username).get(`/api/v1/me/datasets/${id}/records?response_status=pending`)).body,
      (await s.as(person.username).get(`/api/v1/me/datasets/${id}/resolutions/new`)).body,
    ]
  }

  it('takes a feedback dataset out of reach, and gives it back with everything in it', async () => {
    const d = await fullDataset()
    const before = await readAll(d)
    expect(before.slice(0, -2).map((answer) => answer[0])).toEqual(Array.from({ length: 11 }, () => 200))
    expect((await s.as('owner').delete(`/api/v1/datasets/${d.id}`)).status).toBe(200)
    await s.context.jobs.settle()

    for (const answer of (await readAll(d)).slice(0, -2)) expect(answer).toEqual([404, null])
    const mine = (await s.as('owner').get('/api/v1/me/datasets')).body.items
    expect(mine.some(({ id }: { id: string }) => id === d.id)).toBe(false)
    const activity = (await s.as('owner').get('/api/v1/me/activity')).body.items
    expect(activity.some(({ dataset_id }: { dataset_id: string }) => dataset_id === d.id)).toBe(false)
    const answer = { status: 'submitted', values: { label: { value: 'c' } } }
    const theirs = s.as(d.person.username)
    expect((await theirs.post(`/api/v1/records/${d.first}/responses`, answer)).status).toBe(404)
    expect((await theirs.get(`/api/v1/me/datasets/${d.id}/records`)).status).toBe(404)

    const item = await inBin(d.id)
    expect(item).toMatchObject({
      name: d.name,
      task: null,
      records: 2,
      deleted_by: 'owner',
      workspace: place(),
    })
    expect(Date.parse(`${item.purge_at}Z`) - Date.parse(`${item.deleted_at}Z`)).toBe(30 * DAY_MS)

    const restored = await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    expect([restored.status, restored.body.name]).toEqual([200, d.name])
    expect(await readAll(d)).toEqual(before)
    expect(await inBin(d.id)).toBeUndefined()
    // It is a dataset like any other again.
    const record = await s.build.record(d.id, { fields: { text: 'yellow apple' } })
    const found = await s
      .as('owner')
      .post(`/api/v1/datasets/${d.id}/records/search`, { query: { text: { q: 'apple' } } })
    expect(found.body.items.map((one: { record: { id: string } }) => one.record.id).toSorted()).toEqual(
      [d.first, record.id].toSorted(),
    )
    expect((await theirs.post(`/api/v1/records/${record.id}/responses`, answer)).status).toBe(201)
  })

  it('takes a classic dataset out of reach, and gives it back', async () => {
    const ds = await world.dataset('TextClassification', 'letters')
    await ds.log([{ id: 1, inputs: { text: 'hello' } }])
    const { body: before } = await world.owner.get('/api/datasets/letters')
    expect((await world.owner.delete('/api/datasets/letters')).status).toBe(200)
    expect((await world.owner.get('/api/datasets/letters')).status).toBe(404)
    expect((await ds.search()).status).toBe(404)
    const names = async () => (await world.owner.get('/api/datasets')).body.map(({ name }: { name: string }) => name)
    const [item] = (await bin()).filter(({ name }: { name: string }) => name === 'letters')
    expect(item).toMatchObject({ task: 'TextClassification', records: 1, deleted_by: 'owner' })
    expect(await names()).not.toContain('letters')
    expect(await names()).not.toContain(item.id)
    expect((await world.owner.get(`/api/datasets/${item.id}`)).status).toBe(404)
    const restored = await s.as('owner').post(`/api/v1/bin/${item.id}/restore`)
    expect(restored.body).toMatchObject({ name: 'letters', task: 'TextClassification', workspace: place() })
    expect((await world.owner.get('/api/datasets/letters')).body).toEqual(before)
    expect((await ds.search({ query: { query_text: 'hello' } })).body.total).toBe(1)
  })

  // SQLite has one writer: there nothing can come between.
  const onPostgres = engine === 'postgres' ? it : () => undefined
  onPostgres('refuses changes of a classic dataset that waited for its deletion', async () => {
    const { db, transaction } = s.context.engine
    const user = await db
      .selectFrom('users')
      .select(['id', 'username', 'role'])
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow()
    const labels = { label_schema: { labels: ['a', 'b'] } }
    const { owner } = world
    const changes: [name: string, change: (ds: TaskDataset) => Promise<Reply>][] = [
      ['log', (ds) => ds.log([{ id: 2, inputs: { text: 'late' } }])],
      ['change', (ds) => owner.patch(ds.path('/records/1'), { status: 'Discarded' })],
      ['delete', (ds) => owner.delete(ds.path('/data'), { ids: [1] })],
      ['settings', (ds) => owner.put(ds.path('/TextClassification/settings'), labels)],
      ['labels', (ds) => owner.post(ds.path('/labels:change'), { kind: 'rename', value: 'a', to: 'c' })],
      ['rules', (ds) => owner.post(ds.path('/TextClassification/labeling/suggestions'), { method: 'majority' })],
      ['tags', (ds) => owner.patch(ds.path(''), { tags: { late: 'yes' } })],
      ['close', (ds) => owner.put(ds.path(':close'))],
    ]
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    for (const [name, change] of changes) {
      const ds = await world.dataset('TextClassification', `waits-${name}`)
      await ds.log([{ id: 1, inputs: { text: 'hello' } }])
      await owner.put(ds.path('/TextClassification/settings'), labels)
      await owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'hello', labels: ['a'] })
      await s.context.jobs.settle()
      const { id, ...before } = await db
        .selectFrom('task_datasets')
        .selectAll()
        .where('name', '=', ds.name)
        .executeTakeFirstOrThrow()
      const changed = await transaction(async (tx) => {
        await binTaskDataset(tx, user, { id, ...before }, 30)
        const reply = change(ds)
        await vi.waitFor(async () => expect((await waiting.execute(db)).rows, name).toHaveLength(1), 5000)
        return { reply }
      })
      expect([name, (await changed.reply).status]).toEqual([name, 404])
      const now = await db.selectFrom('task_datasets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(now).toEqual({ ...before, id, name: id })
    }
  })

  it('counts the records of a classic dataset once, when it is deleted', async () => {
    const ds = await world.dataset('Text2Text', 'counted')
    await ds.log([1, 2, 3].map((id) => ({ id, text: 'hello' })))
    await world.owner.delete('/api/datasets/counted')
    const shown = async () => (await bin()).find(({ name }: { name: string }) => name === 'counted')
    const { id } = await shown()
    // As after the first steps of a purge.
    await s.context.engine.transaction((tx) =>
      tx.deleteFrom('task_records').where('dataset_id', '=', id).where('key', '=', '1').execute(),
    )
    expect((await shown()).records).toBe(3)
    expect((await s.as('owner').delete(`/api/v1/bin/${id}`)).body.records).toBe(3)
    await s.context.jobs.settle()
    expect(await rowsOf(id)).toEqual(NOTHING)
    const job = s.context.engine.db.selectFrom('jobs').select('total').where('kind', '=', 'purge_dataset')
    expect(await job.where('subject', '=', id).execute()).toEqual([{ total: 3 }])
  })

  it('frees the name at once, and gives a restored dataset another one', async () => {
    const names: string[] = []
    for (let n = 0; n < 3; n++) {
      const d = await s.build.dataset({ workspaceId: world.workspace.id, name: 'twice', publish: false })
      if (n < 2) await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    }
    for (const { id } of (await bin()).filter(({ name }: { name: string }) => name === 'twice'))
      names.push((await s.as('owner').post(`/api/v1/bin/${id}/restore`)).body.name)
    expect(names).toEqual(['twice-restored', 'twice-restored-2'])

    await world.dataset('Text2Text', 'again')
    await world.owner.delete('/api/datasets/again')
    await world.dataset('Text2Text', 'again')
    const [{ id }] = (await bin()).filter(({ name }: { name: string }) => name === 'again')
    expect((await s.as('owner').post(`/api/v1/bin/${id}/restore`)).body.name).toBe('again-restored')
    expect((await world.owner.get('/api/datasets/again-restored')).status).toBe(200)
  })

  it('is for owners and for admins of the workspace', async () => {
    const d = await s.build.dataset({ workspaceId: world.workspace.id })
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    const admin = await s.build.user('admin', { workspaces: [world.workspace.id] })
    const stranger = await s.build.user('admin')
    const annotator = await s.build.user('annotator', { workspaces: [world.workspace.id] })
    expect(await inBin(d.id, admin.username)).toBeDefined()
    expect(await bin(stranger.username)).toEqual([])
    expect((await s.as(annotator.username).get('/api/v1/bin')).status).toBe(403)
    for (const { username } of [stranger, annotator]) {
      expect((await s.as(username).post(`/api/v1/bin/${d.id}/restore`)).status).toBe(403)
      expect((await s.as(username).delete(`/api/v1/bin/${d.id}`)).status).toBe(403)
    }
    expect((await s.as(admin.username).post(`/api/v1/bin/${d.id}/restore`)).status).toBe(200)
  })

  it('does not keep its workspace from being deleted, and goes with it', async () => {
    const d = await s.build.dataset()
    const path = `/api/v1/workspaces/${d.workspaceId}`
    await s.build.record(d.id)
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    expect((await s.as('owner').delete(path)).status).toBe(200)
    await s.context.jobs.settle()
    expect(await rowsOf(d.id)).toEqual(NOTHING)

    const other = await s.build.workspace()
    const row = { name: 'old', task: 'TextClassification', workspace: other.name }
    const made = await s.as('owner').post(`/api/datasets?workspace=${other.name}`, row)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await s.as('owner').delete(`/api/datasets/old?workspace=${other.name}`)).status).toBe(200)
    const { id } = (await bin()).find(({ name }: { name: string }) => name === 'old')
    expect(await rowsOf(id)).toMatchObject({ classic: 1, bin: 1 })
    expect((await s.as('owner').delete(`/api/v1/workspaces/${other.id}`)).status).toBe(200)
    await s.context.jobs.settle()
    expect(await rowsOf(id)).toEqual(NOTHING)
  })

  const rowsOf = async (id: string) => {
    const { db } = s.context.engine
    const of = async (table: 'records' | 'responses' | 'suggestions' | 'task_records' | 'bin' | 'given_answers') =>
      (await db.selectFrom(table).select('dataset_id').where('dataset_id', '=', id).execute()).length
    const classic = await db.selectFrom('task_datasets').select('id').where('id', '=', id).execute()
    return {
      records: await of('records'),
      responses: await of('responses'),
      suggestions: await of('suggestions'),
      classicRecords: await of('task_records'),
      classic: classic.length,
      bin: await of('bin'),
      firstAnswers: await of('given_answers'),
    }
  }
  const NOTHING = { records: 0, responses: 0, suggestions: 0, classicRecords: 0, classic: 0, bin: 0, firstAnswers: 0 }

  it('deletes for good on request, of both families', async () => {
    const d = await fullDataset()
    const ds = await world.dataset('TokenClassification', 'tokens')
    await ds.log([{ id: 1, text: 'a b', tokens: ['a', 'b'] }])
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    await world.owner.delete('/api/datasets/tokens')
    const [{ id: classicId }] = (await bin()).filter(({ name }: { name: string }) => name === 'tokens')
    expect(await rowsOf(d.id)).toMatchObject({ records: 2, bin: 1 })
    for (const id of [d.id, classicId]) {
      const reply = await s.as('owner').delete(`/api/v1/bin/${id}`)
      expect([reply.status, reply.body.id]).toEqual([200, id])
      expect((await s.as('owner').post(`/api/v1/bin/${id}/restore`)).status).toBe(404)
    }
    await s.context.jobs.settle()
    expect(await rowsOf(d.id)).toEqual(NOTHING)
    expect(await rowsOf(classicId)).toEqual(NOTHING)
  })

  it('deletes the answers for good that changes of options have replaced', async () => {
    const d = await fullDataset()
    const change = { kind: 'rename', value: 'b', to: 'bee' }
    const made = await s.as('owner').post(`/api/v1/questions/${d.questions.label}/options:change`, change)
    expect(made.status).toBe(200)
    await s.context.jobs.settle()
    const kept = async () => {
      const changes = await s.context.engine.db.selectFrom('option_changes').selectAll().execute()
      const rows = await s.context.engine.db.selectFrom('option_change_rows').selectAll().execute()
      const ids = new Set(changes.filter(({ dataset_id }) => dataset_id === d.id).map(({ id }) => id))
      return { changes: ids.size, rows: rows.filter(({ change_id }) => ids.has(change_id)).length }
    }
    expect(await kept()).toEqual({ changes: 1, rows: 2 })
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    expect((await s.as('owner').delete(`/api/v1/bin/${d.id}`)).status).toBe(200)
    await s.context.jobs.settle()
    expect(await kept()).toEqual({ changes: 0, rows: 0 })
  })

  it('deletes for good when the time is over, and not before', async () => {
    const d = await fullDataset()
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    const makeDue = (change: { purge_at?: number }) =>
      s.context.engine.transaction(async (tx) => {
        if (change.purge_at) await tx.updateTable('bin').set(change).where('dataset_id', '=', d.id).execute()
        await tx.updateTable('jobs').set({ due_at: 1 }).where('subject', '=', d.id).execute()
      })
    // A job that comes too early, as that of an earlier deletion would.
    await makeDue({})
    await s.context.jobs.settle()
    expect(await rowsOf(d.id)).toMatchObject({ records: 2, bin: 1 })
    await makeDue({ purge_at: 1 })
    // It is out of reach from the moment on, whether the job has run or not.
    expect(await inBin(d.id)).toBeUndefined()
    expect((await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)).status).toBe(404)
    await s.context.jobs.settle()
    expect(await rowsOf(d.id)).toEqual(NOTHING)
    const events = await s.context.engine.db
      .selectFrom('events')
      .select(['kind', 'user_id'])
      .where('dataset_id', '=', d.id)
      .where('kind', 'like', 'dataset.%')
      .orderBy('seq')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual([
      'dataset.create',
      'dataset.publish',
      'dataset.delete',
      'dataset.purge',
    ])
    expect(events.at(-1)?.user_id).toBeNull()
  })

  it('leaves a restored dataset alone when the job of its deletion runs', async () => {
    const d = await fullDataset()
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    await s.context.engine.transaction((tx) =>
      tx.updateTable('jobs').set({ due_at: 1 }).where('subject', '=', d.id).execute(),
    )
    await s.context.jobs.settle()
    expect(await rowsOf(d.id)).toMatchObject({ records: 2, bin: 0 })
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/records`)).body.total).toBe(2)
  })

  it('goes on with a change of options after the dataset was restored', async () => {
    const d = await fullDataset()
    const change = { kind: 'rename', value: 'b', to: 'bee' }
    const paused = vi.spyOn(s.context.jobs, 'wake').mockResolvedValue()
    const made = await s.as('owner').post(`/api/v1/questions/${d.questions.label}/options:change`, change)
    const gone = await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    expect([made.status, gone.status]).toEqual([200, 200])
    paused.mockRestore()
    await s.context.jobs.settle()
    await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    await s.context.jobs.settle()
    const { body } = await s.as('owner').get(`/api/v1/datasets/${d.id}/records?include=responses`)
    const values = body.items.flatMap((record: { responses: { values: object }[] }) => record.responses)
    expect(values.map((one: { values: object }) => one.values)).toEqual([{ label: { value: 'bee' } }])
  })

  const lastPk = async () => {
    const found = s.context.engine.db.selectFrom('records').select(({ fn }) => fn.max('pk').as('last'))
    return Number((await found.executeTakeFirstOrThrow()).last)
  }
  const findApple = async (id: string) => {
    const found = await s.as('owner').post(`/api/v1/datasets/${id}/records/search`, { query: { text: { q: 'apple' } } })
    return found.body.items.map(({ record }: { record: { id: string } }) => record.id)
  }
  const wordsMissing = async (id: string) => {
    const found = s.context.engine.db.selectFrom('bin').select('words_missing').where('dataset_id', '=', id)
    return Number((await found.executeTakeFirstOrThrow()).words_missing)
  }

  it('keeps the words of its records while those of all datasets are indexed again', async () => {
    const d = await fullDataset()
    const live = await fullDataset()
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    const data = { after: 0, last: await lastPk() }
    await s.context.engine.transaction((tx) => enqueue(tx, { kind: 'index_words', subject: 'all', data }))
    await s.context.jobs.settle()
    expect(await findApple(live.id)).toEqual([live.first])
    expect(await wordsMissing(d.id)).toBe(1)
    await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    expect(await findApple(d.id)).toEqual([d.first])
    await s.context.jobs.settle()
    expect(await findApple(d.id)).toEqual([d.first])
  })

  it('keeps the words of its records while those of another dataset are indexed', async () => {
    const one = await fullDataset()
    const other = await fullDataset()
    const later = await s.build.record(one.id, { fields: { text: 'yellow apple' } })
    for (const { id } of [one, other]) await s.as('owner').delete(`/api/v1/datasets/${id}`)
    await s.context.engine.transaction((tx) =>
      tx.updateTable('bin').set({ words_missing: 1 }).where('dataset_id', '=', one.id).execute(),
    )
    await s.as('owner').post(`/api/v1/bin/${one.id}/restore`)
    await s.context.jobs.settle()
    expect((await findApple(one.id)).toSorted()).toEqual([one.first, later.id].toSorted())
    expect(await wordsMissing(other.id)).toBe(0)
    await s.as('owner').post(`/api/v1/bin/${other.id}/restore`)
    expect(await findApple(other.id)).toEqual([other.first])
  })

  it('keeps answers whose users are deleted meanwhile, as anywhere else', async () => {
    const d = await fullDataset()
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    await s.as('owner').delete(`/api/v1/users/${d.person.id}`)
    await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    const { body } = await s.as('owner').get(`/api/v1/datasets/${d.id}/records?include=responses`)
    expect(body.items[0].responses).toMatchObject([{ user_id: null, values: { label: { value: 'b' } } }])
  })

  it('gives back a dataset that an older version deleted, which kept fewer tables', async () => {
    const d = await fullDataset()
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    const { db } = s.context.engine
    const { parts } = await db
      .selectFrom('bin')
      .select('parts')
      .where('dataset_id', '=', d.id)
      .executeTakeFirstOrThrow()
    const { decisions_seen, ...older } = JSON.parse(parts ?? '')
    expect(decisions_seen).toHaveLength(1)
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('bin')
        .set({ parts: JSON.stringify(older) })
        .where('dataset_id', '=', d.id)
        .execute(),
    )
    expect((await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)).status).toBe(200)
    // Decisions are told a few seconds after they are made.
    const told = () => s.as(d.person.username).get(`/api/v1/me/datasets/${d.id}/resolutions/new`)
    await expect.poll(async () => (await told()).body.records, { timeout: 15_000, interval: 100 }).toBe(1)
  })

  it('does not exist with POSTIL_BIN_DAYS=0', async () => {
    const none = await testServer(engine, { POSTIL_BIN_DAYS: '0' })
    const d = await none.build.dataset()
    await none.build.record(d.id)
    await none.as('owner').delete(`/api/v1/datasets/${d.id}`)
    expect((await none.as('owner').get('/api/v1/bin')).body).toEqual({ items: [], days: 0 })
    await none.context.jobs.settle()
    const left = await none.context.engine.db.selectFrom('records').select('pk').execute()
    expect(left).toEqual([])
  })
})

describe('the bin', () => {
  it('keeps the rows of every table that a dataset takes with it when it is deleted', async () => {
    const tables = await sql<{ name: string }>`
      select distinct tables.name from sqlite_master as tables, pragma_foreign_key_list(tables.name) as keys
      where keys."table" = 'datasets'`.execute((await testServer('sqlite')).context.engine.db)
    expect(tables.rows.map(({ name }) => name).sort()).toEqual([...PARTS].sort())
  })
})
