import { describe, expect, it } from 'vitest'
import { engines, testServer } from './test-server'

describe.each(engines)('a server on %s', (engine) => {
  it('tells its version, its health, and refuses what is not its own', async () => {
    const server = await testServer(engine)
    expect((await server.anonymous.get('/api/v1/version')).body).toEqual({ version: expect.stringMatching(/^1\.29\./) })
    expect((await server.anonymous.get('/healthz')).body).toEqual({ status: 'ok' })
    expect((await server.anonymous.get('/readyz')).body).toEqual({ status: 'ready', store: engine })
    expect(await server.anonymous.get('/api/v1/nothing')).toMatchObject({ status: 404, body: { detail: 'Not Found' } })
    expect(await server.anonymous.delete('/api/v1/version')).toMatchObject({
      status: 405,
      body: { detail: 'Method Not Allowed' },
    })
  })

  it('says malformed JSON before anything else', async () => {
    const server = await testServer(engine)
    const reply = await server.anonymous.post('/api/v1/datasets', '{')
    expect(reply).toMatchObject({ status: 422, body: { detail: { code: 'argilla.api.errors::ValidationError' } } })
  })
})
