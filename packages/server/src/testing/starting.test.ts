import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { type Spawned, spawnServer } from './spawn-server'
import { engines, makePlace } from './test-server'

const KEY = 'start-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }

describe.each(engines)('starting on %s', (engine) => {
  it('says where it is and prints a set-up link while there is no owner, and no link afterwards', async () => {
    const place = await makePlace(engine)
    const first = await spawnServer({ ...place.env })
    const link = /Set up the owner here, once: (http:\/\/localhost:\d+\/setup\?token=(\S+))/.exec(first.output())
    const token = link?.[2] ?? ''
    const form = { token, username: 'first', password: 'a-long-password' }
    const headers = { 'content-type': 'application/json' }
    const made = await fetch(`${first.url}/api/setup`, { method: 'POST', headers, body: JSON.stringify(form) })
    expect(made.status).toBe(201)
    await first.end('SIGTERM')
    const second = await spawnServer({ ...place.env })
    expect(second.output()).not.toContain('Set up')
    for (const output of [first.output(), second.output()]) expect(output).not.toContain(form.password)
    await second.end('SIGTERM')
    await place.remove()
  })
})

describe('who can open a server', () => {
  const others = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address

  it.runIf(others)(
    'is this machine alone unless POSTIL_HOST says otherwise, and the start says how, and warns',
    async () => {
      const place = await makePlace('sqlite')
      const alone = await spawnServer({ ...place.env, POSTIL_HOST: '' })
      const at = (server: Spawned) => `http://${others}:${new URL(server.url).port}`
      expect(alone.output()).toContain('Only this machine can open it. To let others in, see')
      await expect(fetch(`${at(alone)}/healthz`)).rejects.toThrow()
      await alone.end('SIGTERM')
      const open = await spawnServer({ ...place.env, POSTIL_HOST: '0.0.0.0' })
      expect(open.output()).toContain(`Others open it at`)
      expect(open.output()).toContain(at(open))
      expect(open.output()).toMatch(/Warning: over plain HTTP/)
      expect((await fetch(`${at(open)}/healthz`)).status).toBe(200)
      await open.end('SIGTERM')
      await place.remove()
    },
  )
})

describe.each(engines.filter((engine) => engine === 'postgres'))('several servers on one %s', (engine) => {
  it('start at the same moment on an empty database: one schema, one owner, and all of them serve', {
    timeout: 60_000,
  }, async () => {
    const place = await makePlace(engine)
    const servers = await Promise.all([1, 2, 3].map(() => spawnServer({ ...place.env, ...OWNER })))
    const token = new URLSearchParams({ username: 'owner', password: 'owner-password' })
    const signedIn = await fetch(`${servers[0]?.url}/api/v1/token`, { method: 'POST', body: token })
    const { access_token } = await signedIn.json()
    for (const { url } of servers) {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      // A session of one server holds on the others: they sign with the same key.
      const users = await fetch(`${url}/api/v1/users`, { headers: { authorization: `Bearer ${access_token}` } })
      expect((await users.json()).items).toHaveLength(1)
    }
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    await place.remove()
  })
})
