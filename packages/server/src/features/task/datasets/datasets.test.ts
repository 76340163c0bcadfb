import { beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type TaskWorld, taskWorld } from '../testing/task-world'

describe.each(engines)('classic datasets on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('creates a dataset with all the nulls that clients send, and shows it [C3]', async () => {
    const sent = {
      id: null,
      name: 'made',
      task: 'TextClassification',
      owner: null,
      workspace: null,
      created_at: null,
      last_updated: null,
      tags: { n: 1 },
      metadata: { a: [1] },
    }
    const made = await world.owner.post('/api/datasets', sent)
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      id: 'ws.made',
      name: 'made',
      task: 'TextClassification',
      workspace: 'ws',
      owner: 'ws',
      tags: { n: '1' },
      metadata: { a: [1] },
      created_by: 'owner',
    })
    expect(made.body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/)
    expect((await world.owner.get('/api/datasets/made')).body).toEqual(made.body)
    expect((await world.owner.get('/api/datasets/made?workspace=ws', { 'x-argilla-workspace': 'other' })).body.id).toBe(
      'ws.made',
    )
  })

  it('finds a dataset by a former name of its workspace, until another one has this name', async () => {
    const { server } = world
    const { id } = await server.build.workspace('before')
    const old = { 'x-argilla-workspace': 'before' }
    const owner = server.as('owner')
    await owner.post('/api/datasets', { name: 'kept', task: 'TextClassification' }, old)
    const log = (text: string) =>
      owner.post('/api/datasets/kept/TextClassification:bulk', { records: [{ id: text, inputs: { text } }] }, old)
    await log('one')
    await owner.patch(`/api/v1/workspaces/${id}`, { name: 'between' })
    await owner.patch(`/api/v1/workspaces/${id}`, { name: 'after' })
    expect(await log('two')).toMatchObject({ status: 200, body: { processed: 1 } })
    expect((await owner.get('/api/datasets/kept', old)).body).toMatchObject({ id: 'after.kept', workspace: 'after' })
    await owner.delete('/api/datasets/kept', old)
    expect((await owner.get('/api/datasets/kept', old)).status).toBe(200)
    const stranger = await server.build.user('annotator', { workspaces: [world.workspace.id] })
    expect((await server.as(stranger.username).get('/api/datasets/kept', old)).status).toBe(403)
    expect((await owner.get('/api/datasets/other', old)).status).toBe(404)
    await server.build.workspace('before')
    expect((await owner.get('/api/datasets/kept', old)).status).toBe(404)
    expect((await owner.get('/api/datasets/kept?workspace=between')).body.id).toBe('after.kept')
  })

  it.each([
    ['no workspace at all', '/api/datasets', { name: 'x', task: 'Text2Text' }, {}, 400, 'MissingInputParamError'],
    [
      'an unknown workspace',
      '/api/datasets',
      { name: 'x', task: 'Text2Text', workspace: 'nowhere' },
      {},
      404,
      'EntityNotFoundError',
    ],
    [
      'a name with capitals',
      '/api/datasets',
      { name: 'Bad', task: 'Text2Text', workspace: 'ws' },
      {},
      422,
      'ValidationError',
    ],
    ['an unknown task', '/api/datasets', { name: 'x', task: 'Text3Text', workspace: 'ws' }, {}, 422, 'ValidationError'],
    ['no body', '/api/datasets', undefined, {}, 422, 'ValidationError'],
  ])('refuses to create with %s', async (_, path, body, headers, status, name) => {
    const reply = await world.server.as('owner').post(path, body, headers)
    expect([reply.status, errorName(reply)]).toEqual([status, name])
  })

  it('refuses a taken name, also for another task, and tells which', async () => {
    await world.dataset('TextClassification', 'taken')
    const reply = await world.owner.post('/api/datasets', { name: 'taken', task: 'Text2Text' })
    expect(reply.status).toBe(409)
    expect(reply.body.detail).toEqual({
      code: 'argilla.api.errors::EntityAlreadyExistsError',
      params: { name: 'taken', type: 'ServiceDataset', workspace: 'ws' },
    })
  })

  it('lists one workspace or all, under both paths, and hides the others [C3]', async () => {
    const other = await world.server.build.workspace('other-ws')
    const { username } = await world.server.build.user('annotator', { workspaces: [other.id] })
    await world.server.as('owner').post('/api/datasets?workspace=other-ws', { name: 'elsewhere', task: 'Text2Text' })
    await world.dataset('Text2Text', 'listed')
    const names = (reply: { body: { name: string }[] }) => reply.body.map((dataset) => dataset.name)

    const all = await world.server.as('owner').get('/api/datasets')
    expect(names(all)).toEqual(expect.arrayContaining(['elsewhere', 'listed']))
    expect(names(await world.server.as('owner').get('/api/datasets/'))).toEqual(names(all))
    expect(names(await world.owner.get('/api/datasets/'))).not.toContain('elsewhere')
    expect(names(await world.server.as(username).get('/api/datasets'))).toEqual(['elsewhere'])
    expect(names(await world.server.as(username).get('/api/datasets?workspace=other-ws'))).toEqual(['elsewhere'])
    for (const workspace of ['ws', 'nowhere']) {
      const hidden = await world.server.as(username).get(`/api/datasets?workspace=${workspace}`)
      expect(hidden.body.detail).toEqual({
        code: 'argilla.api.errors::EntityNotFoundError',
        params: { name: workspace, type: 'Workspace' },
      })
    }
    const { username: homeless } = await world.server.build.user('admin')
    expect((await world.server.as(homeless).get('/api/datasets')).body).toEqual([])
  })

  it('merges tags and metadata key by key, by any member [C3]', async () => {
    const { username } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    await world.dataset('Text2Text', 'patched')
    await world.owner.patch('/api/datasets/patched', { tags: { a: '1' }, metadata: { k: { x: 1 } } })
    const before = (await world.owner.get('/api/datasets/patched')).body.last_updated
    const reply = await world.as(username).patch('/api/datasets/patched', { tags: { b: 2 }, metadata: { k: 3 } })
    expect(reply.body).toMatchObject({ tags: { a: '1', b: '2' }, metadata: { k: 3 } })
    expect(reply.body.last_updated > before).toBe(true)
    expect((await world.owner.patch('/api/datasets/patched', {})).status).toBe(200)
    expect((await world.owner.patch('/api/datasets/patched')).status).toBe(422)
  })

  it('deletes a dataset with its records, and a missing one without complaint [C3]', async () => {
    const ds = await world.dataset('Text2Text', 'doomed')
    await ds.log([{ id: 1, text: 'x' }])
    const gone = await world.owner.delete('/api/datasets/doomed?workspace=ws')
    expect([gone.status, gone.body]).toEqual([200, null])
    expect(errorName(await world.owner.get('/api/datasets/doomed'))).toBe('EntityNotFoundError')
    expect((await world.owner.delete('/api/datasets/doomed')).status).toBe(200)
    await world.dataset('Text2Text', 'doomed')
    expect((await ds.search()).body.total).toBe(0)
    expect(errorName(await world.server.as('owner').delete('/api/datasets/doomed'))).toBe('MissingInputParamError')
  })

  it('closes and opens: closed, nothing in it can be read or changed', async () => {
    const ds = await world.dataset('TextClassification', 'shut')
    await ds.log([{ id: 1, inputs: { text: 'x' } }])
    expect((await world.owner.put('/api/datasets/shut:close')).body).toBeNull()
    expect((await world.owner.get('/api/datasets/shut')).status).toBe(200)
    const calls = [
      ds.search(),
      ds.scan(),
      ds.log([]),
      ds.metric('F1'),
      world.owner.get(ds.path('/records/1')),
      world.owner.patch(ds.path('/records/1'), {}),
      world.owner.delete(ds.path('/data')),
      world.owner.get(ds.path('/TextClassification/labeling/rules/metrics')),
      world.owner.get(ds.path('/TextClassification/labeling/rules/x/metrics')),
    ]
    for (const reply of await Promise.all(calls)) {
      expect(reply.body.detail).toEqual({ code: 'argilla.api.errors::ClosedDatasetError', params: { name: 'shut' } })
      expect(reply.status).toBe(400)
    }
    expect((await world.owner.put('/api/datasets/shut:open')).body).toBeNull()
    expect((await ds.search()).body.total).toBe(1)
    const log = world.server.context.engine.db.selectFrom('events').select(['kind', 'before', 'after'])
    const kinds = ['task_dataset.close', 'task_dataset.open'] as const
    const events = await log.where('kind', 'in', kinds).orderBy('seq', 'desc').limit(2).execute()
    expect(events.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['task_dataset.open', '{"closed":true}', '{"closed":false}'],
      ['task_dataset.close', '{"closed":false}', '{"closed":true}'],
    ])
  })

  it('copies records, settings, rules and vectors into another workspace', async () => {
    const target = await world.server.build.workspace('copy-ws')
    const ds = await world.dataset('TextClassification', 'origin')
    await world.owner.patch('/api/datasets/origin', { tags: { a: '1' }, metadata: { m: 1 } })
    await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['A'] } })
    await ds.log([{ id: 7, inputs: { text: 'hello' }, metadata: { k: 1 }, vectors: { v: { value: [1, 2] } } }])
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'hello', labels: ['A'] })

    const copy = await world.owner.put(ds.path(':copy'), {
      name: 'the-copy',
      target_workspace: 'copy-ws',
      tags: { b: '2' },
      metadata: null,
    })
    expect(copy.status).toBe(200)
    expect(copy.body).toMatchObject({
      id: 'copy-ws.the-copy',
      tags: { a: '1', b: '2' },
      metadata: { m: 1, source_workspace: 'ws', copied_from: 'origin' },
    })
    const log = world.server.context.engine.db.selectFrom('events').select('after')
    const event = await log.where('kind', '=', 'task_dataset.copy').executeTakeFirstOrThrow()
    const origin = world.server.context.engine.db.selectFrom('task_datasets').select(['id', 'version'])
    expect(JSON.parse(event.after ?? '').from).toEqual(
      await origin.where('name', '=', 'origin').executeTakeFirstOrThrow(),
    )
    const there = { 'x-argilla-workspace': target.name }
    const found = await world.owner.post(
      '/api/datasets/the-copy/TextClassification:search',
      { query: { query_text: 'hello AND metadata.k:1' } },
      there,
    )
    expect(found.body.records).toMatchObject([{ id: 7, vectors: { v: { value: [1, 2] } } }])
    const settings = await world.owner.get('/api/datasets/the-copy/TextClassification/settings', there)
    expect(settings.body.label_schema.labels).toEqual([{ id: 'A', name: 'A' }])
    expect(
      (await world.owner.get('/api/datasets/TextClassification/the-copy/labeling/rules', there)).body,
    ).toMatchObject([{ query: 'hello', label: 'A' }])

    const taken = await world.owner.put(ds.path(':copy'), { name: 'the-copy', target_workspace: 'copy-ws' })
    expect(taken.body.detail.params).toMatchObject({ name: 'the-copy', type: 'Dataset' })
    expect((await world.owner.put(ds.path(':copy'), { name: 'c2', target_workspace: 'nowhere' })).status).toBe(404)
    const { username } = await world.server.build.user('admin', { workspaces: [world.workspace.id] })
    expect((await world.as(username).put(ds.path(':copy'), { name: 'c3', target_workspace: 'copy-ws' })).status).toBe(
      403,
    )
    expect((await world.as(username).put(ds.path(':copy'), { name: 'c3' })).body.id).toBe('ws.c3')
  })

  it('answers in the order of the checks: 401, 422, workspace, dataset, task, role', async () => {
    const ds = await world.dataset('TextClassification', 'ordered')
    const { username: stranger } = await world.server.build.user('annotator')
    const path = ds.path('/TokenClassification:search')
    const badBody = { query: { status: ['Nope'] } }
    expect((await world.server.anonymous.post(path, badBody)).status).toBe(401)
    expect((await world.server.as(stranger).post(path, badBody)).status).toBe(422)
    expect(errorName(await world.server.as(stranger).post(path, {}))).toBe('MissingInputParamError')
    expect(errorName(await world.server.as(stranger).post(`${path}?workspace=`, {}))).toBe('MissingInputParamError')
    expect(errorName(await world.as(stranger).post('/api/datasets/none/TokenClassification:search', {}))).toBe(
      'EntityNotFoundError',
    )
    expect(errorName(await world.as(stranger).post(path, {}))).toBe('WrongTaskError')
    expect(errorName(await world.as(stranger).post(ds.path('/TextClassification:search'), {}))).toBe(
      'ForbiddenOperationError',
    )
  })
})

