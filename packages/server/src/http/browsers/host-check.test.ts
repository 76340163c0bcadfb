import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../config'
import { reachSentences } from '../../serve'
import { testServer } from '../../testing/test-server'

const SETTINGS = { POSTIL_PUBLIC_URL: 'https://Labels.example:8443/', POSTIL_ALLOWED_HOSTS: 'postil, inside.example' }
const PROTECTED = {
  'content-security-policy': expect.stringContaining("default-src 'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

describe('pictures of other hosts', () => {
  it('may be shown when the settings name the hosts, and clients are told which', async () => {
    const { anonymous } = await testServer('sqlite', { POSTIL_IMAGE_HOSTS: 'pictures.example, *.cdn.example:8443' })
    const reply = await anonymous.get('/api/v1/settings')
    expect(reply.body.image_hosts).toEqual(['pictures.example', '*.cdn.example:8443'])
    expect(reply.headers['content-security-policy']).toContain(
      "img-src 'self' data: blob: https://pictures.example https://*.cdn.example:8443; font-src",
    )
  })

  it.each(["'unsafe-inline'", 'a.example; script-src *', 'https://a.example', '*'])(
    'are not let in by the setting %s',
    async (hosts) => {
      await expect(testServer('sqlite', { POSTIL_IMAGE_HOSTS: hosts })).rejects.toThrow(ConfigError)
    },
  )
})

describe('the name a request is sent to', () => {
  it.each([
    'localhost',
    'localhost:6900',
    'app.localhost:1',
    '127.0.0.1:6900',
    '192.168.1.5',
    '[::1]:6900',
    '[fe80::1]',
    'labels.example',
    'LABELS.example:8443',
    'postil:6900',
    'inside.example',
  ])('may be %s', async (host) => {
    const { anonymous } = await shared()
    expect((await anonymous.get('/api/v1/version', { host })).status).toBe(200)
  })

  it.each([
    'evil.example',
    'localhost.evil.example',
    'labels.example.evil.example',
    'postil.evil.example',
    '127.0.0.1.evil.example',
    'evil.example@localhost',
    'evil.example/localhost',
    'evil.example#@localhost',
    'localhost evil.example',
    ':',
  ])('may not be %j, for no page and no call', async (host) => {
    const { anonymous, as } = await shared()
    for (const path of ['/api/v1/version', '/', '/healthz', '/nowhere']) {
      const reply = await anonymous.get(path, { host })
      expect(reply).toMatchObject({ status: 421, body: { detail: expect.stringContaining('POSTIL_PUBLIC_URL') } })
      expect(reply.headers).toMatchObject(PROTECTED)
    }
    expect((await as('owner').post('/api/v1/workspaces', { name: 'w' }, { host })).status).toBe(421)
  })

  it('may be no other without settings', async () => {
    const { anonymous } = await testServer('sqlite')
    expect((await anonymous.get('/api/v1/version', { host: 'labels.example' })).status).toBe(421)
    await expect(testServer('sqlite', { POSTIL_ALLOWED_HOSTS: 'https://a.example' })).rejects.toThrow(ConfigError)
  })
})

describe('security headers', () => {
  it('are on every reply, with no pictures from elsewhere', async () => {
    const { anonymous } = await shared()
    for (const path of [
      '/',
      '/healthz',
      '/api/v1/me',
      '/api/nothing',
      '/api/docs',
      '/assets/',
      '/%ff',
      '/api/v1/datasets/%ff',
    ]) {
      const { headers } = await anonymous.get(path)
      expect(headers, path).toMatchObject({ ...PROTECTED, 'x-request-id': expect.any(String) })
      expect(headers['content-security-policy'], path).toMatch(/img-src 'self' data: blob:;/)
    }
    expect((await anonymous.delete('/api/v1/version')).headers).toMatchObject(PROTECTED)
  })

  it.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
    ['a path with a blank', 'GET /a b HTTP/1.1\r\nhost: localhost\r\n\r\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ])('are on the reply to %s', async (_, text, status) => {
    const server = await testServer('sqlite')
    await server.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.server.address() as { port: number }
    const reply = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      socket.on('data', (chunk) => {
        received += chunk
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(received))
    })
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(reply).toContain('x-content-type-options: nosniff')
    expect(reply).toContain("default-src 'self'")
  })

  it('ask browsers to stay with https where the public address says so', async () => {
    const named = (await shared()).anonymous
    for (const path of ['/', '/api/v1/version', '/%ff'])
      expect((await named.get(path)).headers).toHaveProperty('strict-transport-security', 'max-age=31536000')
    const plain = (await testServer('sqlite')).anonymous
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
    expect((await plain.get('/', forwarded)).headers).not.toHaveProperty('strict-transport-security')
  })

  it('ask browsers to stay with https where a trusted proxy says that they came by it', async () => {
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
    const http = { ...https, 'x-forwarded-proto': 'http' }
    const hstsBehind = async (trusted: string, headers: Record<string, string>) => {
      const { anonymous } = await testServer('sqlite', { POSTIL_TRUST_PROXY: trusted })
      return (await anonymous.get('/', headers)).headers['strict-transport-security']
    }
    // The requests of a test come from 127.0.0.1.
    for (const trusted of ['1', '127.0.0.1']) {
      expect(await hstsBehind(trusted, https)).toBe('max-age=31536000')
      expect(await hstsBehind(trusted, http)).toBeUndefined()
    }
    expect(await hstsBehind('192.0.2.9', https)).toBeUndefined()
  })
})

it.each([
  [{ host: '127.0.0.1', publicUrl: undefined }, ['Only this machine can open it.']],
  [{ host: '127.0.0.1', publicUrl: 'https://labels.example' }, []],
  [
    { host: '192.0.2.7', publicUrl: undefined },
    ['Others open it at http://192.0.2.7:6900.', 'Warning: over plain HTTP'],
  ],
  [{ host: '2001:db8::7', publicUrl: undefined }, ['Others open it at http://[2001:db8::7]:6900.', 'Warning:']],
  [{ host: '0.0.0.0', publicUrl: 'http://labels.example' }, ['Warning: over plain HTTP']],
  [{ host: '0.0.0.0', publicUrl: 'https://labels.example' }, []],
])('tells who starts it with %j who can open it', (config, expected) => {
  const said = reachSentences(config, 6900)
  expect(said).toHaveLength(expected.length)
  for (const [index, start] of expected.entries()) expect(said[index]).toContain(start)
})

let server: ReturnType<typeof testServer> | undefined
function shared(): ReturnType<typeof testServer> {
  server ??= testServer('sqlite', SETTINGS)
  return server
}
