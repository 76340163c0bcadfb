import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { memoryInUse, shortSize } from './info.routes'

describe.each(engines)('what the server says about itself on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer(engine)
  })

  it.each(['/api/v1/version', '/api/_info'])('%s tells a version that Python clients of 1.29 take', async (path) => {
    const reply = await server.anonymous.get(path)
    expect(reply).toMatchObject({ status: 200, body: { version: expect.stringMatching(/^1\.29\.\d+$/) } })
  })

  it('answers strangers who ask for its state, but tells them no more than its version', async () => {
    expect(await server.anonymous.get('/api/v1/status')).toMatchObject({
      status: 200,
      body: { version: expect.stringMatching(/^1\.29\./), search_engine: { name: 'postil' }, memory: {} },
    })
    const classic = await server.anonymous.get('/api/_status')
    expect(classic).toMatchObject({ status: 200, body: { version: expect.stringMatching(/^1\.29\./), mem_info: {} } })
    expect(JSON.stringify(classic.body)).not.toContain(engine)
  })

  it('tells its store and its memory to its users', async () => {
    const reply = await server.as('owner').get('/api/v1/status')
    expect(reply.status).toBe(200)
    expect(reply.body.search_engine).toEqual({ name: 'postil', engine })
    expect(reply.body.memory.rss).toMatch(/^\d+[MG]$/)
  })

  it('has every key of Elasticsearch that the client prints, with values that say there is none', async () => {
    const { status, body } = await server.as('owner').get('/api/_status')
    expect(status).toBe(200)
    expect(body.version).toMatch(/^1\.29\./)
    expect(body.elasticsearch.tagline).toContain('there is no Elasticsearch')
    expect(Object.keys(body.elasticsearch.version).sort()).toEqual(
      [
        'number build_type build_hash build_date build_snapshot lucene_version',
        'minimum_wire_compatibility_version minimum_index_compatibility_version',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    )
    expect(body.mem_info.rss).toMatch(/^\d+[MG]$/)
  })

  it('has settings without nulls', async () => {
    expect(await server.anonymous.get('/api/v1/settings')).toMatchObject({
      status: 200,
      body: { argilla: {}, image_hosts: [] },
    })
  })

  it('offers no other service to sign in with', async () => {
    const off = { status: 404, body: { detail: 'OAuth2 is not enabled' } }
    expect((await server.anonymous.get('/api/v1/oauth2/providers')).body).toEqual({ items: [] })
    expect(await server.anonymous.get('/api/v1/oauth2/providers/huggingface/authentication?x=1')).toMatchObject(off)
    expect(await server.anonymous.get('/api/v1/oauth2/providers/any/access-token?code=1&state=2')).toMatchObject(off)
  })
})

it.each([
  [0, '0B'],
  [1023, '1023B'],
  [1024, '1K'],
  [125_829_120, '120M'],
  [1_610_612_736, '2G'],
  [2 ** 61, '2097152T'],
])('%d bytes read %s', (bytes, expected) => {
  expect(shortSize(bytes)).toBe(expected)
})

it('tells the memory of this process', async () => {
  const memory = await memoryInUse()
  expect(memory.rss).toMatch(/^\d+[MG]$/)
  for (const value of Object.values(memory)) expect(value).toMatch(/^\d+[BKMGT]$/)
})
