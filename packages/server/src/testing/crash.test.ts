import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { spawnServer } from './spawn-server'
import { engines, makePlace } from './test-server'

/** Fewer on PostgreSQL, which itself guarantees that committed data is durable. */
const KILLS = { sqlite: 50, postgres: 15 }
const KEY = 'crash-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }

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

describe.each(engines)('a server killed with -9 in a stream of answers, on %s', (engine) => {
  const kills = KILLS[engine]
  it(`keeps every acknowledged answer, ${kills} times over`, { timeout: 600_000 }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, ...OWNER }
    let server = await spawnServer(env)
    const { datasetId, recordIds } = await makeDataset(server.url, 8000)
    const acknowledged = new Map<string, string>()
    let next = 0
    for (let kill = 0; kill < kills; kill += 1) {
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
      // So many that several share a commit.
      const streams = Array.from({ length: 12 }, answer)
      // Wait for the stream to flow, then cut it anywhere: some rounds at once, some a few milliseconds on.
      while (acknowledged.size < before + 1 + (kill % 5)) await sleep(1)
      await sleep(kill % 7)
      await server.end('SIGKILL')
      isAlive = false
      await Promise.all(streams)
      server = await spawnServer(env)
    }
    expect(acknowledged.size).toBeGreaterThan(kills)
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
    await place.remove()
    const lost = [...acknowledged].filter(([recordId, value]) => found.get(recordId) !== value)
    expect(lost).toEqual([])
  })
})
