import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const eve = { first_name: 'Eve', username: 'eve', password: 'a-long-password' }
const classicError = (name: string, params: object) => ({ detail: { code: `argilla.api.errors::${name}`, params } })
const FORBIDDEN = { status: 403, body: classicError('ForbiddenOperationError', { detail: 'Operation not allowed' }) }

describe.each(engines)('users on the classic API on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine)
    await server.build.workspace('alpha')
    await server.build.workspace('beta')
    await server.build.user('admin', { username: 'adam' })
  })
  const create = (body: object) => server.as('owner').post('/api/users', body)

  it('tells an owner of every workspace, others of their own, and leaves nulls out [C2]', async () => {
    const owner = await server.as('owner').get('/api/me')
    expect(owner).toMatchObject({
      status: 200,
      body: { username: 'owner', full_name: 'owner', api_key: server.ownerKey },
    })
    expect(owner.body.workspaces).toEqual(['default', 'alpha', 'beta'])
    expect(owner.body).not.toHaveProperty('last_name')
    const adam = await server.as('adam').get('/api/me')
    expect(adam.body.workspaces).toEqual([])
    expect(await server.anonymous.get('/api/me')).toMatchObject({
      status: 401,
      body: classicError('UnauthorizedError', { detail: 'Could not validate credentials' }),
    })
  })

  it('adds a user with full name and workspaces, answering 200', async () => {
    const reply = await create({ ...eve, last_name: 'Ode', role: 'admin', workspaces: ['beta', 'alpha', 'beta'] })
    expect(reply).toMatchObject({
      status: 200,
      body: { username: 'eve', full_name: 'Eve Ode', role: 'admin', workspaces: ['beta', 'alpha'] },
    })
    const { api_key: key } = reply.body
    expect(await server.anonymous.get('/api/me', { 'x-argilla-api-key': key })).toMatchObject({
      status: 200,
      body: { username: 'eve', api_key: key },
    })
  })

  it('creates nothing when a workspace is unknown, and says so in plain text', async () => {
    const reply = await create({ ...eve, username: 'half', workspaces: ['alpha', 'nowhere'] })
    expect(reply).toMatchObject({ status: 422, body: { detail: 'Workspace with name `nowhere` not found' } })
    expect((await create({ ...eve, username: 'half', workspaces: ['alpha'] })).status).toBe(200)
  })

  it('calls a taken name a conflict', async () => {
    await create({ ...eve, username: 'twice' })
    expect(await create({ ...eve, username: 'twice' })).toMatchObject({
      status: 409,
      body: classicError('EntityAlreadyExistsError', { name: 'twice', type: 'User' }),
    })
  })

  it('answers a bad shape of a new user in plain text, which its Python client needs', async () => {
    const reply = await create({ ...eve, password: 'short', username: '_x' })
    expect(reply.status).toBe(422)
    expect(reply.body.detail).toContain('password: ensure this value has at least 8 characters')
    expect(reply.body.detail).toContain('username: string does not match regex')
  })

  it('lists every user, oldest first, as a bare list', async () => {
    const { status, body } = await server.as('owner').get('/api/users')
    expect(status).toBe(200)
    expect(body.slice(0, 3).map((user: { username: string }) => user.username)).toEqual(['owner', 'adam', 'eve'])
    expect(body[2]).toMatchObject({ full_name: 'Eve Ode', workspaces: ['beta', 'alpha'] })
    expect(body[0].api_key).toBe(server.ownerKey)
  })

  it('deletes a user, saying who it was; an unknown one is missing for any role', async () => {
    const { id } = (await create({ ...eve, username: 'gone', workspaces: ['alpha'] })).body
    expect(await server.as('owner').delete(`/api/users/${id}`)).toMatchObject({
      status: 200,
      body: { username: 'gone', workspaces: ['alpha'] },
    })
    for (const name of ['owner', 'adam'])
      expect(await server.as(name).delete(`/api/users/${id}`)).toMatchObject({
        status: 404,
        body: classicError('EntityNotFoundError', { name: id, type: 'User' }),
      })
  })

  it('is for owners', async () => {
    const { id } = (await create({ ...eve, username: 'safe' })).body
    expect(await server.as('adam').get('/api/users')).toMatchObject(FORBIDDEN)
    expect(await server.as('adam').post('/api/users', { ...eve, username: 'sneaked' })).toMatchObject(FORBIDDEN)
    expect(await server.as('adam').delete(`/api/users/${id}`)).toMatchObject(FORBIDDEN)
    expect((await server.anonymous.get('/api/users')).status).toBe(401)
    expect((await server.anonymous.post('/api/users', {})).status).toBe(401)
  })

  it('calls a bad id a shape error', async () => {
    expect(await server.as('owner').delete('/api/users/seven')).toMatchObject({
      status: 422,
      body: classicError('ValidationError', {
        errors: [{ loc: ['path', 'user_id'], msg: 'value is not a valid uuid', type: 'type_error.uuid' }],
      }),
    })
    expect((await server.as('owner').delete(`/api/users/${randomUUID()}`)).status).toBe(404)
  })
})
