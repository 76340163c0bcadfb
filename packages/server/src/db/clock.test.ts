import { afterEach, describe, expect, it, vi } from 'vitest'
import { spawnServer } from '../testing/spawn-server'
import { engines, makePlace, testServer } from '../testing/test-server'
import { nowMicros } from './clock'

const DAY_MS = 86_400_000
const KEY = 'clock-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }

afterEach(() => {
  vi.useRealTimers()
})

/** Set the wall clock alone, as NTP does: what measures durations goes on. */
function setWallClock(epochMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: epochMs })
}

/** These run first: a clock that was once ahead stays so for the rest of the process. */
describe('the clock', () => {
  it('follows the wall clock when it jumps ahead, and never gives one time twice', () => {
    const jumped = Date.now() + DAY_MS
    setWallClock(jumped)
    const times = Array.from({ length: 5000 }, nowMicros)
    expect(times[0]).toBe(jumped * 1000)
    expect(new Set(times).size).toBe(times.length)
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
  })

  it('goes on more slowly when the wall clock is set back, until that has caught up', async () => {
    const before = nowMicros()
    setWallClock(Date.now() - 30 * DAY_MS)
    const startedMs = performance.now()
    const first = nowMicros()
    expect(first).toBeGreaterThan(before)
    await vi.waitFor(() => expect(performance.now() - startedMs).toBeGreaterThan(100))
    const passed = nowMicros() - first
    expect(passed).toBeGreaterThan(40_000)
    expect(passed).toBeLessThanOrEqual((performance.now() - startedMs) * 500 + 1)
    setWallClock(before / 1000 + 60 * DAY_MS)
    expect(nowMicros()).toBe(Date.now() * 1000)
  })
})

describe.each(engines)('after a jump of the clock on %s', (engine) => {
  it('one can sign in, and times are right', async () => {
    const server = await testServer(engine)
    const signIn = () => server.anonymous.form('/api/v1/token', { username: 'owner', password: 'owner-password' })
    const me = (token: string) => server.anonymous.get('/api/v1/me', { authorization: `Bearer ${token}` })
    const early = (await signIn()).body.access_token
    expect((await me(early)).status).toBe(200)

    const jumped = Math.floor(nowMicros() / 1000) + 2 * DAY_MS
    setWallClock(jumped)
    expect((await me(early)).status).toBe(401)
    const late = (await signIn()).body.access_token
    expect((await me(late)).status).toBe(200)
    const made = await server.as('owner').post('/api/v1/workspaces', { name: 'after-the-jump' })
    expect(made.body.inserted_at.slice(0, 10)).toBe(new Date(jumped).toISOString().slice(0, 10))

    // Set back: who was signed in stays so, and others can sign in.
    setWallClock(jumped - 10 * DAY_MS)
    expect((await me(late)).status).toBe(200)
    expect((await me((await signIn()).body.access_token)).status).toBe(200)
  })

  it('a server whose clock is behind goes on after the newest time in the store, and says so', async () => {
    const place = await makePlace(engine)
    const first = await testServer(engine, place.env)
    const newest = (Date.now() + 40 * DAY_MS) * 1000
    await first.context.engine.transaction((tx) => tx.updateTable('events').set({ at: newest }).execute())
    await first.close()

    const server = await spawnServer({ ...place.env, ...OWNER })
    const form = new URLSearchParams({ username: 'owner', password: 'owner-password' })
    const signedIn = await fetch(`${server.url}/api/v1/token`, { method: 'POST', body: form })
    const { access_token } = await signedIn.json()
    const made = await fetch(`${server.url}/api/v1/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'after-the-newest' }),
    })
    expect(made.status).toBe(201)
    expect(Date.parse(`${(await made.json()).inserted_at.slice(0, 23)}Z`) * 1000).toBeGreaterThanOrEqual(newest)
    expect(server.output()).toContain('check the clock')
    await server.end('SIGTERM')
    await place.remove()
  })
})
