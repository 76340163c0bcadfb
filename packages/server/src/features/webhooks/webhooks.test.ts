import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../testing/test-server'
import { isKnownOutOfReach, reachOf } from './reach'

const URL_GIVEN = 'http://127.0.0.1:8000/told?token=a'
const PATH = '/api/v1/webhooks'

describe.each(engines)('webhooks on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  const owner = () => s.as('owner')
  const create = (more: object = {}) => owner().post(PATH, { url: URL_GIVEN, events: ['dataset.created'], ...more })

  it('are for owners', async () => {
    const { username } = await s.build.user('admin')
    const { id } = (await create()).body
    for (const [client, status] of [
      [s.anonymous, 401],
      [s.as(username), 403],
    ] as const) {
      expect((await client.get(PATH)).status).toBe(status)
      expect((await client.post(PATH, { url: URL_GIVEN, events: ['dataset.created'] })).status).toBe(status)
      expect((await client.patch(`${PATH}/${id}`, { enabled: false })).status).toBe(status)
      expect((await client.post(`${PATH}/${id}/ping`)).status).toBe(status)
      expect((await client.delete(`${PATH}/${id}`)).status).toBe(status)
    }
    expect((await owner().delete(`${PATH}/${id}`)).body).toMatchObject({ id })
  })

  it('are created, listed, changed as a client sends them, and deleted', async () => {
    const { status, body } = await create({ description: 'To the archive' })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      url: URL_GIVEN,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      events: ['dataset.created'],
      enabled: true,
      description: 'To the archive',
      inserted_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await owner().get(PATH)).body).toEqual({ items: [body] })
    const changed = { ...body, enabled: false, events: ['record.created', 'record.completed'], description: null }
    const { secret: _, ...kept } = changed
    const after = await owner().patch(`${PATH}/${body.id}`, { ...changed, secret: 'whsec_other' })
    expect(after).toMatchObject({ status: 200, body: { ...kept, updated_at: expect.any(String), secret: body.secret } })
    expect((await owner().delete(`${PATH}/${body.id}`)).body).toEqual(after.body)
    expect((await owner().get(PATH)).body).toEqual({ items: [] })
    for (const refused of [
      await owner().patch(`${PATH}/${body.id}`, { enabled: true }),
      await owner().post(`${PATH}/${body.id}/ping`),
      await owner().delete(`${PATH}/${body.id}`),
    ])
      expect(refused).toMatchObject({ status: 404, body: { detail: `Webhook with id \`${body.id}\` not found` } })
  })

  it.each([
    [{ url: 'ftp://a.example/told' }],
    [{ url: 'told' }],
    [{ url: `https://a.example/${'x'.repeat(2000)}` }],
    [{ events: [] }],
    [{ events: ['dataset.created', 'dataset.created'] }],
    [{ events: ['dataset.opened'] }],
    [{ description: '' }],
    [{ url: 'http://169.254.169.254/latest/meta-data' }],
  ])('refuse %o', async (wrong) => {
    expect((await create(wrong)).status).toBe(422)
    const { id } = (await create()).body
    expect((await owner().patch(`${PATH}/${id}`, wrong)).status).toBe(422)
    expect((await owner().patch(`${PATH}/${id}`, { url: null })).status).toBe(422)
    expect((await owner().delete(`${PATH}/${id}`)).body).toMatchObject({ url: URL_GIVEN, events: ['dataset.created'] })
  })

  it('are at most ten', async () => {
    for (let n = 0; n < 10; n += 1) expect((await create()).status).toBe(201)
    const refused = await create()
    expect(refused.status).toBe(422)
    expect(refused.body.detail).toContain('more than 10 webhooks')
    for (const { id } of (await owner().get(PATH)).body.items) await owner().delete(`${PATH}/${id}`)
  })

  it('never appear with their secret in the log of changes', async () => {
    const { id, secret } = (await create()).body
    await owner().patch(`${PATH}/${id}`, { enabled: false })
    await owner().delete(`${PATH}/${id}`)
    const log = (await owner().get('/api/v1/events?limit=1000')).body.items
    const about = log.filter(({ subject_id }: { subject_id: string }) => subject_id === id)
    expect(about.map(({ kind }: { kind: string }) => kind)).toEqual([
      'webhook.create',
      'webhook.update',
      'webhook.delete',
    ])
    expect(JSON.stringify(log)).not.toContain(secret)
  })
})

