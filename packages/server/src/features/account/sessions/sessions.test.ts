import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../../app'
import { clientOf } from '../../../testing/client'
import { errorsOf } from '../../../testing/errors-of'
import { spawnServer } from '../../../testing/spawn-server'
import { engines, makePlace, type TestServer, testServer } from '../../../testing/test-server'

const SECRET = 'a-secret-of-the-tests-only'
const WRONG = {
  status: 401,
  body: {
    detail: { code: 'argilla.api.errors::UnauthorizedError', params: { detail: 'Could not validate credentials' } },
  },
}
const BAD_TOKEN = {
  status: 401,
  body: { detail: { code: 'argilla.api.errors::UnauthorizedError', params: { detail: 'Invalid token' } } },
}
const OURS = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

describe.each(engines)('signing in on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine, { POSTIL_SECRET_KEY: SECRET })
  })
  const owner = { username: 'owner', password: 'owner-password' }
  const signIn = async (): Promise<string> => (await server.anonymous.form('/api/v1/token', owner)).body.access_token

  it('gives a bearer token for a form, 201 on v1 and 200 on the classic API [C1, C2]', async () => {
    for (const [path, status] of [['/api/v1/token', 201] as const, ['/api/security/token', 200] as const]) {
      const reply = await server.anonymous.form(path, owner)
      expect(reply).toMatchObject({ status, body: { token_type: 'bearer' } })
      expect(Object.keys(reply.body).sort()).toEqual(['access_token', 'token_type'])
      const me = await server.anonymous.get('/api/me', bearer(reply.body.access_token))
      expect(me).toMatchObject({ status: 200, body: { username: 'owner' } })
    }
  })

  it('says who is signed in, or that nobody is, which is no error', async () => {
    const nobody = { status: 200, body: { user: null } }
    expect(await server.anonymous.get('/api/session')).toMatchObject(nobody)
    const token = await signIn()
    const reply = await server.anonymous.get('/api/session', bearer(token))
    expect(reply).toMatchObject({ status: 200, body: { user: { username: 'owner', role: 'owner' } } })
    expect(reply.body.user).toEqual((await server.anonymous.get('/api/me', bearer(token))).body)
    expect(await server.anonymous.get('/api/session', bearer('stale'))).toMatchObject(nobody)
  })

  it('takes the same pair as JSON', async () => {
    expect(await server.anonymous.post('/api/v1/token', owner)).toMatchObject({ status: 201 })
  })

  it('takes the form as multipart/form-data too, and says what is wrong with a bad one', async () => {
    const part = (name: string, value: string) =>
      `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const multipart = { 'content-type': 'multipart/form-data; boundary=cut' }
    const send = (path: string, body: string) => server.anonymous.post(path, body, multipart)
    const form = `${part('username', 'owner')}${part('password', 'owner-password')}--cut--\r\n`
    expect(await send('/api/v1/token', form)).toMatchObject({ status: 201 })
    expect(await send('/api/security/token', form)).toMatchObject({ status: 200 })
    const file = 'Content-Disposition: form-data; name="password"; filename="p.txt"\r\nContent-Type: text/plain'
    const asFile = `${part('username', 'owner')}--cut\r\n${file}\r\n\r\nowner-password\r\n--cut--\r\n`
    expect(errorsOf(await send('/api/v1/token', asFile))).toEqual(['body.password: str type expected'])
    expect(errorsOf(await send('/api/v1/token', 'no form'))).toEqual(['body: The body is not multipart/form-data.'])
  })

  it('writes the claims clients read, with a lifetime of a day', async () => {
    const claims = decodeJwt(await signIn())
    const me = (await server.as('owner').get('/api/v1/me')).body
    expect(claims).toMatchObject({ identity: me.id, name: 'owner', username: 'owner', role: 'owner' })
    expect(Math.abs((claims.exp ?? 0) - Date.now() / 1000 - 86_400)).toBeLessThan(30)
  })

  it.each([
    ['a wrong password', { ...owner, password: 'wrong-password' }],
    ['an unknown user', { ...owner, username: 'nobody' }],
    ['another case of the name', { ...owner, username: 'Owner' }],
    ['an endless password', { ...owner, password: 'x'.repeat(60_000) }],
  ])('refuses %s with the same words', async (_, pair) => {
    for (const path of ['/api/v1/token', '/api/security/token'])
      expect(await server.anonymous.form(path, pair)).toMatchObject(WRONG)
  })

  it.each([
    ['missing', {}, ['body.username: field required', 'body.password: field required']],
    [
      'empty',
      { username: '', password: '' },
      [
        'body.username: ensure this value has at least 1 characters',
        'body.password: ensure this value has at least 1 characters',
      ],
    ],
  ])('calls a %s name and password a shape error', async (_, form: Record<string, string>, expected) => {
    for (const path of ['/api/v1/token', '/api/security/token'])
      expect(errorsOf(await server.anonymous.form(path, form))).toEqual(expected)
  })

  it('needs credentials everywhere else, and says so without a challenge header', async () => {
    const reply = await server.anonymous.get('/api/v1/me')
    expect(reply).toMatchObject(WRONG)
    expect(reply.headers['www-authenticate']).toBeUndefined()
  })

  it('refuses a token that is expired, forged, unsigned or of no session', async () => {
    const key = new TextEncoder().encode(SECRET)
    const { jti = '', ...claims } = decodeJwt(await signIn())
    const token = (secret: Uint8Array, exp: string, id = jti) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setJti(id).setExpirationTime(exp).sign(secret)
    expect(await server.anonymous.get('/api/v1/me', bearer(await token(key, '1h')))).toMatchObject({ status: 200 })
    const [, payload] = (await token(key, '1h')).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const bad = [
      await token(key, '-1s'),
      await token(new TextEncoder().encode('another secret entirely'), '1h'),
      await token(key, '1h', '00000000-0000-0000-0000-000000000000'),
      unsigned,
      'nonsense',
    ]
    for (const one of bad) expect(await server.anonymous.get('/api/v1/me', bearer(one))).toMatchObject(BAD_TOKEN)
  })

  it('tries the API key first; an unknown one falls through to the token', async () => {
    const token = await signIn()
    const both = (key: string, authorization: string) => ({ 'x-argilla-api-key': key, authorization })
    const me = (headers: Record<string, string>) => server.anonymous.get('/api/v1/me', headers)
    expect(await me(both('unknown', `Bearer ${token}`))).toMatchObject({ status: 200, body: { username: 'owner' } })
    expect(await me(both(server.ownerKey, 'Bearer nonsense'))).toMatchObject({ status: 200 })
    expect(await me(both('unknown', 'Bearer nonsense'))).toMatchObject(BAD_TOKEN)
    expect(await me({ 'x-argilla-api-key': 'unknown' })).toMatchObject(WRONG)
  })

  it('lets a user with a stale token sign in again', async () => {
    expect(await server.anonymous.form('/api/v1/token', owner, bearer('stale'))).toMatchObject({ status: 201 })
  })

  it('gives pages of this server an HttpOnly session cookie, and programs none', async () => {
    const page = await server.anonymous.form('/api/security/token', owner, OURS)
    const cookie = String(page.headers['set-cookie'])
    expect(cookie).toBe(`auth_session=${page.body.access_token}; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax`)
    const setFor = async (headers: Record<string, string>) =>
      (await server.anonymous.form('/api/security/token', owner, headers)).headers['set-cookie']
    expect(await setFor({ ...OURS, origin: 'https://localhost' })).toMatch(/; Secure$/)
    // Browsers without Sec-Fetch-Site.
    expect(await setFor({ host: 'localhost:8443', origin: 'https://localhost:8443' })).toMatch(/; Secure$/)
    expect(await setFor({ host: 'localhost', origin: 'https://elsewhere.example' })).toBeUndefined()
    expect(await setFor({ host: 'localhost', origin: 'null' })).toBeUndefined()
    expect(await setFor({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost' })).toBeUndefined()
    expect(await setFor({})).toBeUndefined()
  })

  it('takes the cookie on reads from anywhere, on writes from our own pages only', async () => {
    const cookie = { cookie: `auth_session=${await signIn()}` }
    const write = (name: string, headers: Record<string, string>) =>
      server.anonymous.post('/api/v1/workspaces', { name }, { ...cookie, ...headers })
    expect(await server.anonymous.get('/api/v1/me', cookie)).toMatchObject({ status: 200, body: { username: 'owner' } })
    expect(await write('by-our-page', OURS)).toMatchObject({ status: 201 })
    expect(await write('by-another', { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 })
    expect(await write('by-unknown', {})).toMatchObject({ status: 403 })
    expect(await server.anonymous.post('/api/v1/me/api-keys', { name: 'x' }, cookie)).toMatchObject({ status: 403 })
  })

  it('treats a stale cookie as none', async () => {
    expect(await server.anonymous.get('/api/v1/me', { cookie: 'auth_session=stale' })).toMatchObject(WRONG)
  })

  it('signs out: the token and the cookie are worth nothing, other sessions go on', async () => {
    const [gone, kept] = [await signIn(), await signIn()]
    const reply = await server.anonymous.post('/api/session/logout', undefined, bearer(gone))
    expect(reply.status).toBe(204)
    expect(String(reply.headers['set-cookie'])).toBe('auth_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
    expect(await server.anonymous.get('/api/v1/me', bearer(gone))).toMatchObject(BAD_TOKEN)
    expect(await server.anonymous.get('/api/v1/me', bearer(kept))).toMatchObject({ status: 200 })

    const cookie = { cookie: `auth_session=${kept}` }
    const elsewhere = { ...cookie, 'sec-fetch-site': 'cross-site' }
    const ignored = await server.anonymous.post('/api/session/logout', undefined, elsewhere)
    expect(ignored.headers['set-cookie']).toBeUndefined()
    expect(await server.anonymous.get('/api/v1/me', cookie)).toMatchObject({ status: 200 })
    await server.anonymous.post('/api/session/logout', undefined, { ...cookie, ...OURS })
    expect(await server.anonymous.get('/api/v1/me', cookie)).toMatchObject(WRONG)
    expect(await server.anonymous.post('/api/session/logout')).toMatchObject({ status: 204 })
  })

  it('looks the user up on every request: a deleted one is out at once, a new role holds at once', async () => {
    const { id } = await server.build.user('annotator', { username: 'leaver' })
    const reply = await server.anonymous.form('/api/v1/token', { username: 'leaver', password: 'a-long-password' })
    const headers = bearer(reply.body.access_token)
    expect(await server.anonymous.get('/api/v1/users', headers)).toMatchObject({ status: 403 })
    await server.as('owner').patch(`/api/v1/users/${id}`, { role: 'owner' })
    expect(await server.anonymous.get('/api/v1/users', headers)).toMatchObject({ status: 200 })
    await server.as('owner').delete(`/api/v1/users/${id}`)
    expect(await server.anonymous.get('/api/v1/me', headers)).toMatchObject(BAD_TOKEN)
  })
})

describe.each(engines)('the limit on sign-ins on %s', (engine) => {
  it('stops guessing one name with 429, a text and Retry-After, and counts no success', async () => {
    const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2' })
    await server.build.user('annotator', { username: 'other' })
    const guess = (username: string, password: string, path = '/api/v1/token') =>
      server.anonymous.form(path, { username, password })
    for (let i = 0; i < 4; i += 1) expect((await guess('owner', 'owner-password')).status).toBe(201)
    // Sent at once, so that a count taken only after the check would let all of them through.
    const guesses = await Promise.all([1, 2, 3, 4].map((n) => guess('owner', `guess-number-${n}`)))
    expect(guesses.map((reply) => reply.status).sort()).toEqual([401, 401, 429, 429])
    for (const path of ['/api/v1/token', '/api/security/token']) {
      const refused = await guess('owner', 'owner-password', path)
      expect(refused).toMatchObject({
        status: 429,
        body: { detail: expect.stringMatching(/^Too many failed attempts/) },
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    }
    for (let i = 0; i < 20; i += 1) expect((await guess('owner', 'again')).status).toBe(429)
    expect((await guess('other', 'a-long-password')).status).toBe(201)
  })

  it('believes the last proxy, and no address that the client made up', async () => {
    for (const proxies of ['1', '127.0.0.1', '10.0.0.0/8, 127.0.0.0/8']) {
      const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2', POSTIL_TRUST_PROXY: proxies })
      const guess = (password: string, forwarded: string) =>
        server.anonymous.form('/api/v1/token', { username: 'owner', password }, { 'x-forwarded-for': forwarded })
      for (const n of [1, 2]) expect((await guess('a-guess', `198.51.100.${n}, 203.0.113.9`)).status).toBe(401)
      expect((await guess('a-guess', '198.51.100.3, 203.0.113.9')).status).toBe(429)
      expect((await guess('owner-password', '203.0.113.10')).status).toBe(201)
    }
  })

  it('believes nobody without the setting', async () => {
    const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2' })
    const guess = (n: number) =>
      server.anonymous.form(
        '/api/v1/token',
        { username: 'owner', password: 'a-guess' },
        { 'x-forwarded-for': `203.0.113.${n}` },
      )
    expect([await guess(1), await guess(2), await guess(3)].map(({ status }) => status)).toEqual([401, 401, 429])
  })

  it('stops guessing one account from many addresses, IPv6 networks counted as one', async () => {
    const settings = { POSTIL_SIGN_INS_PER_MINUTE: '1', POSTIL_TRUST_PROXY: '1' }
    const server = await testServer(engine, settings)
    await server.build.user('annotator', { username: 'other' })
    const guess = async (username: string, ip: string) =>
      (await server.anonymous.form('/api/v1/token', { username, password: 'a-guess' }, { 'x-forwarded-for': ip }))
        .status
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) statuses.push(await guess('owner', `203.0.113.${n}`))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await guess('other', '2001:db8:0:1::1')).toBe(401)
    expect(await guess('other', '2001:db8:0:1:ffff::2')).toBe(429)
    expect(await guess('other', '2001:db8:0:2::1')).toBe(401)
  })

  it('counts in the store: other servers on it, and one started again, go on counting', async () => {
    const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2' })
    // The same store under another server; on SQLite that can only be in this process.
    const { server: second } = await buildApp(server.context.config, server.context.engine)
    const guess = (app: TestServer['server'], password = 'a-guess') =>
      clientOf(app).form('/api/v1/token', { username: 'owner', password })
    const guesses = await Promise.all([guess(server.server), guess(second), guess(server.server), guess(second)])
    expect(guesses.map(({ status }) => status).toSorted()).toEqual([401, 401, 429, 429])
    expect((await guess(second, 'owner-password')).status).toBe(429)
    await second.close()
  })

  it('stops guessing many names from one address', async () => {
    const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '1' })
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await server.anonymous.form('/api/v1/token', { username: `name-${n}`, password: 'guess' })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  })
})

/** Only PostgreSQL is shared; the embedded store refuses a second server. */
describe.skipIf(!engines.includes('postgres'))('the limit on sign-ins of two servers on one postgres', () => {
  it('counts what either of them was asked', { timeout: 120_000 }, async () => {
    const place = await makePlace('postgres')
    const env = {
      ...place.env,
      POSTIL_OWNER_USERNAME: 'owner',
      POSTIL_OWNER_PASSWORD: 'owner-password',
      POSTIL_SIGN_INS_PER_MINUTE: '4',
    }
    const one = await spawnServer(env)
    const other = await spawnServer(env)
    const guess = async ({ url }: typeof one, password: string) => {
      const body = new URLSearchParams({ username: 'owner', password })
      return (await fetch(`${url}/api/v1/token`, { method: 'POST', body })).status
    }
    // Sent at once to both, more than the limit to each alone.
    const guesses = Array.from({ length: 6 }, (_, n) => [guess(one, `guess-${n}`), guess(other, `other-guess-${n}`)])
    const statuses = await Promise.all(guesses.flat())
    expect(statuses.filter((status) => status === 401)).toHaveLength(4)
    expect(statuses.filter((status) => status === 429)).toHaveLength(8)
    for (const server of [one, other]) expect(await guess(server, 'owner-password')).toBe(429)
    await Promise.all([one.end('SIGTERM'), other.end('SIGTERM')])
    await place.remove()
  })
})
