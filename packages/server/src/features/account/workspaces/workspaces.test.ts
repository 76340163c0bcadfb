import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { eventProblems } from '../../../testing/logged-events'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const FORBIDDEN = { status: 403, body: { detail: { code: 'argilla.api.errors::ForbiddenOperationError' } } }
const names = (items: { name: string }[]) => items.map((item) => item.name)

describe.each(engines)('workspaces on %s', (engine) => {
  let server: TestServer
  let inside: { id: string; name: string }
  beforeAll(async () => {
    server = await testServer(engine)
    inside = await server.build.workspace('inside')
    await server.build.workspace('other')
    await server.build.user('admin', { username: 'adam', workspaces: [inside.id] })
    await server.build.user('annotator', { username: 'ann', workspaces: [inside.id] })
    await server.build.user('admin', { username: 'stranger' })
  })

  it('adds a workspace [E31]', async () => {
    const reply = await server.as('owner').post('/api/v1/workspaces', { name: '1_new-one' })
    expect(reply).toMatchObject({ status: 201, body: { name: '1_new-one', id: expect.any(String) } })
    expect(reply.body.inserted_at).toBe(reply.body.updated_at)
  })

  it('refuses a taken name, also to two calls at once', async () => {
    const create = (name: string) => server.as('owner').post('/api/v1/workspaces', { name })
    expect(await create('inside')).toMatchObject({
      status: 409,
      body: { detail: 'Workspace name `inside` is not unique' },
    })
    const raced = await Promise.all([create('raced'), create('raced')])
    expect(raced.map((reply) => reply.status).sort()).toEqual([201, 409])
  })

  it.each([
    [{}, 'field required'],
    [{ name: '' }, 'ensure this value has at least 1 characters'],
    [{ name: 'Upper' }, 'string does not match regex "^(?!-|_)[a-z0-9-_]+$"'],
    [{ name: '-a' }, 'string does not match regex "^(?!-|_)[a-z0-9-_]+$"'],
    [{ name: null }, 'none is not an allowed value'],
    [{ name: ['a'] }, 'str type expected'],
  ])('refuses %j', async (body, expected) => {
    expect(errorsOf(await server.as('owner').post('/api/v1/workspaces', body))).toEqual([`body.name: ${expected}`])
  })

  it('lists one’s own workspaces; all of them for an owner [C9]', async () => {
    const mine = async (name: string) => names((await server.as(name).get('/api/v1/me/workspaces')).body.items)
    expect(await mine('adam')).toEqual(['inside'])
    expect(await mine('ann')).toEqual(['inside'])
    expect(await mine('stranger')).toEqual([])
    expect((await mine('owner')).slice(0, 3)).toEqual(['default', 'inside', 'other'])
    expect((await server.anonymous.get('/api/v1/me/workspaces')).status).toBe(401)
  })

  it('shows a workspace to its members and to owners [C9, E31]', async () => {
    for (const name of ['owner', 'adam', 'ann'])
      expect(await server.as(name).get(`/api/v1/workspaces/${inside.id}`)).toMatchObject({ status: 200, body: inside })
    expect(await server.as('stranger').get(`/api/v1/workspaces/${inside.id}`)).toMatchObject(FORBIDDEN)
  })

  it('checks the role before existence', async () => {
    const id = randomUUID()
    const missing = { status: 404, body: { detail: `Workspace with id \`${id}\` not found` } }
    const path = `/api/v1/workspaces/${id}`
    expect(await server.as('owner').get(path)).toMatchObject(missing)
    expect(await server.as('owner').delete(path)).toMatchObject(missing)
    for (const name of ['adam', 'ann']) {
      expect(await server.as(name).get(path)).toMatchObject(FORBIDDEN)
      expect(await server.as(name).delete(path)).toMatchObject(FORBIDDEN)
    }
    expect(errorsOf(await server.as('ann').get('/api/v1/workspaces/7'))).toEqual([
      'path.workspace_id: value is not a valid uuid',
    ])
  })

  it('lets only owners add and delete', async () => {
    for (const name of ['adam', 'ann']) {
      expect(await server.as(name).post('/api/v1/workspaces', { name: 'sneaked' })).toMatchObject(FORBIDDEN)
      expect(await server.as(name).delete(`/api/v1/workspaces/${inside.id}`)).toMatchObject(FORBIDDEN)
    }
    expect((await server.anonymous.post('/api/v1/workspaces', {})).status).toBe(401)
  })

  it('deletes an empty workspace, with its memberships', async () => {
    const gone = await server.build.workspace('gone')
    const { username } = await server.build.user('annotator', { workspaces: [gone.id] })
    expect(await server.as('owner').delete(`/api/v1/workspaces/${gone.id}`)).toMatchObject({ status: 200, body: gone })
    expect((await server.as(username).get('/api/v1/me/workspaces')).body.items).toEqual([])
    expect((await server.as('owner').get(`/api/v1/workspaces/${gone.id}`)).status).toBe(404)
  })

  it('logs the members of a deleted one, and the open invitations to it', async () => {
    const gone = await server.build.workspace()
    const users = [
      await server.build.user('admin', { workspaces: [gone.id, inside.id] }),
      await server.build.user('annotator', { workspaces: [gone.id] }),
    ]
    const invite = async (...workspace_ids: string[]) =>
      (await server.as('owner').post('/api/v1/invitations', { role: 'annotator', workspace_ids })).body
    const invited = [await invite(gone.id), await invite(inside.id, gone.id)]
    await invite(inside.id)
    const expired = await invite(gone.id)
    const { db, transaction } = server.context.engine
    await transaction((tx) =>
      tx.updateTable('join_links').set({ expires_at: 1 }).where('id', '=', expired.id).execute(),
    )
    expect((await server.as('owner').delete(`/api/v1/workspaces/${gone.id}`)).status).toBe(200)
    const events = db.selectFrom('events').selectAll().where('subject_id', '=', gone.id)
    const rows = await events.where('kind', '=', 'workspace.delete').execute()
    expect(eventProblems(rows)).toEqual([])
    expect(rows.map(({ before }) => JSON.parse(before ?? ''))).toEqual([
      { name: gone.name, user_ids: users.map(({ id }) => id), invitation_ids: invited.map(({ id }) => id) },
    ])
    for (const { token } of invited) expect(rows[0]?.before).not.toContain(token)
  })

  it('refuses to delete one that holds a feedback dataset, until that is gone', async () => {
    const dataset = await server.build.dataset({ publish: false })
    const path = `/api/v1/workspaces/${dataset.workspaceId}`
    expect(await server.as('owner').delete(path)).toMatchObject({
      status: 409,
      body: {
        detail: `Cannot delete the workspace ${dataset.workspaceId}. This workspace has some feedback datasets linked`,
      },
    })
    await server.as('owner').delete(`/api/v1/datasets/${dataset.id}`)
    expect(await server.as('owner').delete(path)).toMatchObject({ status: 200 })
  })

  it('refuses to delete one that holds a classic dataset', async () => {
    const { id } = await server.build.workspace()
    const row = { id: randomUUID(), workspace_id: id, name: 'old', task: 'TextClassification' as const, tags: '{}' }
    await server.context.engine.transaction((tx) =>
      tx
        .insertInto('task_datasets')
        .values({
          ...row,
          metadata: '{}',
          created_by: null,
          created_at: 1,
          last_updated: 1,
          closed: 0,
          version: 0,
          deletions_gone_to: 0,
          seals: 0,
        })
        .execute(),
    )
    expect(await server.as('owner').delete(`/api/v1/workspaces/${id}`)).toMatchObject({
      status: 409,
      body: { detail: `Cannot delete the workspace ${id}. This workspace has some datasets linked` },
    })
  })
})

