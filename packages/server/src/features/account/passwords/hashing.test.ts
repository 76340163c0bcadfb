import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { ensureOwner } from '../setup/setup.service'

/** Called at each slow hash. */
const slowHash = vi.hoisted(() => vi.fn<(of: string) => void>())

vi.mock('./password', async (original) => {
  const { hashPassword, fitsPassword, ...rest } = await original<typeof import('./password')>()
  const seen =
    <Args extends unknown[], Result>(of: string, work: (...args: Args) => Result) =>
    (...args: Args) => {
      slowHash(of)
      return work(...args)
    }
  return { ...rest, hashPassword: seen('new', hashPassword), fitsPassword: seen('check', fitsPassword) }
})

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  const scrypt = (...args: Parameters<typeof crypto.scrypt>) => {
    slowHash('fingerprint')
    return crypto.scrypt(...args)
  }
  return { ...crypto, scrypt }
})

describe.each(engines)('hashing passwords on %s', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await testServer(engine)
    watch(server)
  })
  /** Let hashes in transactions of a server fail. */
  const watch = ({ context }: TestServer) => {
    const store = context.engine
    const transaction = store.transaction.bind(store)
    const inTransaction = new AsyncLocalStorage<true>()
    vi.spyOn(store, 'transaction').mockImplementation((work, options) =>
      transaction((tx) => inTransaction.run(true, () => work(tx)), options),
    )
    slowHash.mockReset().mockImplementation((of) => {
      if (inTransaction.getStore()) throw new Error(`${of}: other writers wait for this hash`)
    })
  }
  const hashes = () => slowHash.mock.calls.flat()

  it('happens before the transaction of a change by somebody else, with the fingerprint of its key', async () => {
    const { id } = await server.build.user('annotator', { username: 'ann' })
    slowHash.mockClear()
    const change = () =>
      server.as('owner').patch(`/api/v1/users/${id}`, { password: 'a-new-password' }, { 'idempotency-key': 'one' })
    expect((await change()).status).toBe(200)
    expect(hashes().toSorted()).toEqual(['fingerprint', 'new'])
    expect((await change()).status).toBe(200)
    const form = { username: 'ann', password: 'a-new-password' }
    expect((await server.anonymous.form('/api/v1/token', form)).status).toBe(201)
  })

  it('does not happen for a change that is refused', async () => {
    const { id } = await server.build.user('annotator', { username: 'ann' })
    await server.build.user('admin', { username: 'eve' })
    slowHash.mockClear()
    const change = { password: 'a-new-password' }
    for (const name of ['ann', 'eve'])
      for (const headers of [undefined, { 'idempotency-key': 'one' }])
        expect((await server.as(name).patch(`/api/v1/users/${id}`, change, headers)).status).toBe(403)
    const dataset = { name: 'new', task: 'TextClassification', workspace: 'none', ...change }
    const made = await server.as('ann').post('/api/datasets', dataset, { 'idempotency-key': 'two' })
    expect(made.status).toBeGreaterThanOrEqual(400)
    expect(hashes()).toEqual([])
  })

  it('happens before the transaction of the set-up, and only for the right token', async () => {
    const unset = { POSTIL_OWNER_USERNAME: '', POSTIL_OWNER_PASSWORD: '', POSTIL_OWNER_API_KEY: '' }
    const fresh = await testServer(engine, unset)
    const { setupToken = '' } = await ensureOwner(fresh.context)
    watch(fresh)
    const setUp = (token: string) =>
      fresh.anonymous.post('/api/setup', { token, username: 'first', password: 'a-long-password' })
    expect((await setUp('a guess')).status).toBe(403)
    expect(hashes()).toEqual([])
    expect((await setUp(setupToken)).status).toBe(201)
    expect((await setUp(setupToken)).status).toBe(409)
    expect(hashes()).toEqual(['new'])
  })

  it('happens before the transaction of a change of one’s own, as does the check of the current one', async () => {
    const given = { current_password: 'owner-password', new_password: 'a-new-password' }
    const change = () => server.as('owner').put('/api/v1/me/password', given, { 'idempotency-key': 'one' })
    expect((await change()).status).toBe(200)
    expect(hashes().toSorted()).toEqual(['check', 'fingerprint', 'new'])
    // The current password is another by now, but this is the same request.
    expect((await change()).status).toBe(200)
    expect((await server.as('owner').put('/api/v1/me/password', given)).status).toBe(422)
  })

  it('stays out of the transaction of a request with a password that its route does not expect', async () => {
    const body = { name: 'new', password: 'by mistake' }
    const made = await server.as('owner').post('/api/v1/workspaces', body, { 'idempotency-key': 'one' })
    expect(made.status).toBe(201)
    expect(hashes()).toEqual(['fingerprint'])
  })

  it('accepts a repeated request whose fingerprint was stored with another salt', async () => {
    const send = (name: string) => server.as('owner').post('/api/v1/workspaces', { name }, { 'idempotency-key': 'one' })
    const first = await send('new')
    const { createHmac } = await import('node:crypto')
    const hash = createHmac('sha256', 'salt').update('POST /api/v1/workspaces\n{"name":"new"}').digest('hex')
    const { db } = server.context.engine
    await server.context.engine.transaction((tx) =>
      tx
        .updateTable('idempotency_keys')
        .set({ fingerprint: `salt:${hash}` })
        .execute(),
    )
    expect(await send('new')).toMatchObject({ status: 201, body: first.body })
    expect((await send('other')).status).toBe(409)
    expect(await db.selectFrom('idempotency_keys').select('key').execute()).toHaveLength(1)
  })
})