describe.each(engines)('a server whose webhooks reach public addresses only, on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine, { POSTIL_WEBHOOKS: 'public' })
  })
  afterAll(() => s.close())

  it('refuses its own machine by address at once, and by name when it sends', async () => {
    const create = (url: string) => s.as('owner').post(PATH, { url, events: ['dataset.created'] })
    for (const url of [URL_GIVEN, 'http://localhost:8000/', 'http://[::ffff:10.0.0.1]/'])
      expect(await create(url)).toMatchObject({
        status: 422,
        body: { detail: expect.stringContaining('see POSTIL_WEBHOOKS') },
      })
    const { hostname } = await import('node:os')
    // The machine's own name leads to an address that is not public.
    const { id } = (await create(`http://${hostname()}:9/`)).body
    expect(await s.as('owner').post(`${PATH}/${id}/ping`)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(`may not send to ${hostname()}`) },
    })
  })
})

it.each([
  ['auto', '127.0.0.1', undefined, 'any'],
  ['auto', '127.0.0.1', 'https://postil.example', 'public'],
  ['auto', '0.0.0.0', undefined, 'public'],
  ['any', '0.0.0.0', undefined, 'any'],
  ['public', '127.0.0.1', undefined, 'public'],
] as const)('POSTIL_WEBHOOKS=%s on %s, known as %s, reaches %s addresses', (webhooks, host, publicUrl, reach) => {
  expect(reachOf({ webhooks, host, publicUrl })).toBe(reach)
})

it.each([
  ['http://8.8.8.8/', false, false],
  ['http://[2606:4700::1111]/', false, false],
  ['http://postil.example/', false, false],
  ['http://127.0.0.1/', true, false],
  ['http://2130706433/', true, false],
  ['http://0.0.0.0/', true, false],
  ['http://10.1.2.3/', true, false],
  ['http://172.31.0.1/', true, false],
  ['http://192.168.1.1/', true, false],
  ['http://100.64.0.1/', true, false],
  ['http://[::1]/', true, false],
  ['http://[::]/', true, false],
  ['http://[fd12::1]/', true, false],
  ['http://[64:ff9b::7f00:1]/', true, false],
  ['http://[::ffff:127.0.0.1]/', true, false],
  ['http://[::127.0.0.1]/', true, false],
  ['http://[::ffff:0:10.0.0.1]/', true, false],
  ['http://[2002:7f00:1::]/', true, false],
  ['http://[fec0::1]/', true, false],
  ['http://a.localhost/', true, false],
  ['http://255.255.255.255/', true, false],
  ['http://169.254.169.254/', true, true],
  ['http://[::ffff:169.254.169.254]/', true, true],
  ['http://[fe80::1]/', true, true],
  ['http://[fd00:ec2::254]/', true, true],
  ['http://[fd00:ec2::23]/', true, true],
  ['http://[fd20:ce::254]/', true, true],
  ['http://100.100.100.200/', true, true],
  ['http://[::169.254.169.254]/', true, true],
  ['http://[::ffff:0:169.254.169.254]/', true, true],
  ['http://[64:ff9b::169.254.169.254]/', true, true],
  ['http://[2002:a9fe:a9fe::]/', true, true],
])('%s is refused: %s where only public addresses are allowed, %s where any are', (url, inPublic, inAny) => {
  expect(isKnownOutOfReach(new URL(url), 'public')).toBe(inPublic)
  expect(isKnownOutOfReach(new URL(url), 'any')).toBe(inAny)
})
