import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

/** One digit more than a number holds, at the top, in a list and below. */
const METADATA = '{"big":12345678901234567,"any":[98765432109876543210,{"deep":-9007199254740993}],"x":1.5}'

describe.each(engines)('whole numbers beyond 2^53 in metadata, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let id: string
  let annotator: string
  const json = { 'content-type': 'application/json' }
  // The test client parses replies, which would lose the digits.
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: string, user = 'owner') => {
    const more = user === 'owner' ? { 'x-argilla-api-key': s.ownerKey } : { authorization: annotator }
    return (await s.server.inject({ method, url, payload, headers: { ...(payload ? json : {}), ...more } })).payload
  }

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({
      metadata: [
        { name: 'big', title: 'Big', settings: { type: 'integer' } },
        { name: 'small', title: 'Small', settings: { type: 'integer', min: 0, max: 10 } },
        { name: 'ratio', title: 'Ratio', settings: { type: 'float' } },
        { name: 'hidden', title: 'Hidden', settings: { type: 'terms' }, visible_for_annotators: false },
      ],
    })
    const user = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const pair = { username: user.username, password: 'a-long-password' }
    annotator = `Bearer ${(await s.anonymous.form('/api/v1/token', pair)).body.access_token}`
    const made = await send('POST', `/api/v1/datasets/${d.id}/records/bulk`, body(METADATA))
    expect(made).toContain(`"metadata":${METADATA}`)
    id = JSON.parse(made).items[0].id
  })
  const body = (metadata: string) => `{"items":[{"fields":{"text":"x"},"metadata":${metadata}}]}`

  it('keep their digits in records and lists', async () => {
    expect(await send('GET', `/api/v1/records/${id}`)).toContain(`"metadata":${METADATA}`)
    expect(await send('GET', `/api/v1/datasets/${d.id}/records`)).toContain(`"metadata":${METADATA}`)
  })

  it('keep them through every route that writes metadata', async () => {
    const metadata = METADATA.replace('1.5', '"patched"')
    expect(await send('PATCH', `/api/v1/records/${id}`, `{"metadata":${metadata}}`)).toContain(metadata)
    const patch = (x: string) => `{"items":[{"id":"${id}","metadata":${METADATA.replace('1.5', x)}}]}`
    await send('PATCH', `/api/v1/datasets/${d.id}/records`, patch('"listed"'))
    expect(await send('GET', `/api/v1/records/${id}`)).toContain(METADATA.replace('1.5', '"listed"'))
    const upserted = await send('PUT', `/api/v1/datasets/${d.id}/records/bulk`, patch('1.5'))
    expect(upserted).toContain(METADATA)
  })

  it('keep them where an annotator is shown a part only', async () => {
    const hidden = METADATA.replace('"x":1.5', '"hidden":"h","y":12345678901234569')
    const made = await send('POST', `/api/v1/datasets/${d.id}/records/bulk`, body(hidden))
    const shown = await send('GET', `/api/v1/records/${JSON.parse(made).items[0].id}`, undefined, 'annotator')
    expect(shown).toContain(`"metadata":${hidden.replace('"hidden":"h",', '')}`)
  })

  it('keep their digits as the bounds of their property', async () => {
    const { id: datasetId, metadata } = await s.build.dataset({
      metadata: [{ name: 'i', title: 'I', settings: { type: 'integer' } }],
    })
    const bounds = () => send('GET', `/api/v1/metadata-properties/${metadata.i}/metrics`)
    // Neighbours are the same number.
    for (const i of ['12345678901234565', '12345678901234567', '-9007199254740992', '-9007199254740993', '5'])
      await send('POST', `/api/v1/datasets/${datasetId}/records/bulk`, body(`{"i":${i}}`))
    expect(await bounds()).toBe('{"type":"integer","min":-9007199254740993,"max":12345678901234567}')
    // Longer than any number.
    const long = '9'.repeat(400)
    await send('POST', `/api/v1/datasets/${datasetId}/records/bulk`, body(`{"i":${long}}`))
    expect(await bounds()).toBe(`{"type":"integer","min":-9007199254740993,"max":${long}}`)
  })

  it('are checked by the rules of their property', async () => {
    const refused = await send('POST', `/api/v1/datasets/${d.id}/records/bulk`, body('{"small":12345678901234567}'))
    expect(refused).toContain("'12345678901234567' is greater than the maximum value of '10'.")
    const term = await send('POST', `/api/v1/datasets/${d.id}/records/bulk`, body('{"ratio":12345678901234567}'))
    expect(term).toContain('"metadata":{"ratio":1.2345678901234568e+16}')
  })

  it('stand in the way of no retry, and are refused where they fit nothing', async () => {
    const post = (payload: string) =>
      s.server.inject({
        method: 'POST',
        url: `/api/v1/datasets/${d.id}/records/bulk`,
        payload,
        headers: { ...json, 'x-argilla-api-key': s.ownerKey, 'idempotency-key': 'big' },
      })
    const [first, again] = [await post(body(METADATA)), await post(body(METADATA))]
    expect(again.payload).toBe(first.payload)
    const other = await post(body(METADATA.replace('567', '568')))
    expect(other.statusCode).toBe(409)
    const field = await send(
      'POST',
      `/api/v1/datasets/${d.id}/records/bulk`,
      '{"items":[{"fields":{"text":12345678901234567},"external_id":12345678901234567}]}',
    )
    expect(JSON.parse(field).detail.params.errors).toEqual([
      { loc: ['body', 'items', 0, 'fields', 'text'], msg: 'str type expected', type: 'type_error.str' },
    ])
  })

  it('are found by all their digits', async () => {
    const other = METADATA.replace('"big":12345678901234567', '"big":1000000000000000000000')
    await send('POST', `/api/v1/datasets/${d.id}/records/bulk`, body(other))
    const find = async (...values: string[]) => {
      const filter = { type: 'terms', scope: { entity: 'metadata', metadata_property: 'big' }, values }
      const search = JSON.stringify({ filters: { and: [filter] } })
      const found = await send('POST', `/api/v1/datasets/${d.id}/records/search?limit=1000`, search)
      return new Set(found.match(/(?<="big":)\d+/g))
    }
    expect(await find('12345678901234567')).toEqual(new Set(['12345678901234567']))
    expect(await find('12345678901234568', '1234567890123456')).toEqual(new Set())
    expect(await find('1000000000000000000000')).toEqual(new Set(['1000000000000000000000']))
    expect(await find('1e21')).toEqual(new Set(['1000000000000000000000']))
  })

  it('name a record exactly', async () => {
    const made = await send(
      'POST',
      `/api/v1/datasets/${d.id}/records/bulk`,
      '{"items":[{"fields":{"text":"x"},"external_id":12345678901234567}]}',
    )
    expect(JSON.parse(made).items[0].external_id).toBe('12345678901234567')
  })
})
