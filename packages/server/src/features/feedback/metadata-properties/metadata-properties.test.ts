import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const property = (name: string, settings: object = { type: 'terms' }, more: object = {}) => ({
  name,
  title: 'A title',
  settings,
  ...more,
})

describe.each(engines)('metadata properties on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  const create = (datasetId: string, body: unknown) =>
    s.as('owner').post(`/api/v1/datasets/${datasetId}/metadata-properties`, body)

  it.each<[object, object]>([
    [{ type: 'terms' }, { type: 'terms', values: null }],
    [
      { type: 'terms', values: ['b', 'a', 'b'] },
      { type: 'terms', values: ['b', 'a', 'b'] },
    ],
    [
      { type: 'integer', min: -1, max: '5' },
      { type: 'integer', min: -1, max: 5 },
    ],
    [
      { type: 'integer', min: null },
      { type: 'integer', min: null, max: null },
    ],
    [
      { type: 'float', max: 0.5 },
      { type: 'float', min: null, max: 0.5 },
    ],
  ])('creates one with settings %j [E24]', async (sent, answered) => {
    const { id } = await s.build.dataset({ publish: false })
    const reply = await create(id, { ...property('p', sent), type: 'terms', id: null })
    expect(reply.status).toBe(201)
    const { id: propertyId, inserted_at, ...rest } = reply.body
    expect(propertyId).toMatch(/^[0-9a-f-]{36}$/)
    expect(rest).toEqual({
      name: 'p',
      title: 'A title',
      settings: answered,
      visible_for_annotators: true,
      dataset_id: id,
      updated_at: inserted_at,
    })
  })

  it('writes whole float bounds with a decimal point, so that strict clients read floats', async () => {
    const { id } = await s.build.dataset({ publish: false })
    const response = await s.server.inject({
      method: 'POST',
      url: `/api/v1/datasets/${id}/metadata-properties`,
      headers: { 'x-argilla-api-key': s.ownerKey },
      payload: property('p', { type: 'float', min: 0, max: 10 }),
    })
    expect(response.payload).toContain('"settings":{"type":"float","min":0.0,"max":10.0}')
  })

  it('creates one after publishing too, and refuses a name twice', async () => {
    const { id } = await s.build.dataset()
    expect((await create(id, property('p'))).status).toBe(201)
    const again = await create(id, property('p'))
    const detail = `Metadata property with name \`p\` already exists for dataset with id \`${id}\``
    expect([again.status, again.body]).toEqual([409, { detail }])
  })

  it.each<[object, string[]]>([
    [{}, ['name: field required', 'title: field required', 'settings: field required']],
    [property('P'), ['name: string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"']],
    [property('p', { type: 'terms', values: [] }), ['settings.values: ensure this value has at least 1 items']],
    [
      property('p', { type: 'terms', values: Array(251).fill('x') }),
      ['settings.values: ensure this value has at most 250 items'],
    ],
    [property('p', { type: 'integer', min: 5, max: 5 }), ["settings.__root__: 'min' (5) must be lower than 'max' (5)"]],
    [
      property('p', { type: 'float', min: 2, max: 1.5 }),
      ["settings.__root__: 'min' (2.0) must be lower than 'max' (1.5)"],
    ],
    [property('p', { type: 'float', min: 'low' }), ['settings.min: value is not a valid float']],
    [
      property('p', { type: 'date' }),
      ["settings: No match for discriminator 'type' and value 'date' (allowed values: 'terms', 'integer', 'float')"],
    ],
    [
      property('p', { type: 'terms' }, { visible_for_annotators: null }),
      ['visible_for_annotators: none is not an allowed value'],
    ],
  ])('refuses %j', async (body, errors) => {
    const { id } = await s.build.dataset({ publish: false })
    const found = errorsOf(await create(id, body))
    expect(found).toEqual(errors.map((error) => `body.${error}`))
  })

  it('lists them oldest first, and hides the hidden ones from annotators [C13] [P2]', async () => {
    const hidden = { visible_for_annotators: false }
    const dataset = await s.build.dataset({
      metadata: [property('z'), property('a', { type: 'terms' }, hidden), property('m')],
    })
    const annotator = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const admin = await s.build.user('admin', { workspaces: [dataset.workspaceId] })
    const stranger = await s.build.user('admin')
    const path = `/api/v1/me/datasets/${dataset.id}/metadata-properties`
    const names = async (username: string) => {
      const { body } = await s.as(username).get(path)
      return body.items.map((item: { name: string }) => item.name)
    }
    expect(await names(annotator.username)).toEqual(['z', 'm'])
    expect(await names(admin.username)).toEqual(['z', 'a', 'm'])
    expect(await names('owner')).toEqual(['z', 'a', 'm'])
    expect((await s.as(stranger.username).get(path)).status).toBe(403)
    expect((await s.anonymous.get(path)).status).toBe(401)
  })

  it('changes title and visibility, and keeps what is not sent [C13]', async () => {
    const dataset = await s.build.dataset({ metadata: [property('p')] })
    const path = `/api/v1/metadata-properties/${dataset.metadata.p}`
    const reply = await s.as('owner').patch(path, { title: 'New', settings: { type: 'float' }, name: 'q', id: null })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      name: 'p',
      title: 'New',
      settings: { type: 'terms', values: null },
      visible_for_annotators: true,
    })
    expect(reply.body.updated_at > reply.body.inserted_at).toBe(true)
    const hidden = await s.as('owner').patch(path, { visible_for_annotators: false })
    expect(hidden.body).toMatchObject({ title: 'New', visible_for_annotators: false })
    expect((await s.as('owner').patch(path, {})).body).toEqual(hidden.body)
    expect(errorsOf(await s.as('owner').patch(path, { title: null, visible_for_annotators: null }))).toEqual([
      'body.__root__: The following keys must have non-null values: title, visible_for_annotators',
    ])
  })

  it('deletes one after publishing, and leaves the records as they were, to be found when it is declared again', async () => {
    const dataset = await s.build.dataset({ metadata: [property('p'), property('q')] })
    const metadata = { p: 'x', q: 'y' }
    await s.build.record(dataset.id, { metadata })
    const path = `/api/v1/metadata-properties/${dataset.metadata.p}`
    const reply = await s.as('owner').delete(path)
    expect([reply.status, reply.body.name]).toEqual([200, 'p'])
    const list = await s.as('owner').get(`/api/v1/datasets/${dataset.id}/records`)
    expect(list.body.items[0].metadata).toEqual(metadata)
    const again = await s.as('owner').delete(path)
    const detail = `Metadata property with id \`${dataset.metadata.p}\` not found`
    expect([again.status, again.body]).toEqual([404, { detail }])
    const declaredAgain = await create(dataset.id, property('p'))
    const metrics = await s.as('owner').get(`/api/v1/metadata-properties/${declaredAgain.body.id}/metrics`)
    expect(metrics.body).toEqual({ type: 'terms', total: 1, values: [{ term: 'x', count: 1 }] })
  })

  describe('metrics', () => {
    const metrics = async (id: string | undefined, username = 'owner') =>
      s.as(username).get(`/api/v1/metadata-properties/${id}/metrics`)

    it('counts terms, each element of a list, by count and then by term [C13] [E25]', async () => {
      const dataset = await s.build.dataset({ metadata: [property('p')] })
      for (const p of ['b', ['b', 'ä', 'a'], 'Z', null, ['a', 'b']])
        await s.build.record(dataset.id, { metadata: { p } })
      const reply = await metrics(dataset.metadata.p)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        type: 'terms',
        total: 7,
        values: [
          { term: 'b', count: 3 },
          { term: 'a', count: 2 },
          { term: 'Z', count: 1 },
          { term: 'ä', count: 1 },
        ],
      })
    })

    it('finds the bounds of numbers, floats to five decimals and always written as floats [E25]', async () => {
      const dataset = await s.build.dataset({
        metadata: [property('i', { type: 'integer' }), property('f', { type: 'float' })],
      })
      for (const [i, f] of [
        [5, '0.1234567'],
        [-3, '2.0'],
        [8, '7.0'],
      ] as const) {
        const items = `{"items":[{"fields":{"text":"x"},"metadata":{"i":${i},"f":${f}}}]}`
        await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, items)
      }
      expect((await metrics(dataset.metadata.i)).body).toEqual({ type: 'integer', min: -3, max: 8 })
      const response = await s.server.inject({
        url: `/api/v1/metadata-properties/${dataset.metadata.f}/metrics`,
        headers: { 'x-argilla-api-key': s.ownerKey },
      })
      expect(response.payload).toBe('{"type":"float","min":0.12346,"max":7.0}')
    })

    it('answers empty without data, on a draft too [E25]', async () => {
      const dataset = await s.build.dataset({
        metadata: [property('t'), property('i', { type: 'integer' }), property('f', { type: 'float' })],
        publish: false,
      })
      expect((await metrics(dataset.metadata.t)).body).toEqual({ type: 'terms', total: 0, values: [] })
      expect((await metrics(dataset.metadata.i)).body).toEqual({ type: 'integer', min: null, max: null })
      expect((await metrics(dataset.metadata.f)).body).toEqual({ type: 'float', min: null, max: null })
    })

    it('refuses a hidden property to annotators only [P2]', async () => {
      const hidden = { visible_for_annotators: false }
      const dataset = await s.build.dataset({
        metadata: [property('seen'), property('hidden', { type: 'terms' }, hidden)],
      })
      const annotator = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
      const admin = await s.build.user('admin', { workspaces: [dataset.workspaceId] })
      const stranger = await s.build.user('annotator')
      const status = async (name: string, username: string) => (await metrics(dataset.metadata[name], username)).status
      expect(await status('seen', annotator.username)).toBe(200)
      expect(await status('hidden', annotator.username)).toBe(403)
      expect(await status('hidden', admin.username)).toBe(200)
      expect(await status('hidden', 'owner')).toBe(200)
      expect(await status('seen', stranger.username)).toBe(403)
      const missing = randomUUID()
      const reply = await metrics(missing)
      expect([reply.status, reply.body]).toEqual([
        404,
        { detail: `Metadata property with id \`${missing}\` not found` },
      ])
    })
  })
})
