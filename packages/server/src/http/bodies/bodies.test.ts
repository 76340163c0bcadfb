import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorsOf } from '../../testing/errors-of'
import { type TestServer, testServer } from '../../testing/test-server'

const MEGABYTE = 1024 * 1024

/** One connection, held by hand: what it sends, and all that came back. */
interface Held {
  socket: Socket
  /** Resolves when the reply's head has come. */
  head: Promise<string>
  closed: Promise<void>
}

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Send the head of a request, and as much of its body as is given. */
async function send(server: TestServer, path: string, headers: Record<string, string | number>, body = '') {
  const { port } = server.server.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  let text = ''
  const held: Held = {
    socket,
    head: new Promise((resolve) => {
      socket.on('data', (chunk) => {
        text += chunk
        if (text.includes('\r\n\r\n')) resolve(text)
      })
    }),
    closed: new Promise((resolve) => socket.once('close', () => resolve())),
  }
  const lines = Object.entries({ host: 'localhost', 'content-type': 'application/json', ...headers })
  const head = [`POST ${path} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)].join('\r\n')
  await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n${body}`, () => resolve()))
  return held
}

/** A server that listens, since only real connections are slow. */
async function listening(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await testServer('sqlite', settings)
  await server.server.listen({ port: 0, host: '127.0.0.1' })
  return server
}

/** A byte now and then, for as long as the connection lives. */
function trickle({ socket }: Held): void {
  const timer = setInterval(() => socket.write(' '), 100)
  socket.once('close', () => clearInterval(timer))
}

