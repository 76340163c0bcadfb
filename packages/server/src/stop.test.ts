import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Spawned, spawnServer } from './testing/spawn-server'
import { engines, makePlace, type Place } from './testing/test-server'

const KEY = 'stop-test-owner-key'
const OWNER = { POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_PASSWORD: 'owner-password', POSTIL_OWNER_API_KEY: KEY }
const BODY = '{"name":"made-while-stopping"}'

/** Send the head of a request and, once the server has read it, the first half of its body: in flight until the rest comes. */
async function sendHalf({ url }: Spawned): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const head = [
    'POST /api/v1/workspaces HTTP/1.1',
    'Host: localhost',
    `X-Argilla-Api-Key: ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const [reply] = await once(socket, 'data')
  expect(String(reply)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  socket.pause().write(BODY.slice(0, 10))
  return socket
}

async function untilRefused({ url }: Spawned): Promise<void> {
  while (await fetch(`${url}/healthz`).catch(() => undefined)) await sleep(20)
}

describe.each(engines)('stopping a server on %s', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await makePlace(engine)
  })
  afterAll(() => place.remove())
  const start = () => spawnServer({ ...place.env, ...OWNER })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'ends with 0 on %s, at once when nothing is in flight',
    async (signal) => {
      const server = await start()
      const started = performance.now()
      expect(await server.end(signal)).toBe(0)
      expect(performance.now() - started).toBeLessThan(5000)
    },
  )

  it('accepts nothing more, finishes what is in flight, and ends with 0', { timeout: 60_000 }, async () => {
    const server = await start()
    const socket = await sendHalf(server)
    const ended = server.end('SIGTERM')
    await untilRefused(server)
    const answer = text(socket)
    socket.write(BODY.slice(10))
    expect(await answer).toMatch(/^HTTP\/1\.1 201 [\s\S]*"name":"made-while-stopping"/)
    expect(await ended).toBe(0)
    // It was committed, not only answered.
    const again = await start()
    const reply = await fetch(`${again.url}/api/v1/me/workspaces`, { headers: { 'x-argilla-api-key': KEY } })
    const names = (await reply.json()).items.map((item: { name: string }) => item.name)
    expect(names).toContain('made-while-stopping')
    await again.end('SIGTERM')
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'a second %s changes nothing',
    { timeout: 60_000 },
    async (signal) => {
      const server = await start()
      const socket = await sendHalf(server)
      const ended = server.end(signal)
      await untilRefused(server)
      for (const further of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) server.process.kill(further)
      const answer = text(socket)
      socket.write(BODY.slice(10))
      // 409 where an earlier test has made it: an answer in either case.
      expect(await answer).toMatch(/^HTTP\/1\.1 (201|409) /)
      expect(await ended).toBe(0)
    },
  )

  it('warns of nothing, though work goes on in the background', { timeout: 60_000 }, async () => {
    const server = await start()
    const call = async (method: string, path: string, body?: object) => {
      const type = body && { 'content-type': 'application/json' }
      const reply = await fetch(`${server.url}/api/v1${path}`, {
        method,
        headers: { 'x-argilla-api-key': KEY, ...type },
        body: body && JSON.stringify(body),
      })
      expect(reply.status).toBeLessThan(300)
      return reply.status === 204 ? undefined : reply.json()
    }
    const [workspace] = (await call('GET', '/me/workspaces')).items
    const { id } = await call('POST', '/datasets', { name: randomUUID(), workspace_id: workspace.id })
    const part = { name: 'text', title: 'Text', required: true, settings: { type: 'text' } }
    for (const path of ['fields', 'questions']) await call('POST', `/datasets/${id}/${path}`, part)
    await call('PUT', `/datasets/${id}/publish`)
    const items = Array.from({ length: 500 }, () => ({ fields: { text: 'some words to be cleared away' } }))
    for (let n = 0; n < 8; n += 1) await call('POST', `/datasets/${id}/records/bulk`, { items })
    // Its records are cleared away behind the reply.
    await call('DELETE', `/datasets/${id}`)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output()).toContain('Postil is ready at ')
    expect(
      server
        .output()
        .split('\n')
        .filter((line) => line.startsWith('{')),
    ).toEqual([])
  })

  it('cuts off what does not finish, and still ends with 0 within ten seconds', { timeout: 60_000 }, async () => {
    const server = await start()
    const socket = await sendHalf(server)
    const cutOff = text(socket).catch(() => '')
    const started = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await cutOff).toBe('')
  })
})
