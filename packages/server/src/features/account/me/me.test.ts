import { beforeAll, describe, expect, it, vi } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const OLD = 'a-long-password'
const NEW = 'a-newer-password'

describe.each(engines)('one’s own password on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '3' })
  })
  const signIn = async (username: string, password: string) =>
    server.anonymous.form('/api/v1/token', { username, password })
  const session = async (username: string) => ({
    authorization: `Bearer ${(await signIn(username, OLD)).body.access_token}`,
  })
  const change = (headers: Record<string, string>, current_password: string, new_password = NEW) =>
    server.anonymous.put('/api/v1/me/password', { current_password, new_password }, headers)

  it('is changed with the current one; the other sessions end and are listed, this one and the keys go on', async () => {
    const { id } = await server.build.user('annotator', { username: 'ann' })
    const [earlier, here, elsewhere] = [await session('ann'), await session('ann'), await session('ann')]
    expect((await server.anonymous.get('/api/v1/me', earlier)).status).toBe(200)
    const changed = await change(here, OLD)
    expect(changed.status).toBe(200)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/)
    expect(changed.body.ended_sessions).toEqual([
      { inserted_at: time, expires_at: time },
      { inserted_at: time, expires_at: time },
    ])
    const [first, second] = changed.body.ended_sessions
    expect(first.inserted_at < second.inserted_at && first.inserted_at < first.expires_at).toBe(true)
    const listed = await server.as('ann').get('/api/v1/me/api-keys')
    const idsOf = (keys: { id: string }[]) => keys.map(({ id }) => id)
    expect(idsOf(changed.body.api_keys)).toEqual(idsOf(listed.body.items))
    expect(changed.body.api_keys.length).toBeGreaterThan(0)
    const log = server.context.engine.db.selectFrom('events').select(['user_id', 'before'])
    const ended = await log.where('kind', '=', 'session.delete').execute()
    expect(ended.map(({ user_id, before }) => [user_id, JSON.parse(before ?? '').user_id])).toEqual([
      [id, id],
      [id, id],
    ])
    expect((await signIn('ann', OLD)).status).toBe(401)
    expect((await signIn('ann', NEW)).status).toBe(201)
    expect((await server.anonymous.get('/api/v1/me', here)).status).toBe(200)
    expect((await server.anonymous.get('/api/v1/me', elsewhere)).status).toBe(401)
    expect((await server.as('ann').get('/api/v1/me')).status).toBe(200)
  })

  it('stays when the current one is wrong, and guessing is limited', async () => {
    await server.build.user('annotator', { username: 'bob' })
    const here = await session('bob')
    for (let i = 0; i < 3; i += 1)
      expect(await change(here, 'a-wrong-guess')).toMatchObject({
        status: 422,
        body: { detail: 'The current password is not correct' },
      })
    const limited = await change(here, OLD)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is not taken for guessed when its change is repeated, or fails for another reason', async () => {
    await server.build.user('annotator', { username: 'cleo' })
    const here = { ...(await session('cleo')), 'idempotency-key': 'one' }
    const attempts = async () =>
      (await server.context.engine.db.selectFrom('sign_in_attempts').select('id').execute()).length
    await server.context.engine.transaction((tx) => tx.deleteFrom('sign_in_attempts').execute())
    expect((await change(here, OLD)).status).toBe(200)
    expect(await attempts()).toBe(0)
    for (let i = 0; i < 4; i += 1) expect((await change(here, OLD)).status).toBe(200)
    await vi.waitUntil(async () => (await attempts()) === 0, { timeout: 10_000 })
    // The key belongs to another request: a right password is no guess, a wrong one is.
    expect((await change(here, NEW, OLD)).status).toBe(409)
    expect(await attempts()).toBe(0)
    expect((await change(here, 'a-wrong-guess')).status).toBe(409)
    expect(await attempts()).toBe(1)
  })

  it('must have a length that is allowed', async () => {
    const owner = { 'x-argilla-api-key': server.ownerKey }
    expect(errorsOf(await change(owner, 'owner-password', 'short'))).toEqual([
      'body.new_password: ensure this value has at least 8 characters',
    ])
    expect((await change({}, 'owner-password')).status).toBe(401)
  })
})
