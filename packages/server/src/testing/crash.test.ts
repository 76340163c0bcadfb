import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { spawnServer } from './spawn-server'
import { engines } from './test-server'

const KILLS = 50
const KEY = 'crash-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }

const homes: string[] = []
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'postil-crash-'))
  homes.push(home)
  return home
}

async function call(url: string, method: string, path: string, body?: unknown) {
  const headers: Record<string, string> = { 'x-argilla-api-key': KEY, 'content-type': 'application/json' }
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

async function makeDataset(url: string, records: number): Promise<{ datasetId: string; recordIds: string[] }> {
  const workspaces = await call(url, 'GET', '/api/v1/me/workspaces')
  const dataset = await call(url, 'POST', '/api/v1/datasets', {
    name: 'crash',
    workspace_id: workspaces.body.items[0].id,
  })
  const { id } = dataset.body
  await call(url, 'POST', `/api/v1/datasets/${id}/fields`, {
    name: 'text',
    title: 'Text',
    required: true,
    settings: { type: 'text' },
  })
  const question = { name: 'note', title: 'Note', required: true, settings: { type: 'text' } }
  await call(url, 'POST', `/api/v1/datasets/${id}/questions`, question)
  await call(url, 'PUT', `/api/v1/datasets/${id}/publish`)
  const recordIds: string[] = []
  for (let at = 0; at < records; at += 500) {
    const items = Array.from({ length: Math.min(500, records - at) }, (_, i) => ({
      fields: { text: `record ${at + i}` },
    }))
    const made = await call(url, 'POST', `/api/v1/datasets/${id}/records/bulk`, { items })
    expect(made.status).toBe(201)
    recordIds.push(...made.body.items.map((item: { id: string }) => item.id))
  }
  return { datasetId: id, recordIds }
}

describe('a server killed with -9 in a stream of answers', () => {
  it(`keeps every acknowledged answer, ${KILLS} times over`, { timeout: 240_000 }, async () => {
    const env = { POSTIL_HOME: makeHome(), POSTIL_READERS: '1', ...OWNER }
    let server = await spawnServer(env)
    const { datasetId, recordIds } = await makeDataset(server.url, 4000)
    const acknowledged = new Map<string, string>()
    let next = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { url } = server
      let isAlive = true
      const answer = async () => {
        while (isAlive && next < recordIds.length) {
          const recordId = recordIds[next++] ?? ''
          const value = `answer ${kill}/${recordId}`
          const reply = await call(url, 'POST', `/api/v1/records/${recordId}/responses`, {
            status: 'submitted',
            values: { note: { value } },
          }).catch(() => undefined)
          if (reply?.status === 201) acknowledged.set(recordId, value)
        }
      }
      const before = acknowledged.size
      const streams = [answer(), answer(), answer()]
      // Wait for the stream to flow, then cut it anywhere: some rounds at once, some a few milliseconds on.
      while (acknowledged.size < before + 1 + (kill % 5)) await sleep(1)
      await sleep(kill % 7)
      await server.end('SIGKILL')
      isAlive = false
      await Promise.all(streams)
      server = await spawnServer(env)
    }
    expect(acknowledged.size).toBeGreaterThan(KILLS)
    const found = new Map<string, string>()
    for (let offset = 0; offset < recordIds.length; offset += 1000) {
      const page = await call(
        server.url,
        'GET',
        `/api/v1/datasets/${datasetId}/records?include=responses&limit=1000&offset=${offset}`,
      )
      for (const record of page.body.items)
        if (record.responses[0]) found.set(record.id, record.responses[0].values.note.value)
    }
    await server.end('SIGTERM')
    const lost = [...acknowledged].filter(([recordId, value]) => found.get(recordId) !== value)
    expect(lost).toEqual([])
  })
})

describe.each(engines.filter((engine) => engine === 'sqlite'))('stopping on %s', () => {
  it('ends with 0 on SIGTERM and finishes what is in flight', async () => {
    const server = await spawnServer({ POSTIL_HOME: makeHome(), ...OWNER })
    const { recordIds } = await makeDataset(server.url, 1)
    const answer = call(server.url, 'POST', `/api/v1/records/${recordIds[0]}/responses`, {
      status: 'submitted',
      values: { note: { value: 'last' } },
    })
    await sleep(1)
    const code = await server.end('SIGTERM')
    expect([201, undefined]).toContain((await answer.catch(() => undefined))?.status)
    expect(code).toBe(0)
  })

  it('cuts off what does not finish, and still ends with 0 within ten seconds', async () => {
    const server = await spawnServer({ POSTIL_HOME: makeHome(), ...OWNER })
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1')
    const cutOff = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}))
    // A request whose body never comes.
    const head = ['POST /api/v1/token HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 100']
    socket.write(`${head.join('\r\n')}\r\n\r\n{`)
    await sleep(100)
    const started = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    await cutOff
  })

  it('a second server on the same folder is refused in one sentence, and the first goes on', async () => {
    const env = { POSTIL_HOME: makeHome(), ...OWNER }
    const first = await spawnServer(env)
    await expect(spawnServer(env)).rejects.toThrow(/Another Postil server is using/)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    await first.end('SIGTERM')
  })

  it('prints a set-up link once there is no owner, never a password', async () => {
    const server = await spawnServer({ POSTIL_HOME: makeHome() })
    expect(server.output()).toMatch(/Set up the owner here, once: http:\/\/\S+\/setup\?token=\S+/)
    await server.end('SIGTERM')
  })

  it.each([
    [{ POSTIL_PORT: 'abc' }, /POSTIL_PORT must be a whole number/],
    [{ POSTIL_DATABASE_URL: 'mysql://x' }, /POSTIL_DATABASE_URL must start with postgres/],
    [{ POSTIL_PROT: '1' }, /POSTIL_PROT is not a setting/],
    [{ POSTIL_OWNER_USERNAME: 'x' }, /POSTIL_OWNER_USERNAME needs/],
  ])('refuses the settings %j in one sentence', async (settings, message) => {
    await expect(spawnServer({ POSTIL_HOME: makeHome(), ...settings } as Record<string, string>)).rejects.toThrow(
      message,
    )
  })
})