describe.each(engines)('a classic dataset that is deleted without a bin on %s', (engine) => {
  const COUNT = 450
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine, { POSTIL_BIN_DAYS: '0' })
  })

  /** A dataset with records, vectors, tombstones, settings and a rule. */
  async function fullDataset(name: string) {
    const ds = await world.dataset('TextClassification', name)
    const records = Array.from({ length: COUNT + 2 }, (_, id) => ({
      id,
      inputs: { text: `text ${id}` },
      vectors: { v: { value: [id, 1] } },
    }))
    expect((await ds.log(records)).status).toBe(200)
    expect((await world.owner.delete(ds.path('/data'), { ids: [0, 1] })).status).toBe(200)
    await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['A'] } })
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'text', labels: ['A'] })
    const { id } = await rows('task_datasets').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return { ...ds, id }
  }
  const rows = <T extends 'task_datasets' | 'jobs'>(table: T) => world.server.context.engine.db.selectFrom(table)
  const countRows = async (id: string) => {
    const { db } = world.server.context.engine
    const tables = ['task_records', 'task_vectors', 'task_deletions', 'task_settings', 'task_rules', 'bin'] as const
    const of = async (table: (typeof tables)[number]) =>
      (await db.selectFrom(table).select('dataset_id').where('dataset_id', '=', id).execute()).length
    const datasets = await db.selectFrom('task_datasets').select('id').where('id', '=', id).execute()
    return [datasets.length, ...(await Promise.all(tables.map(of)))]
  }
  const ALL = [1, COUNT, COUNT, 2, 1, 1, 1]
  const NONE = [0, 0, 0, 0, 0, 0, 0]
  const pauseJobs = () => vi.spyOn(world.server.context.jobs, 'wake').mockResolvedValue()

  it('is out of reach at once, its name is free, and a job deletes its rows', async () => {
    const { server, owner } = world
    const ds = await fullDataset('gone')
    const paused = pauseJobs()
    const reply = await owner.delete('/api/datasets/gone')
    expect([reply.status, reply.body]).toEqual([200, null])
    for (const name of ['gone', ds.id]) expect((await owner.get(`/api/datasets/${name}`)).status).toBe(404)
    expect((await ds.search()).status).toBe(404)
    expect((await ds.log([{ id: 1, inputs: { text: 'late' } }])).status).toBe(404)
    expect((await owner.get('/api/datasets')).body).toEqual([])
    expect((await server.as('owner').get('/api/v1/bin')).body).toEqual({ items: [], days: 0 })
    expect((await server.as('owner').post(`/api/v1/bin/${ds.id}/restore`)).status).toBe(404)
    const next = await world.dataset('TextClassification', 'gone')
    await next.log([{ id: 1, inputs: { text: 'new' } }])
    expect((await next.search()).body.total).toBe(1)
    expect(await countRows(ds.id)).toEqual(ALL)

    paused.mockRestore()
    await server.context.jobs.settle()
    expect(await countRows(ds.id)).toEqual(NONE)
    expect((await next.search()).body.total).toBe(1)
    const jobs = rows('jobs').select(['state', 'done', 'total']).where('kind', '=', 'purge_dataset')
    expect(await jobs.where('subject', '=', ds.id).execute()).toEqual([{ state: 'done', done: COUNT, total: COUNT }])
    const events = server.context.engine.db.selectFrom('events').select('kind').where('dataset_id', '=', ds.id)
    expect((await events.where('kind', 'like', 'task_dataset.%').orderBy('seq').execute()).map((e) => e.kind)).toEqual([
      'task_dataset.create',
      'task_dataset.delete',
    ])
  })

  it('is cleared away by the next server when one was stopped meanwhile', async () => {
    const { context } = world.server
    const ds = await fullDataset('stopped')
    const paused = pauseJobs()
    await world.owner.delete('/api/datasets/stopped')
    // As after the first records, by a server whose lease is over.
    await context.engine.transaction(async (tx) => {
      await tx.deleteFrom('task_records').where('dataset_id', '=', ds.id).where('key', '<', '3').execute()
      const job = tx.updateTable('jobs').set({ state: 'running', lease: 'of a stopped server', lease_until: 1 })
      await job.where('kind', '=', 'purge_dataset').where('subject', '=', ds.id).execute()
    })
    paused.mockRestore()
    await context.jobs.settle()
    expect(await countRows(ds.id)).toEqual(NONE)
  })

  it('does not keep its workspace from being deleted', async () => {
    const { server } = world
    const owner = server.as('owner')
    const { id, name } = await server.build.workspace()
    await owner.post('/api/datasets', { name: 'in-it', task: 'Text2Text', workspace: name })
    const dataset = await rows('task_datasets').select('id').where('name', '=', 'in-it').executeTakeFirstOrThrow()
    const paused = pauseJobs()
    await owner.delete(`/api/datasets/in-it?workspace=${name}`)
    expect((await owner.delete(`/api/v1/workspaces/${id}`)).status).toBe(200)
    paused.mockRestore()
    await server.context.jobs.settle()
    expect(await countRows(dataset.id)).toEqual(NONE)
  })
})
