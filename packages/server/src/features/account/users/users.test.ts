import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { eventProblems } from '../../../testing/logged-events'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const FORBIDDEN = {
  status: 403,
  body: {
    detail: { code: 'argilla.api.errors::ForbiddenOperationError', params: { detail: 'Operation not allowed' } },
  },
}
const dee = { first_name: 'Dee', username: 'dee', password: 'a-long-password' }

describe.each(engines)('users on %s', (engine) => {
  let server: TestServer
  let ownerId: string
  beforeAll(async () => {
    server = await testServer(engine)
    await server.build.user('admin', { username: 'adam' })
    await server.build.user('annotator', { username: 'ann' })
    ownerId = (await server.as('owner').get('/api/v1/me')).body.id
  })
  const create = (body: object) => server.as('owner').post('/api/v1/users', body)
  const add = async (username: string, more: object = {}) => (await create({ ...dee, username, ...more })).body

  it('tells the caller who they are, with a role [E31]', async () => {
    const reply = await server.as('ann').get('/api/v1/me')
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ first_name: 'ann', last_name: null, username: 'ann', role: 'annotator' })
    expect(reply.body.inserted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/)
    expect(reply.body.updated_at).toBe(reply.body.inserted_at)
  })

  it('adds a user, trimmed, an annotator unless said otherwise', async () => {
    const reply = await create({ ...dee, first_name: '  Dee ', last_name: ' Day ', unknown: 1 })
    expect(reply).toMatchObject({
      status: 201,
      body: { first_name: 'Dee', last_name: 'Day', username: 'dee', role: 'annotator' },
    })
    expect(await server.anonymous.form('/api/v1/token', dee)).toMatchObject({ status: 201 })
    expect((await add('dea', { role: 'admin' })).role).toBe('admin')
  })

  it('gives the key of a new user once: it works, and no retry or later reply has it', async () => {
    const headers = { 'idempotency-key': 'a-new-user' }
    const body = { ...dee, username: 'keyed' }
    const made = await server.as('owner').post('/api/v1/users', body, headers)
    const { id, api_key: key } = made.body
    expect(key).toMatch(/^postil_[\w-]{43}$/)
    const me = () => server.anonymous.get('/api/v1/me', { 'x-argilla-api-key': key })
    expect(await me()).toMatchObject({ status: 200, body: { username: 'keyed', api_key: key } })
    const again = await server.as('owner').post('/api/v1/users', body, headers)
    expect(again).toMatchObject({ status: 409, body: { detail: 'Username `keyed` is not unique' } })
    expect((await server.as('owner').get(`/api/v1/users/${id}`)).body.api_key).toBe(`****${key.slice(-4)}`)
    const { db } = server.context.engine
    const kept = [
      await db.selectFrom('idempotency_keys').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('api_keys').selectAll().execute(),
    ]
    expect(JSON.stringify(kept)).not.toContain(key)
    const { items } = (await server.as('owner').get(`/api/v1/users/${id}/api-keys`)).body
    expect(items).toMatchObject([{ name: 'made with the account', last_four: key.slice(-4) }])
    await server.as('owner').delete(`/api/v1/users/${id}/api-keys/${items[0].id}`)
    expect((await me()).status).toBe(401)
  })

  it('refuses a taken name, also to two calls at once', async () => {
    await add('taken')
    expect(await create({ ...dee, username: 'taken' })).toMatchObject({
      status: 409,
      body: { detail: 'Username `taken` is not unique' },
    })
    const raced = await Promise.all([create({ ...dee, username: 'raced' }), create({ ...dee, username: 'raced' })])
    expect(raced.map((reply) => reply.status).sort()).toEqual([201, 409])
  })

  it.each([
    [{}, ['first_name: field required', 'username: field required', 'password: field required']],
    [{ ...dee, first_name: ' ' }, ['first_name: ensure this value has at least 1 characters']],
    [{ ...dee, last_name: '' }, ['last_name: ensure this value has at least 1 characters']],
    [{ ...dee, username: '-dee' }, ['username: string does not match regex "^(?!-|_)[A-za-z0-9-_]+$"']],
    [{ ...dee, username: 'd ee' }, ['username: string does not match regex "^(?!-|_)[A-za-z0-9-_]+$"']],
    [{ ...dee, password: '🔑'.repeat(7) }, ['password: ensure this value has at least 8 characters']],
    [{ ...dee, password: 'x'.repeat(101) }, ['password: ensure this value has at most 100 characters']],
    [
      { ...dee, role: 'king' },
      ["role: value is not a valid enumeration member; permitted: 'owner', 'admin', 'annotator'"],
    ],
    [{ ...dee, username: null }, ['username: none is not an allowed value']],
  ])('refuses %j', async (body, expected) => {
    expect(errorsOf(await create(body))).toEqual(expected.map((line) => `body.${line}`))
  })

  it('takes every character the pattern admits, and passwords up to 100 characters', async () => {
    const password = '🔑'.repeat(100)
    expect(await create({ ...dee, username: 'A[]\\^`z_-9', password })).toMatchObject({ status: 201 })
    expect(await server.anonymous.form('/api/v1/token', { username: 'A[]\\^`z_-9', password })).toMatchObject({
      status: 201,
    })
  })

  it('lists users, oldest first; only the caller’s own key is whole', async () => {
    const { items } = (await server.as('owner').get('/api/v1/users')).body
    expect(items.slice(0, 3).map((item: { username: string }) => item.username)).toEqual(['owner', 'adam', 'ann'])
    expect(items[0].api_key).toBe(server.ownerKey)
    const annKey = (await server.as('ann').get('/api/v1/me')).body.api_key
    expect(items[2].api_key).toBe(`****${annKey.slice(-4)}`)
  })

  it('shows no whole key to a caller with a token', async () => {
    const { access_token } = (
      await server.anonymous.form('/api/v1/token', { username: 'owner', password: 'owner-password' })
    ).body
    const reply = await server.anonymous.get('/api/v1/me', { authorization: `Bearer ${access_token}` })
    expect(reply.body.api_key).toBe(`****${server.ownerKey.slice(-4)}`)
  })

  it('shows one user', async () => {
    const reply = await server.as('owner').get(`/api/v1/users/${ownerId.toUpperCase()}`)
    expect(reply).toMatchObject({ status: 200, body: { id: ownerId, username: 'owner' } })
  })

  it('checks the role before existence, except where it changes or deletes', async () => {
    const id = randomUUID()
    const missing = { status: 404, body: { detail: `User with id \`${id}\` not found` } }
    for (const path of [`/api/v1/users/${id}`, `/api/v1/users/${id}/workspaces`]) {
      expect(await server.as('owner').get(path)).toMatchObject(missing)
      for (const name of ['adam', 'ann']) expect(await server.as(name).get(path)).toMatchObject(FORBIDDEN)
      expect((await server.anonymous.get(path)).status).toBe(401)
    }
    for (const name of ['owner', 'adam', 'ann']) {
      expect(await server.as(name).delete(`/api/v1/users/${id}`)).toMatchObject(missing)
      expect(await server.as(name).patch(`/api/v1/users/${id}`, {})).toMatchObject(missing)
    }
  })

  it('is for owners', async () => {
    const { id } = await add('plain')
    for (const name of ['adam', 'ann']) {
      const as = server.as(name)
      expect(await as.get('/api/v1/users')).toMatchObject(FORBIDDEN)
      expect(await as.post('/api/v1/users', { ...dee, username: 'sneaked' })).toMatchObject(FORBIDDEN)
      expect(await as.patch(`/api/v1/users/${id}`, { role: 'owner' })).toMatchObject(FORBIDDEN)
      expect(await as.delete(`/api/v1/users/${id}`)).toMatchObject(FORBIDDEN)
    }
    expect(await server.anonymous.post('/api/v1/users', {})).toMatchObject({ status: 401 })
    expect(errorsOf(await server.as('owner').get('/api/v1/users/7'))).toEqual([
      'path.user_id: value is not a valid uuid',
    ])
  })

  it('deletes a user with keys, sessions and memberships', async () => {
    const workspace = await server.build.workspace()
    const { id, username } = await server.build.user('annotator', { workspaces: [workspace.id] })
    const reply = await server.as('owner').delete(`/api/v1/users/${id}`)
    expect(reply).toMatchObject({ status: 200, body: { id, username } })
    expect((await server.as(username).get('/api/v1/me')).status).toBe(401)
    expect((await server.as('owner').get(`/api/v1/workspaces/${workspace.id}/users`)).body.items).toEqual([])
    expect((await server.as('owner').delete(`/api/v1/users/${id}`)).status).toBe(404)
  })

  it('changes what is sent and nothing else', async () => {
    const { id } = await add('changing', { last_name: 'Old' })
    const before = (await server.as('owner').get(`/api/v1/users/${id}`)).body
    const path = `/api/v1/users/${before.id}`
    const owner = server.as('owner')
    const changed = (await owner.patch(path, { first_name: ' New ', role: 'admin' })).body
    expect(changed).toEqual({ ...before, first_name: 'New', role: 'admin', updated_at: expect.any(String) })
    expect(changed.updated_at > before.updated_at).toBe(true)
    expect((await owner.patch(path, {})).body).toEqual(changed)
    expect((await owner.patch(path, { last_name: null })).body.last_name).toBeNull()
    expect((await owner.patch(path, { username: 'changed' })).body.username).toBe('changed')
    expect(await owner.patch(path, { username: 'ann' })).toMatchObject({
      status: 409,
      body: { detail: 'Username `ann` is not unique' },
    })
    expect(errorsOf(await owner.patch(path, { first_name: null, role: null }))).toEqual([
      'body.__root__: The following keys must have non-null values: first_name, role',
    ])
    expect(errorsOf(await owner.patch(path, { password: 'short' }))).toEqual([
      'body.password: ensure this value has at least 8 characters',
    ])
  })

  it('ends the sessions of a user whose password an owner changed', async () => {
    const { id } = await add('reset')
    const token = (await server.anonymous.form('/api/v1/token', { username: 'reset', password: dee.password })).body
      .access_token
    await server.as('owner').patch(`/api/v1/users/${id}`, { password: 'another-password' })
    expect((await server.anonymous.get('/api/v1/me', { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await server.anonymous.form('/api/v1/token', { username: 'reset', password: dee.password })).status).toBe(
      401,
    )
    expect(
      (await server.anonymous.form('/api/v1/token', { username: 'reset', password: 'another-password' })).status,
    ).toBe(201)
  })

  it('keeps no password in the store, in any form but its hash', async () => {
    await add('hidden', { password: 'find-me-if-you-can' })
    const { db } = server.context.engine
    const rows = [
      await db.selectFrom('users').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain('hidden')
    expect(JSON.stringify(rows)).not.toContain('find-me-if-you-can')
    expect(JSON.stringify(rows[1])).not.toContain('$argon2id$')
  })

  it('lists the workspaces of a user: linked ones, or all for an owner [C9]', async () => {
    const one = await server.build.workspace()
    const { id } = await server.build.user('admin', { workspaces: [one.id] })
    const names = async (userId: string) =>
      (await server.as('owner').get(`/api/v1/users/${userId}/workspaces`)).body.items.map(
        (item: { name: string }) => item.name,
      )
    expect(await names(id)).toEqual([one.name])
    const all = await names(ownerId)
    expect(all[0]).toBe('default')
    expect(all).toContain(one.name)
  })
})

describe.each(engines)('the log of users on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine)
  })
  async function logged(id: string, kinds: string[]) {
    const events = server.context.engine.db.selectFrom('events').selectAll().where('subject_id', '=', id)
    const rows = await events.where('kind', 'in', kinds).orderBy('seq').execute()
    expect(eventProblems(rows)).toEqual([])
    return rows.map(({ kind, before, after }) => ({
      kind,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
    }))
  }
  /** An owner who has invited somebody and has made a password link for somebody else, and for whom there is one, too. */
  async function ownerWithLinks(workspaces: string[]) {
    const owner = await server.build.user('owner', { workspaces })
    const other = await server.build.user('annotator')
    const as = server.as(owner.username)
    const invited = await as.post('/api/v1/invitations', { role: 'annotator', workspace_ids: workspaces })
    const links = [
      await as.post(`/api/v1/users/${other.id}/password-link`),
      await server.as('owner').post(`/api/v1/users/${owner.id}/password-link`),
    ]
    expect([invited, ...links].map(({ status }) => status)).toEqual([201, 201, 201])
    const tokens: string[] = [invited, ...links].map(({ body }) => body.token)
    const { db } = server.context.engine
    const rows = await db.selectFrom('join_links').selectAll().where('user_id', 'in', [owner.id, other.id]).execute()
    const links_ended = {
      invitation_ids: [invited.body.id],
      password_link_ids: expect.arrayContaining(rows.map(({ id }) => id)),
    }
    return { ...owner, secrets: [...tokens, ...rows.map(({ hash }) => hash)], links_ended }
  }

  it('has what goes with a deleted user, without secrets', async () => {
    const dataset = await server.build.dataset()
    const other = await server.build.workspace()
    const user = await ownerWithLinks([dataset.workspaceId, other.id])
    const record = await server.build.record(dataset.id)
    const key = (await server.as(user.username).post('/api/v1/me/api-keys', { name: 'for a program' })).body
    await server.as(user.username).put(`/api/v1/records/${record.id}/skip`)
    const { db, transaction } = server.context.engine
    const session = { id: randomUUID(), user_id: user.id, inserted_at: 1 }
    await transaction(async (tx) => {
      const rows = [1, 9e15].map((expires_at) => ({ ...session, id: randomUUID(), expires_at }))
      await tx.insertInto('sessions').values(rows).execute()
    })
    const keys = await db.selectFrom('api_keys').selectAll().where('user_id', '=', user.id).execute()

    expect((await server.as('owner').delete(`/api/v1/users/${user.id}`)).status).toBe(200)
    const events = await logged(user.id, ['user.delete'])
    const before = {
      username: user.username,
      first_name: user.username,
      last_name: null,
      role: 'owner',
      disabled: false,
      workspace_ids: [dataset.workspaceId, other.id],
      api_keys: expect.arrayContaining(keys.map(({ id, name }) => ({ id, name }))),
      sessions: 1,
      skips: 1,
      ...user.links_ended,
    }
    expect(events).toEqual([{ kind: 'user.delete', before, after: null }])
    expect(events[0]?.before.api_keys).toContainEqual({ id: key.id, name: 'for a program' })
    expect(events[0]?.before.api_keys).toHaveLength(keys.length)
    expect(events[0]?.before.password_link_ids).toHaveLength(2)
    for (const secret of [key.key, ...keys.map(({ hash }) => hash), ...user.secrets]) {
      expect(secret).toEqual(expect.any(String))
      expect(JSON.stringify(events)).not.toContain(secret)
    }
  })

  it('has nothing beside the user for one who had nothing', async () => {
    const { id } = (await server.as('owner').post('/api/v1/users', dee)).body
    await server.context.engine.transaction((tx) => tx.deleteFrom('api_keys').where('user_id', '=', id).execute())
    await server.as('owner').delete(`/api/v1/users/${id}`)
    const [event] = await logged(id, ['user.delete'])
    const none = { workspace_ids: [], api_keys: [], sessions: 0, skips: 0, invitation_ids: [], password_link_ids: [] }
    expect(event?.before).toMatchObject(none)
  })

  it('has whether a user is disabled, before and after, and the links that end with it', async () => {
    const workspace = await server.build.workspace()
    const user = await ownerWithLinks([workspace.id])
    for (const disabled of [true, false])
      await server.as('owner').put(`/api/v1/users/${user.id}/disabled`, { disabled })
    const same = { username: user.username, first_name: user.username, last_name: null, role: 'owner' }
    const events = await logged(user.id, ['user.disable', 'user.enable'])
    expect(events).toEqual([
      {
        kind: 'user.disable',
        before: { ...same, disabled: false, ...user.links_ended },
        after: { ...same, disabled: true },
      },
      { kind: 'user.enable', before: { ...same, disabled: true }, after: { ...same, disabled: false } },
    ])
    for (const secret of user.secrets) expect(JSON.stringify(events)).not.toContain(secret)
  })
})

