import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../config'
import { type EngineName, testServer } from '../../testing/test-server'

const ENGINE: EngineName = 'sqlite'
const THEIRS = 'https://notebook.example'
const asked = (server: Awaited<ReturnType<typeof testServer>>, origin: string) =>
  server.server.inject({
    method: 'OPTIONS',
    url: '/api/v1/datasets',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-argilla-api-key, content-type',
    },
  })

describe('scripts of other sites', () => {
  it('are told nothing while no site is named', async () => {
    const server = await testServer(ENGINE)
    const reply = await server.as('owner').get('/api/v1/me', { origin: THEIRS })
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
    expect((await asked(server, THEIRS)).statusCode).toBe(404)
  })

  it.each([
    ['the site itself', `https://other.example, ${THEIRS}`],
    ['every site', '*'],
  ])('may call with a key where the settings name %s', async (_, setting) => {
    const server = await testServer(ENGINE, { POSTIL_ALLOWED_ORIGINS: setting })
    const before = await asked(server, THEIRS)
    expect([before.statusCode, before.payload]).toEqual([204, ''])
    expect(before.headers).toMatchObject({
      'access-control-allow-origin': THEIRS,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'x-argilla-api-key, content-type',
      vary: 'Origin',
    })
    const made = await server.as('owner').post('/api/v1/workspaces', { name: 'from-elsewhere' }, { origin: THEIRS })
    expect(made).toMatchObject({ status: 201, headers: { 'access-control-allow-origin': THEIRS } })
    expect(made.headers).not.toHaveProperty('access-control-allow-credentials')
    const failed = await server.anonymous.get('/api/v1/me', { origin: THEIRS })
    expect(failed).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': THEIRS } })
  })

  it('get no session cookie, and cannot use one', async () => {
    const server = await testServer(ENGINE, { POSTIL_ALLOWED_ORIGINS: THEIRS })
    const pair = { username: 'owner', password: 'owner-password' }
    const signedIn = await server.anonymous.form('/api/security/token', pair, { origin: THEIRS })
    expect(signedIn.status).toBe(200)
    expect(signedIn.headers['set-cookie']).toBeUndefined()
    const cookie = `auth_session=${signedIn.body.access_token}`
    const write = await server.anonymous.post('/api/v1/workspaces', { name: 'x' }, { origin: THEIRS, cookie })
    expect(write.status).toBe(403)
  })

  it('of a site that is not named are told nothing', async () => {
    const server = await testServer(ENGINE, { POSTIL_ALLOWED_ORIGINS: THEIRS })
    const reply = await server.as('owner').get('/api/v1/me', { origin: 'https://other.example' })
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it.each(['notebook.example', `${THEIRS}/page`, 'null'])('cannot be named by %s', async (setting) => {
    await expect(testServer(ENGINE, { POSTIL_ALLOWED_ORIGINS: setting })).rejects.toThrow(ConfigError)
  })
})
