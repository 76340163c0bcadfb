import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { hashApiKey } from './api-key'

describe.each(engines)('API keys on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine)
    await server.build.user('annotator', { username: 'ann' })
  })
  const me = (key: string) => server.anonymous.get('/api/v1/me', { 'x-argilla-api-key': key })
  const make = async (name: string) => (await server.as('ann').post('/api/v1/me/api-keys', { name })).body

  it('shows a new key once, and knows it by name and last four characters from then on', async () => {
    const reply = await server.as('ann').post('/api/v1/me/api-keys', { name: '  laptop ' })
    expect(reply.status).toBe(201)
    const { key, ...shown } = reply.body
    expect(key).toMatch(/^postil_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.any(String),
      name: 'laptop',
      last_four: key.slice(-4),
      inserted_at: expect.any(String),
      last_used_at: null,
      expires_at: null,
    })
    expect(await me(key)).toMatchObject({ status: 200, body: { username: 'ann', api_key: key } })
    const listed = (await server.as('ann').get('/api/v1/me/api-keys')).body.items
    expect(listed.map((item: { name: string }) => item.name)).toEqual(['made with the account', 'laptop'])
    expect(JSON.stringify(listed)).not.toContain(key)
  })

  it('keeps no key in the store, in any table, even for a retried request', async () => {
    const body = { name: 'secret' }
    const headers = { 'idempotency-key': 'same' }
    const { key } = (await server.as('ann').post('/api/v1/me/api-keys', body, headers)).body
    await server.as('ann').patch(`/api/v1/users/${randomUUID()}`, { first_name: 'x' }, { 'idempotency-key': 'other' })
    const { db } = server.context.engine
    const rows = [
      await db.selectFrom('api_keys').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain(hashApiKey(key))
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(rows)).not.toContain(server.ownerKey)
  })

  it('revokes a key at once; others go on', async () => {
    const [one, two] = [await make('one'), await make('two')]
    const gone = await server.as('ann').delete(`/api/v1/me/api-keys/${one.id}`)
    expect(gone).toMatchObject({ status: 200, body: { id: one.id, name: 'one' } })
    expect(gone.body).not.toHaveProperty('key')
    expect((await me(one.key)).status).toBe(401)
    expect((await me(two.key)).status).toBe(200)
    expect(await server.as('ann').delete(`/api/v1/me/api-keys/${one.id}`)).toMatchObject({
      status: 404,
      body: { detail: `API key with id \`${one.id}\` not found` },
    })
  })

  it('lets nobody but the owner touch another’s keys', async () => {
    const mine = await make('mine')
    const bob = await server.build.user('admin', { username: 'bob' })
    const ann = (await me(mine.key)).body.id
    expect((await server.as('bob').delete(`/api/v1/me/api-keys/${mine.id}`)).status).toBe(404)
    expect((await server.as('bob').get(`/api/v1/users/${ann}/api-keys`)).status).toBe(403)
    expect((await server.as('bob').post(`/api/v1/users/${ann}/api-keys`, { name: 'x' })).status).toBe(403)
    expect((await server.as('bob').delete(`/api/v1/users/${ann}/api-keys/${mine.id}`)).status).toBe(403)
    expect((await server.as('owner').delete(`/api/v1/users/${bob.id}/api-keys/${mine.id}`)).status).toBe(404)
    expect((await me(mine.key)).status).toBe(200)
  })

  it('lets the owner make, see and revoke keys of a user', async () => {
    const { id } = await server.build.user('annotator', { username: 'cy' })
    const made = await server.as('owner').post(`/api/v1/users/${id}/api-keys`, { name: 'for cy' })
    expect(made.status).toBe(201)
    expect((await me(made.body.key)).body.username).toBe('cy')
    const listed = await server.as('owner').get(`/api/v1/users/${id}/api-keys`)
    expect(listed.body.items.map((item: { name: string }) => item.name)).toEqual(['made with the account', 'for cy'])
    await server.as('owner').delete(`/api/v1/users/${id}/api-keys/${made.body.id}`)
    expect((await me(made.body.key)).status).toBe(401)
  })

  it('answers 404 for the keys of nobody, after the role', async () => {
    const id = randomUUID()
    const missing = { status: 404, body: { detail: `User with id \`${id}\` not found` } }
    expect(await server.as('owner').get(`/api/v1/users/${id}/api-keys`)).toMatchObject(missing)
    expect(await server.as('owner').post(`/api/v1/users/${id}/api-keys`, { name: 'x' })).toMatchObject(missing)
    expect((await server.as('ann').get(`/api/v1/users/${id}/api-keys`)).status).toBe(403)
  })

  it('may end by itself after some days, and is still listed then', async () => {
    const made = await server.as('ann').post('/api/v1/me/api-keys', { name: 'for a week', expires_in_days: 7 })
    const { id, key, inserted_at, expires_at } = made.body
    expect(Date.parse(expires_at) - Date.parse(inserted_at)).toBe(7 * 86_400_000)
    expect((await me(key)).status).toBe(200)
    const expireAt = (micros: number) =>
      server.context.engine.transaction((tx) =>
        tx.updateTable('api_keys').set({ expires_at: micros }).where('id', '=', id).execute(),
      )
    await expireAt(Date.now() * 1000 - 1)
    expect((await me(key)).status).toBe(401)
    const listed = (await server.as('ann').get('/api/v1/me/api-keys')).body.items
    expect(listed.map((item: { id: string }) => item.id)).toContain(id)
    const bad = { name: 'x', expires_in_days: 0 }
    expect(errorsOf(await server.as('ann').post('/api/v1/me/api-keys', bad))).toEqual([
      'body.expires_in_days: ensure this value is greater than or equal to 1',
    ])
  })

  it('checks the shape of a new key', async () => {
    expect(errorsOf(await server.as('ann').post('/api/v1/me/api-keys', { name: '  ' }))).toEqual([
      'body.name: ensure this value has at least 1 characters',
    ])
    expect((await server.anonymous.post('/api/v1/me/api-keys', { name: 'x' })).status).toBe(401)
    expect(errorsOf(await server.as('ann').delete('/api/v1/me/api-keys/7'))).toEqual([
      'path.key_id: value is not a valid uuid',
    ])
  })

  it('notes the last use, written once a minute whatever is called', async () => {
    const { id, key } = await make('used')
    const lastUse = async () => {
      const row = await server.context.engine.db
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.last_used_at ?? null
    }
    expect(await lastUse()).toBeNull()
    const askedMs = Date.now()
    await Promise.all([me(key), me(key), me(key)])
    await vi.waitFor(async () => expect(await lastUse()).not.toBeNull(), 10_000)
    const first = await lastUse()
    // The moment it was asked, however long that took to be written.
    expect(Math.abs((first ?? 0) - askedMs * 1000)).toBeLessThan(10_000_000)
    const writes = vi.spyOn(server.context.engine, 'transaction')
    await me(key)
    expect(writes).not.toHaveBeenCalled()
    writes.mockRestore()
    const anHourAgo = (first ?? 0) - 3_600_000_000
    await server.context.engine.transaction((tx) =>
      tx.updateTable('api_keys').set({ last_used_at: anHourAgo }).where('id', '=', id).execute(),
    )
    await me(key)
    await vi.waitFor(async () => expect(await lastUse()).toBeGreaterThan(anHourAgo), 10_000)
  })
})
