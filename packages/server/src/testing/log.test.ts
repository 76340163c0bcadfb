import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { spawnServer } from './spawn-server'

it('logs JSON lines with request ids, and no key, password, token, query text or name in a path', async () => {
  const secrets = {
    POSTIL_OWNER_USERNAME: 'owner',
    POSTIL_OWNER_PASSWORD: 'very-secret-password',
    POSTIL_OWNER_API_KEY: 'very-secret-key',
  }
  const server = await spawnServer({
    POSTIL_HOME: mkdtempSync(join(tmpdir(), 'postil-log-')),
    POSTIL_LOG_LEVEL: 'debug',
    ...secrets,
  })
  const signIn = new URLSearchParams({ username: 'owner', password: 'very-secret-password' })
  const token = await fetch(`${server.url}/api/v1/token`, { method: 'POST', body: signIn })
  const { access_token: bearer } = await token.json()
  const me = await fetch(`${server.url}/api/v1/me?private=text`, {
    headers: { authorization: `Bearer ${bearer}`, 'x-argilla-api-key': 'very-secret-key' },
  })
  expect(me.status).toBe(200)
  await fetch(`${server.url}/datasets/private-desk/private-letters`)
  await fetch(`${server.url}/private-slip`)
  await server.end('SIGTERM')
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const requests = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request')
  expect(requests.map((line) => line.path)).toEqual(['/api/v1/token', '/api/v1/me', '/datasets/*/*', '/*'])
  for (const line of requests) expect(line.reqId).toMatch(/^[0-9a-f-]{36}$/)
  expect(me.headers.get('x-request-id')).toBe(requests[1].reqId)
  for (const secret of ['very-secret-password', 'very-secret-key', bearer, 'private=text', 'private-'])
    expect(server.output()).not.toContain(secret)
})
