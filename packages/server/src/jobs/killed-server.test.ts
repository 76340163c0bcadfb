import { describe, expect, it } from 'vitest'
import { spawnServer } from '../testing/spawn-server'
import { engines, makePlace } from '../testing/test-server'

const KEY = 'killed-jobs-owner-key'
const COUNT = 8000

describe.each(engines)('a server killed with -9 during a job, on %s', (engine) => {
  it('leaves it to the next one, or to another on the same database, which does the rest', {
    timeout: 240_000,
  }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_API_KEY: KEY, POSTIL_BIN_DAYS: '0' }
    const call = async (url: string, method: string, path: string, body?: unknown) => {
      const headers = { 'x-argilla-api-key': KEY, 'content-type': 'application/json' }
      const reply = await fetch(`${url}/api/v1/${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      return text === '' ? undefined : JSON.parse(text)
    }
    const jobOf = async (url: string) => (await call(url, 'GET', 'jobs')).items[0]
    const first = await spawnServer(env)
    const { url } = first
    const workspaces = await call(url, 'GET', 'me/workspaces')
    const { id } = await call(url, 'POST', 'datasets', { name: 'killed', workspace_id: workspaces.items[0].id })
    const part = { title: 'T', required: true, settings: { type: 'text' } }
    await call(url, 'POST', `datasets/${id}/fields`, { ...part, name: 'text' })
    await call(url, 'POST', `datasets/${id}/questions`, { ...part, name: 'note' })
    await call(url, 'PUT', `datasets/${id}/publish`)
    for (let at = 0; at < COUNT; at += 1000)
      await call(url, 'POST', `datasets/${id}/records`, {
        items: Array.from({ length: 1000 }, (_, n) => ({ fields: { text: `record ${at + n} of many` } })),
      })
    const other = engine === 'postgres' ? await spawnServer(env) : undefined
    await call(url, 'DELETE', `datasets/${id}`)
    await expect.poll(async () => (await jobOf(url)).done, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
    const cut = await jobOf(url)
    expect(cut).toMatchObject({ kind: 'purge_dataset', state: 'running', total: COUNT })
    await first.end('SIGKILL')
    await place.endLeases()
    const next = other ?? (await spawnServer(env))
    await expect.poll(async () => (await jobOf(next.url)).state, { timeout: 120_000, interval: 200 }).toBe('done')
    // Each record was counted once, whoever cleared it away.
    expect(await jobOf(next.url)).toMatchObject({ id: cut.id, done: COUNT, total: COUNT, failures: 0, error: null })
    await next.end('SIGTERM')
    await place.remove()
  })

  it('leaves the application of rules, of which the rest is then written once, before a second one', {
    timeout: 240_000,
  }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_API_KEY: KEY }
    const call = async (url: string, method: string, path: string, body?: unknown) => {
      const headers = { 'x-argilla-api-key': KEY, 'x-argilla-workspace': 'default', 'content-type': 'application/json' }
      const reply = await fetch(`${url}/api/datasets${path}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return reply.json()
    }
    const suggestions = '/rules/TextClassification/labeling/suggestions'
    const workAt = async (url: string) => (await call(url, 'GET', `${suggestions}/work`)).work
    const first = await spawnServer(env)
    const { url } = first
    await call(url, 'POST', '', { name: 'rules', task: 'TextClassification' })
    for (let at = 0; at < COUNT; at += 500)
      await call(url, 'POST', '/rules/TextClassification:bulk', {
        records: Array.from({ length: 500 }, (_, n) => ({ id: at + n, inputs: { t: 'lost card' } })),
      })
    await call(url, 'POST', '/rules/TextClassification/labeling/rules', { query: 'lost', labels: ['lost'] })
    const other = engine === 'postgres' ? await spawnServer(env) : undefined
    call(url, 'POST', suggestions, { method: 'majority' }).catch(() => {})
    await expect.poll(async () => (await workAt(url))?.done ?? 0, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
    const cut = await workAt(url)
    expect(cut).toMatchObject({ state: 'running', total: COUNT })
    const second = other && call(other.url, 'DELETE', suggestions)
    await first.end('SIGKILL')
    await place.endLeases()
    const next = other ?? (await spawnServer(env))
    if (second) expect(await second).toEqual({ removed: COUNT })
    else {
      const state = async () => (await workAt(next.url)).state
      await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe('done')
      const result = { suggested: COUNT, removed: 0, kept: 0 }
      expect(await workAt(next.url)).toMatchObject({ id: cut.id, done: COUNT, total: COUNT, result })
    }
    await next.end('SIGTERM')
    await place.remove()
  })
})
