import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const FORBIDDEN = { status: 403, body: { detail: { code: 'argilla.api.errors::ForbiddenOperationError' } } }
const usernames = (users: { username: string }[]) => users.map((user) => user.username)

describe.each(engines)('members of a workspace on %s', (engine) => {
  let server: TestServer
  let ws: { id: string; name: string }
  let annId: string
  beforeAll(async () => {
    server = await testServer(engine)
    ws = await server.build.workspace('team')
    annId = (await server.build.user('annotator', { username: 'ann' })).id
    const adam = await server.build.user('admin', { username: 'adam' })
    await server.build.user('admin', { username: 'stranger' })
    // Joined in the other order than they were made.
    for (const id of [adam.id, annId]) await add(ws.id, id)
  })
  const add = (workspaceId: string, userId: string) =>
    server.as('owner').post(`/api/v1/workspaces/${workspaceId}/users`, { user_id: userId })

  it('lists them by time of joining, to owners and its admins', async () => {
    for (const name of ['owner', 'adam']) {
      const reply = await server.as(name).get(`/api/v1/workspaces/${ws.id}/users`)
      expect(reply.status).toBe(200)
      expect(usernames(reply.body.items)).toEqual(['adam', 'ann'])
    }
    for (const name of ['ann', 'stranger'])
      expect(await server.as(name).get(`/api/v1/workspaces/${ws.id}/users`)).toMatchObject(FORBIDDEN)
    expect((await server.anonymous.get(`/api/v1/workspaces/${ws.id}/users`)).status).toBe(401)
  })

  it('never shows a member’s key to another', async () => {
    const { items } = (await server.as('adam').get(`/api/v1/workspaces/${ws.id}/users`)).body
    expect(items[0].api_key).toMatch(/^postil_/)
    expect(items[1].api_key).toMatch(/^\*{4}.{4}$/)
  })

  it('links a user, once', async () => {
    const { id } = await server.build.user('annotator', { username: 'joiner' })
    expect(await add(ws.id, id)).toMatchObject({ status: 201, body: { id, username: 'joiner' } })
    expect((await server.as('joiner').get(`/api/v1/workspaces/${ws.id}`)).status).toBe(200)
    expect(await add(ws.id, id)).toMatchObject({
      status: 409,
      body: { detail: `Workspace user with workspace_id \`${ws.id}\` and user_id \`${id}\` is not unique` },
    })
  })

  it('refuses an unknown user with 422 and an unknown workspace with 404, the role first', async () => {
    const id = randomUUID()
    expect(await add(ws.id, id)).toMatchObject({ status: 422, body: { detail: `User with id \`${id}\` not found` } })
    const missing = { status: 404, body: { detail: `Workspace with id \`${id}\` not found` } }
    expect(await add(id, annId)).toMatchObject(missing)
    expect(await server.as('owner').get(`/api/v1/workspaces/${id}/users`)).toMatchObject(missing)
    for (const name of ['adam', 'ann']) {
      expect(await server.as(name).post(`/api/v1/workspaces/${id}/users`, { user_id: annId })).toMatchObject(FORBIDDEN)
      expect(await server.as(name).post(`/api/v1/workspaces/${ws.id}/users`, { user_id: annId })).toMatchObject(
        FORBIDDEN,
      )
      expect(await server.as(name).get(`/api/v1/workspaces/${id}/users`)).toMatchObject(FORBIDDEN)
    }
    expect(errorsOf(await server.as('owner').post(`/api/v1/workspaces/${ws.id}/users`, {}))).toEqual([
      'body.user_id: field required',
    ])
  })

  it('unlinks a user, for owners and its admins', async () => {
    const { id } = await server.build.user('annotator', { username: 'leaver', workspaces: [ws.id] })
    const path = `/api/v1/workspaces/${ws.id}/users/${id}`
    for (const name of ['ann', 'stranger', 'leaver'])
      expect(await server.as(name).delete(path)).toMatchObject(FORBIDDEN)
    expect(await server.as('adam').delete(path)).toMatchObject({ status: 200, body: { id, username: 'leaver' } })
    expect((await server.as('leaver').get(`/api/v1/workspaces/${ws.id}`)).status).toBe(403)
    expect((await server.anonymous.delete(path)).status).toBe(401)
  })

  it('says that someone is no member before it looks at the role', async () => {
    const id = randomUUID()
    for (const [workspaceId, userId] of [[ws.id, id] as const, [id, annId] as const])
      for (const name of ['owner', 'adam', 'stranger', 'ann'])
        expect(await server.as(name).delete(`/api/v1/workspaces/${workspaceId}/users/${userId}`)).toMatchObject({
          status: 404,
          body: { detail: `User with id \`${userId}\` not found in workspace with id \`${workspaceId}\`` },
        })
  })
})