describe('request bodies', () => {
  it('are not waited for where credentials are missing or wrong', async () => {
    const server = await listening()
    const wrong = [{}, { 'x-argilla-api-key': 'wrong' }, { authorization: 'Bearer x.y.z' }]
    for (const headers of wrong as Record<string, string>[]) {
      const held = await send(server, '/api/v1/datasets', { ...headers, 'content-length': 63 * MEGABYTE }, '[')
      expect(await held.head).toMatch(/^HTTP\/1\.1 401 /)
    }
  })

  it('that are small are read along with wrong credentials, and tell nothing', async () => {
    const server = await testServer('sqlite')
    const pair = { username: 'owner', password: 'owner-password' }
    const signedOut = (await server.anonymous.form('/api/v1/token', pair)).body.access_token
    const ended = { authorization: `Bearer ${signedOut}` }
    const [session] = (await server.anonymous.get('/api/v1/me/sessions', ended)).body.items
    expect((await server.anonymous.post('/api/v1/workspaces', { name: 'mine' }, ended)).status).toBe(201)
    await server.as('owner').delete(`/api/v1/me/sessions/${session.id}`)
    const bodies: [string, Record<string, string>?][] = [
      ['{"name":"w"}'],
      ['{"name":"w"}', { 'idempotency-key': 'k'.repeat(300) }],
      ['{"name":'],
      ['[7]'],
      ['{"name":"w"}', { 'content-type': 'text/plain' }],
      [`{"name":"${'w'.repeat(20_000)}"}`],
    ]
    const wrong = [
      { 'x-argilla-api-key': 'wrong' },
      { authorization: 'Bearer x.y.z' },
      ended,
      { cookie: 'auth_session=x.y.z' },
    ]
    for (const credentials of wrong as Record<string, string>[])
      for (const [body, headers] of bodies) {
        const reply = await server.anonymous.post('/api/v1/workspaces', body, { ...credentials, ...headers })
        expect(reply.status, `${JSON.stringify(credentials)} ${body.slice(0, 20)}`).toBe(401)
      }
    const names = (await server.as('owner').get('/api/v1/me/workspaces')).body.items
    expect(names.map(({ name }: { name: string }) => name)).toEqual(['default', 'mine'])
  })

  it('of a tab that is closed before the reply are no mistake of the server', async () => {
    const server = await listening()
    const { id } = await server.build.dataset()
    const said = vi.spyOn(server.context.log, 'info')
    const failed = vi.spyOn(server.context.log, 'error')
    const body = JSON.stringify({
      items: Array.from({ length: 400 }, () => ({ fields: { text: 'word '.repeat(500) } })),
    })
    const headers = { 'x-argilla-api-key': server.ownerKey, 'content-length': body.length }
    const held = await send(server, `/api/v1/datasets/${id}/records/bulk`, headers, body)
    held.socket.destroy()
    await vi.waitFor(() => expect(said).toHaveBeenCalledWith(expect.anything(), 'the client hung up'), 20_000)
    expect(failed).not.toHaveBeenCalled()
  })

  it('are not waited for where nothing is served, or no body is asked for', async () => {
    const server = await listening()
    for (const [path, status] of [
      ['/api/v1/nothing', 404],
      ['/api/v1/version', 405],
      ['/', 404],
      ['/api/session/logout', 204],
    ] as const) {
      const held = await send(server, path, { 'content-length': 63 * MEGABYTE }, '[')
      expect(await held.head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    }
  })

  it('of strangers are small, whether they say their length or not, packed or not', async () => {
    const server = await listening()
    const said = await send(server, '/api/v1/token', { 'content-length': 65_537 })
    expect(await said.head).toMatch(/^HTTP\/1\.1 413 /)
    const chunk = `8000\r\n${' '.repeat(32_768)}\r\n`
    const unsaid = await send(server, '/api/v1/token', { 'transfer-encoding': 'chunked' }, chunk.repeat(3))
    expect(await unsaid.head).toMatch(/^HTTP\/1\.1 413 /)
    const packed = await server.server.inject({
      method: 'POST',
      url: '/api/v1/token',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: gzipSync(`{"username":"owner","password":"${'x'.repeat(10 * MEGABYTE)}"}`),
    })
    expect(packed.statusCode).toBe(413)
  })

  it('of searches are smaller than those with records', async () => {
    const server = await testServer('sqlite')
    const dataset = await server.build.dataset()
    const large = { query: { text: { q: 'x'.repeat(5 * MEGABYTE) } } }
    const owner = server.as('owner')
    expect(await owner.post(`/api/v1/datasets/${dataset.id}/records/search`, large)).toMatchObject({ status: 413 })
    const records = { items: [{ fields: { text: 'x'.repeat(5 * MEGABYTE) } }] }
    expect(await owner.post(`/api/v1/datasets/${dataset.id}/records/bulk`, records)).not.toMatchObject({ status: 413 })
  })

  it('without records or answers are small, in bytes and in values', async () => {
    const server = await testServer('sqlite')
    const owner = server.as('owner')
    const large = { name: 'w', more: 'x'.repeat(5 * MEGABYTE) }
    expect(await owner.post('/api/v1/workspaces', large)).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('larger than the 4 MB') },
    })
    const many = { name: 'w', more: Array.from({ length: 70_001 }, () => 1) }
    const refused = await owner.post('/api/v1/workspaces', many)
    expect(errorsOf(refused)).toEqual([expect.stringContaining('more than 70000 values')])
    const enough = { name: 'w', more: many.more.slice(10) }
    expect((await owner.post('/api/v1/workspaces', enough)).status).toBe(201)
    const { id, questions } = await server.build.dataset({
      questions: [{ name: 'note', title: 'N', required: true, settings: { type: 'text' } }],
    })
    const record = await server.build.record(id)
    const value = 'é'.repeat(3 * MEGABYTE)
    const answer = { status: 'submitted', values: { note: { value } } }
    expect((await owner.post(`/api/v1/records/${record.id}/responses`, answer)).status).toBe(201)
    const suggestion = { question_id: questions.note, value }
    expect((await owner.put(`/api/v1/records/${record.id}/suggestions`, suggestion)).status).toBe(201)
  })

  it('are validated record by record, with a limit on the values in each', async () => {
    const server = await testServer('sqlite')
    const { id } = await server.build.dataset()
    const item = (parts: number) => ({
      fields: { text: 'x' },
      metadata: { m: Array.from({ length: parts }, () => []) },
    })
    const send = (parts: number) =>
      server.as('owner').post(`/api/v1/datasets/${id}/records/bulk`, { items: [item(1), item(parts)] })
    expect(errorsOf(await send(30_000))).toEqual([
      'body.items.1: ensure this value has at most 25000 objects and lists',
    ])
    expect((await send(20_000)).status).toBe(201)
  })

  it('that come a byte at a time are cut off, also after a refusal', async () => {
    const server = await listening({ POSTIL_SLOW_BODY_SECONDS: '1' })
    const owner = { 'x-argilla-api-key': server.ownerKey }
    for (const [path, headers, status] of [
      ['/api/v1/token', {}, 408],
      ['/api/v1/workspaces', owner, 408],
      ['/api/v1/workspaces', {}, 401],
    ] as const) {
      const held = await send(server, path, { ...headers, 'content-length': 60_000 })
      trickle(held)
      expect(await held.head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      await held.closed
    }
  })

  it('are limited together: large ones wait for each other, small ones and one alone do not', async () => {
    const server = await listening({ POSTIL_MAX_BODIES_MB: '1' })
    const owner = { 'x-argilla-api-key': server.ownerKey }
    const body = JSON.stringify({ name: 'w', more: 'x'.repeat(1.5 * MEGABYTE) })
    const arrived = new Promise<Socket>((resolve) => server.server.server.once('connection', resolve))
    const first = await send(server, '/api/v1/workspaces', { ...owner, 'content-length': body.length }, body.slice(1))
    const connection = await arrived
    await expect.poll(() => connection.bytesRead).toBeGreaterThan(body.length)
    const asking = () => server.as('owner').post('/api/v1/workspaces', body)
    expect(await asking()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect((await server.as('owner').post('/api/v1/workspaces', { name: 'small' })).status).toBe(201)
    first.socket.destroy()
    await expect.poll(async () => (await asking()).status).toBe(201)
    expect((await asking()).status).toBe(409)
  })

  it.each([
    ['application/x-www-form-urlencoded', 'name=w'],
    ['text/plain', '{"name":"w"}'],
    ['text/plain;charset=UTF-8', '{"name":"w"}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/octet-stream', '{"name":"w"}'],
    ['nonsense', '{"name":"w"}'],
  ])('as %s are refused where JSON is due', async (type, body) => {
    const server = await testServer('sqlite')
    const reply = await server.as('owner').post('/api/v1/workspaces', body, { 'content-type': type })
    expect(reply).toMatchObject({ status: 415, body: { detail: expect.any(String) } })
    expect(
      (await server.as('owner').get('/api/v1/me/workspaces')).body.items.map(({ name }: { name: string }) => name),
    ).not.toContain('w')
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/ld+json',
    undefined,
  ])('as %s are taken for JSON', async (type) => {
    const server = await testServer('sqlite')
    const reply = await server.server.inject({
      method: 'POST',
      url: '/api/v1/workspaces',
      payload: Buffer.from('{"name":"w"}'),
      headers: { 'x-argilla-api-key': server.ownerKey, ...(type && { 'content-type': type }) },
    })
    expect(reply.statusCode).toBe(201)
  })
})
