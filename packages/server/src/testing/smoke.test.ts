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
      headers: { allow: 'GET' },
      body: { detail: 'Method Not Allowed' },
    })
    // With a name in the path, a colon, a wildcard, and an encoded letter.
    const rules = '/api/datasets/some-name/TextClassification/labeling/rules'
    const encoded = '/api/v1/%76ersion'
    for (const path of ['/api/v1/datasets/some-id/publish', '/api/datasets/some-name:close', `${rules}/a/b`, encoded])
      expect(await server.anonymous.post(path, {}), path).toMatchObject({ status: 405 })
    expect(await server.anonymous.post('/api/v1/datasets/some-id/publish/more', {})).toMatchObject({ status: 404 })
  })

  it('never refuses a method that it says is allowed', async () => {
    const { anonymous } = await testServer(engine)
    // A name before a colon may have a colon itself.
    const refused = await anonymous.post('/api/datasets/a:b:close', {})
    expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, PATCH, DELETE, PUT'])
    expect((await anonymous.put('/api/datasets/a:b:close', {})).status).toBe(401)
    const reply = await anonymous.put('/api/datasets/a:b', {})
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, PATCH, DELETE'])
  })

  it('says malformed JSON before anything but missing credentials', async () => {
    const server = await testServer(engine)
    expect((await server.anonymous.post('/api/v1/datasets', '{')).status).toBe(401)
    const reply = await server.as('owner').post('/api/v1/datasets', '{')
    expect(reply).toMatchObject({ status: 422, body: { detail: { code: 'argilla.api.errors::ValidationError' } } })
  })

  it('serves its reference as a document and as a page, with every route in both', async () => {
    const { anonymous } = await testServer(engine)
    const document = await anonymous.get('/api/openapi.json')
    expect(document).toMatchObject({ status: 200, body: { openapi: '3.1.0', info: { title: 'Postil' } } })
    const page = await anonymous.get('/api/docs')
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    for (const path of Object.keys(document.body.paths)) expect(page.body).toContain(`<code>${path}</code>`)
    for (const path of ['/api', '/docs'])
      expect(await anonymous.get(path)).toMatchObject({ status: 302, headers: { location: '/api/docs' } })
  })

  it('refuses a body that is too large or in no form it knows, in its own words', async () => {
    const server = await testServer(engine, { POSTIL_MAX_BODY_MB: '1' })
    const large = await server.as('owner').post('/api/v1/workspaces', { name: 'x'.repeat(1_100_000) })
    expect(large).toMatchObject({ status: 413, body: { detail: expect.stringContaining('POSTIL_MAX_BODY_MB') } })
    const xml = await server.as('owner').post('/api/v1/workspaces', '<name/>', { 'content-type': 'text/xml' })
    expect(xml).toMatchObject({ status: 415, body: { detail: expect.stringContaining('application/json') } })
  })

  it('says 503 at /readyz while the store does not answer, and goes on serving what needs no store', async () => {
    const server = await testServer(engine)
    await server.context.engine.close()
    expect(await server.anonymous.get('/readyz')).toMatchObject({ status: 503, body: { status: 'store unreachable' } })
    expect((await server.anonymous.get('/healthz')).status).toBe(200)
    const broken = await server.as('owner').get('/api/v1/me')
    // A store that is gone may come back; a pool that was ended here does not.
    expect(broken).toMatchObject(
      engine === 'sqlite'
        ? { status: 503, body: { detail: expect.stringContaining('cannot be reached') } }
        : {
            status: 500,
            body: { detail: { code: 'argilla.api.errors::GenericServerError', params: { type: expect.any(String) } } },
          },
    )
    expect(JSON.stringify(broken.body)).not.toContain('closed')
  })
})