describe.each(engines)('members on the classic API on %s', (engine) => {
  let server: TestServer
  let ws: { id: string; name: string }
  beforeAll(async () => {
    server = await testServer(engine)
    ws = await server.build.workspace('team')
    await server.build.user('admin', { username: 'adam', workspaces: [ws.id] })
    await server.build.user('annotator', { username: 'ann', workspaces: [ws.id] })
  })
  const path = (userId: string, workspaceId = ws.id) => `/api/workspaces/${workspaceId}/users/${userId}`
  const missing = (name: string, type: string) => ({
    status: 404,
    body: { detail: { code: 'argilla.api.errors::EntityNotFoundError', params: { name, type } } },
  })

  it('lists them as a bare list with workspace names', async () => {
    const reply = await server.as('adam').get(`/api/workspaces/${ws.id}/users`)
    expect(reply.status).toBe(200)
    expect(usernames(reply.body)).toEqual(['adam', 'ann'])
    expect(reply.body[1]).toMatchObject({ full_name: 'ann', workspaces: ['team'] })
    const nowhere = randomUUID()
    expect(await server.as('ann').get(`/api/workspaces/${ws.id}/users`)).toMatchObject(FORBIDDEN)
    expect(await server.as('adam').get(`/api/workspaces/${nowhere}/users`)).toMatchObject(FORBIDDEN)
    expect(await server.as('owner').get(`/api/workspaces/${nowhere}/users`)).toMatchObject(
      missing(nowhere, 'Workspace'),
    )
  })

  it('links with 200 and the new workspace, twice is a conflict', async () => {
    const { id } = await server.build.user('annotator', { username: 'joiner' })
    const owner = server.as('owner')
    expect(await owner.post(path(id))).toMatchObject({
      status: 200,
      body: { username: 'joiner', workspaces: ['team'] },
    })
    expect(await owner.post(path(id))).toMatchObject({
      status: 409,
      body: { detail: { code: 'argilla.api.errors::EntityAlreadyExistsError', params: { name: id, type: 'User' } } },
    })
    const nobody = randomUUID()
    expect(await owner.post(path(nobody))).toMatchObject(missing(nobody, 'User'))
    expect(await owner.post(path(id, nobody))).toMatchObject(missing(nobody, 'Workspace'))
    expect(await server.as('adam').post(path(id))).toMatchObject(FORBIDDEN)
  })

  it('unlinks with 200 and the user as they are then; no member is 404 for any role', async () => {
    const { id } = await server.build.user('annotator', { username: 'leaver', workspaces: [ws.id] })
    expect(await server.as('ann').delete(path(id))).toMatchObject(FORBIDDEN)
    expect(await server.as('adam').delete(path(id))).toMatchObject({
      status: 200,
      body: { username: 'leaver', workspaces: [] },
    })
    for (const name of ['owner', 'adam', 'ann'])
      expect(await server.as(name).delete(path(id))).toMatchObject(missing(id, 'User'))
    expect((await server.anonymous.delete(path(id))).status).toBe(401)
  })
})