describe.each(engines)('the last owner on %s', (engine) => {
  it('can neither be deleted nor lose the role', async () => {
    const server = await testServer(engine)
    const owner = server.as('owner')
    const { id } = (await owner.get('/api/v1/me')).body
    const refused = { status: 409, body: { detail: 'The user owner is the last owner and must stay one' } }
    expect(await owner.delete(`/api/v1/users/${id}`)).toMatchObject(refused)
    expect(await owner.delete(`/api/users/${id}`)).toMatchObject(refused)
    expect(await owner.patch(`/api/v1/users/${id}`, { role: 'admin' })).toMatchObject(refused)
    await server.build.user('owner', { username: 'second' })
    expect(await owner.patch(`/api/v1/users/${id}`, { role: 'admin' })).toMatchObject({ status: 200 })
    expect((await owner.get('/api/v1/users')).status).toBe(403)
  })

  it('stays when two owners delete each other at once', async () => {
    const server = await testServer(engine)
    const other = await server.build.user('owner', { username: 'other' })
    const { id } = (await server.as('owner').get('/api/v1/me')).body
    const replies = await Promise.all([
      server.as('owner').delete(`/api/v1/users/${other.id}`),
      server.as('other').delete(`/api/v1/users/${id}`),
    ])
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
    const left = await server.context.engine.db.selectFrom('users').select('role').execute()
    expect(left).toEqual([{ role: 'owner' }])
  })
})

describe.each(engines)('a deleted user on %s', (engine) => {
  it('leaves their responses behind, without a name', async () => {
    const server = await testServer(engine)
    const dataset = await server.build.dataset()
    const { id } = await server.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const { engine: store } = server.context
    const times = { inserted_at: 1, updated_at: 1 }
    const recordId = randomUUID()
    const record = { id: recordId, dataset_id: dataset.id, external_id: null, fields: '{}', metadata: null, ...times }
    const response = { id: randomUUID(), dataset_id: dataset.id, record_id: recordId, user_id: id, ...times }
    await store.transaction(async (tx) => {
      const { pk } = await tx.insertInto('records').values(record).returning('pk').executeTakeFirstOrThrow()
      const values = { ...response, record_pk: Number(pk), status: 'submitted' as const, values: '{}' }
      await tx.insertInto('responses').values(values).execute()
    })
    expect(await server.as('owner').delete(`/api/v1/users/${id}`)).toMatchObject({ status: 200 })
    const left = await store.db.selectFrom('responses').select(['id', 'user_id', 'status']).execute()
    expect(left).toEqual([{ id: response.id, user_id: null, status: 'submitted' }])
  })
})
