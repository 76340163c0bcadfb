import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../../config'
import { errorsOf } from '../../../testing/errors-of'
import { engines, testServer } from '../../../testing/test-server'
import { ensureOwner } from './setup.service'

/** A server as it is after a first start without owner settings. */
const unset = { POSTIL_OWNER_USERNAME: '', POSTIL_OWNER_PASSWORD: '', POSTIL_OWNER_API_KEY: '' }
const form = { username: 'first', password: 'a-long-password' }

async function freshServer(engine: (typeof engines)[number], settings: Record<string, string> = {}) {
  const server = await testServer(engine, { ...unset, ...settings })
  const { setupToken = '' } = await ensureOwner(server.context)
  return { server, setupToken }
}

describe.each(engines)('the first start on %s', (engine) => {
  it('has no user and no way in but the set-up link', async () => {
    const { server, setupToken } = await freshServer(engine)
    expect(setupToken.length).toBeGreaterThan(40)
    expect((await server.anonymous.get('/api/setup')).body).toEqual({ pending: true })
    for (const password of ['1234', '12345678', 'argilla'])
      expect((await server.anonymous.form('/api/v1/token', { username: 'argilla', password })).status).toBe(401)
    for (const key of ['argilla.apikey', 'owner.apikey'])
      expect((await server.anonymous.get('/api/v1/me', { 'x-argilla-api-key': key })).status).toBe(401)
  })

  it('makes the owner and a first workspace with the token, once', async () => {
    const { server, setupToken } = await freshServer(engine)
    const made = await server.anonymous.post('/api/setup', { token: setupToken, first_name: 'Ada', ...form })
    expect(made).toMatchObject({
      status: 201,
      body: { username: 'first', first_name: 'Ada', last_name: null, role: 'owner', api_key: '****' },
    })
    expect((await server.anonymous.get('/api/setup')).body).toEqual({ pending: false })
    const signedIn = await server.anonymous.form('/api/v1/token', form)
    const me = await server.anonymous.get('/api/me', { authorization: `Bearer ${signedIn.body.access_token}` })
    expect(me.body).toMatchObject({ username: 'first', role: 'owner', workspaces: ['default'] })

    const again = await server.anonymous.post('/api/setup', { token: setupToken, ...form, username: 'second' })
    expect(again).toMatchObject({ status: 409, body: { detail: 'This server has been set up already.' } })
    expect(await ensureOwner(server.context)).toEqual({})
  })

  it('lets one of two callers through who hold the token at once', async () => {
    const { server, setupToken } = await freshServer(engine)
    const make = (username: string) => server.anonymous.post('/api/setup', { ...form, token: setupToken, username })
    const replies = await Promise.all([make('one'), make('two')])
    const statuses = replies.map((reply) => reply.status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409 || status === 403)).toHaveLength(1)
  })

  it('refuses a wrong token, and an earlier one after a new start', async () => {
    const { server, setupToken } = await freshServer(engine)
    const second = (await ensureOwner(server.context)).setupToken ?? ''
    expect(second).not.toBe(setupToken)
    for (const token of ['guess', setupToken])
      expect(await server.anonymous.post('/api/setup', { token, ...form })).toMatchObject({ status: 403 })
    expect((await server.anonymous.get('/api/setup')).body).toEqual({ pending: true })
    expect(await server.anonymous.post('/api/setup', { token: second, ...form })).toMatchObject({ status: 201 })
  })

  it('keeps the token only as a hash', async () => {
    const { server, setupToken } = await freshServer(engine)
    const rows = await server.context.engine.db.selectFrom('settings').selectAll().execute()
    const values = rows.map((row) => row.value)
    expect(values).toContain(createHash('sha256').update(setupToken).digest('hex'))
    expect(values).not.toContain(setupToken)
  })

  it('limits guesses at the token', async () => {
    const { server, setupToken } = await freshServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2' })
    const attempt = (token: string) => server.anonymous.post('/api/setup', { token, ...form })
    expect([await attempt('a'), await attempt('b'), await attempt('c')].map((reply) => reply.status)).toEqual([
      403, 403, 429,
    ])
    expect(await attempt(setupToken)).toMatchObject({ status: 429, body: { detail: expect.any(String) } })
  })

  it('checks the form, all of it', async () => {
    const { server } = await freshServer(engine)
    const reply = await server.anonymous.post('/api/setup', { username: '-x', password: 'short', workspace: 'Upper' })
    expect(errorsOf(reply).map((line) => line.split(':', 1)[0])).toEqual([
      'body.token',
      'body.username',
      'body.password',
      'body.workspace',
    ])
  })

  it('takes the workspace of the form, else the one of the settings, and argilla for argilla', async () => {
    const first = async (settings: Record<string, string>, more: object) => {
      const { server, setupToken } = await freshServer(engine, settings)
      await server.anonymous.post('/api/setup', { token: setupToken, ...form, ...more })
      return (await server.context.engine.db.selectFrom('workspaces').selectAll().execute()).map((row) => row.name)
    }
    expect(await first({}, { workspace: 'mine' })).toEqual(['mine'])
    expect(await first({ POSTIL_OWNER_WORKSPACE: 'ours' }, {})).toEqual(['ours'])
    expect(await first({ POSTIL_OWNER_WORKSPACE: 'ours' }, { username: 'argilla' })).toEqual(['argilla'])
  })
})

describe.each(engines)('an owner from the settings on %s', (engine) => {
  it('can sign in with the password and the key, and has a first workspace', async () => {
    const server = await testServer(engine)
    expect((await server.anonymous.get('/api/setup')).body).toEqual({ pending: false })
    expect(
      await server.anonymous.form('/api/v1/token', { username: 'owner', password: 'owner-password' }),
    ).toMatchObject({ status: 201 })
    const me = await server.as('owner').get('/api/me')
    expect(me.body).toMatchObject({
      username: 'owner',
      role: 'owner',
      api_key: server.ownerKey,
      workspaces: ['default'],
    })
  })

  it('gets no second account at the next start', async () => {
    const server = await testServer(engine)
    await ensureOwner(server.context)
    expect((await server.as('owner').get('/api/v1/users')).body.items).toHaveLength(1)
  })

  it('may have a key and no password', async () => {
    const server = await testServer(engine, { POSTIL_OWNER_PASSWORD: '' })
    expect(await server.as('owner').get('/api/v1/me')).toMatchObject({ status: 200 })
    for (const password of ['owner-password', 'undefined', 'null'])
      expect((await server.anonymous.form('/api/v1/token', { username: 'owner', password })).status).toBe(401)
  })

  it('must have a name that the API takes', async () => {
    await expect(testServer(engine, { POSTIL_OWNER_USERNAME: 'not a name' })).rejects.toThrow(ConfigError)
  })
})