describe.each(engines)('workspaces on the classic API on %s', (engine) => {
  it('lists all of them to any user, as a bare list, oldest first [C9]', async () => {
    const server = await testServer(engine)
    await server.build.workspace('zeta')
    await server.build.workspace('alpha')
    await server.build.user('annotator', { username: 'ann' })
    const reply = await server.as('ann').get('/api/workspaces')
    expect(reply.status).toBe(200)
    expect(names(reply.body)).toEqual(['default', 'zeta', 'alpha'])
    expect(Object.keys(reply.body[0]).sort()).toEqual(['id', 'inserted_at', 'name', 'updated_at'])
    expect((await server.anonymous.get('/api/workspaces')).status).toBe(401)
  })

  it('adds one with 200, and has its own form of conflict', async () => {
    const server = await testServer(engine)
    await server.build.user('admin', { username: 'adam' })
    const create = (name: string) => server.as('owner').post('/api/workspaces', { name })
    expect(await create('new')).toMatchObject({ status: 200, body: { name: 'new' } })
    expect(await create('new')).toMatchObject({
      status: 409,
      body: {
        detail: { code: 'argilla.api.errors::EntityAlreadyExistsError', params: { name: 'new', type: 'Workspace' } },
      },
    })
    expect(await create('Not A Name')).toMatchObject({
      status: 422,
      body: { detail: { code: 'argilla.api.errors::ValidationError' } },
    })
    expect(await server.as('adam').post('/api/workspaces', { name: 'mine' })).toMatchObject(FORBIDDEN)
  })
})
