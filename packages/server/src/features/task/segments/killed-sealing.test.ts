import { describe, expect, it } from 'vitest'
import { spawnServer } from '../../../testing/spawn-server'
import { engines, makePlace } from '../../../testing/test-server'

const KEY = 'killed-sealing-owner-key'
const COUNT = 6000
const TASK = '/api/datasets/killed/TextClassification'

describe.each(engines)('a server killed with -9 while it makes a segment, on %s', (engine) => {
  it('leaves that to the next one, or to another on the same database, and searches find everything', {
    timeout: 240_000,
  }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_API_KEY: KEY }
    const call = async (url: string, method: string, path: string, body?: unknown) => {
      const headers = { 'x-argilla-api-key': KEY, 'x-argilla-workspace': 'default', 'content-type': 'application/json' }
      const given = body === undefined ? null : JSON.stringify(body)
      const reply = await fetch(url + path, { method, headers, body: given })
      return reply.json()
    }
    const jobOf = async (url: string) =>
      (await call(url, 'GET', '/api/v1/jobs')).items.find(({ kind }: { kind: string }) => kind === 'seal_records')
    const count = async (url: string, query_text: string) =>
      (await call(url, 'POST', `${TASK}:search?limit=0`, { query: { query_text } })).total
    const first = await spawnServer(env)
    const other = engine === 'postgres' ? await spawnServer(env) : undefined
    await call(first.url, 'POST', '/api/datasets', { name: 'killed', task: 'TextClassification' })
    for (let at = 0; at < COUNT; at += 500)
      await call(first.url, 'POST', `${TASK}:bulk`, {
        records: Array.from({ length: 500 }, (_, n) => ({
          id: at + n,
          inputs: { text: `record ${at + n} group${(at + n) % 3}` },
        })),
      })
    await expect
      .poll(async () => (await jobOf(first.url))?.state ?? (await jobOf(other?.url ?? first.url))?.state, {
        timeout: 60_000,
        interval: 5,
      })
      .toBe('running')
    await first.end('SIGKILL')
    await place.endLeases()
    const next = other ?? (await spawnServer(env))
    expect(await count(next.url, 'group1')).toBe(COUNT / 3)
    await expect.poll(async () => (await jobOf(next.url))?.state, { timeout: 120_000, interval: 200 }).toBe('done')
    expect((await jobOf(next.url)).done).toBeGreaterThanOrEqual(COUNT / 2)
    await call(next.url, 'DELETE', '/api/datasets/killed/data', { ids: [1, 4] })
    await call(next.url, 'POST', `${TASK}:bulk`, { records: [{ id: 2, inputs: { text: 'group1 now' } }] })
    expect([await count(next.url, 'group1'), await count(next.url, 'group2')]).toEqual([COUNT / 3 - 1, COUNT / 3 - 1])
    expect(await count(next.url, '')).toBe(COUNT - 2)
    await next.end('SIGTERM')
    await place.remove()
  })
})
