import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DeletedVector } from '../../../events/catalogue'
import { unpack } from '../../../events/packed'
import { errorsOf } from '../../../testing/errors-of'
import { eventProblems } from '../../../testing/logged-events'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const vectors = (name: string, dimensions: unknown = 3) => ({ name, title: 'A title', dimensions })

describe.each(engines)('vectors settings on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  const create = (datasetId: string, body: unknown) =>
    s.as('owner').post(`/api/v1/datasets/${datasetId}/vectors-settings`, body)

  it.each([false, true])('creates them, published: %s [E23]', async (publish) => {
    const { id } = await s.build.dataset({ publish })
    const reply = await create(id, { ...vectors('v', '3'), id: null })
    expect(reply.status).toBe(201)
    const { id: vectorsId, inserted_at, ...rest } = reply.body
    expect(vectorsId).toMatch(/^[0-9a-f-]{36}$/)
    expect(rest).toEqual({
      name: 'v',
      title: 'A title',
      dimensions: 3,
      source: 'given',
      dataset_id: id,
      updated_at: inserted_at,
    })
  })

  it('lists them in the order of creation, to members [C14]', async () => {
    const dataset = await s.build.dataset({ vectors: ['z', 'a', 'm'].map((name) => vectors(name)) })
    const member = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const stranger = await s.build.user('annotator')
    const path = `/api/v1/datasets/${dataset.id}/vectors-settings`
    const { body } = await s.as(member.username).get(path)
    expect(body.items.map((item: { name: string }) => item.name)).toEqual(['z', 'a', 'm'])
    expect((await s.as(stranger.username).get(path)).status).toBe(403)
    expect((await s.anonymous.get(path)).status).toBe(401)
    expect((await s.as('owner').get(`/api/v1/datasets/${randomUUID()}/vectors-settings`)).status).toBe(404)
  })

  it('refuses a name twice, and a sixth before it looks at the name', async () => {
    const { id } = await s.build.dataset({ vectors: ['a', 'b', 'c', 'd'].map((name) => vectors(name)) })
    const again = await create(id, vectors('a'))
    const taken = `Vector settings with name \`a\` already exists for dataset with id \`${id}\``
    expect([again.status, again.body]).toEqual([409, { detail: taken }])
    expect((await create(id, vectors('e'))).status).toBe(201)
    const sixth = await create(id, vectors('a'))
    const full = `The maximum number of vector settings has been reached for dataset with id \`${id}\``
    expect([sixth.status, sixth.body]).toEqual([422, { detail: full }])
  })

  it.each<[object, string[]]>([
    [{}, ['name: field required', 'title: field required', 'dimensions: field required']],
    [vectors('V'), ['name: string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"']],
    [vectors('v', 0), ['dimensions: ensure this value is greater than 0']],
    [vectors('v', 'many'), ['dimensions: value is not a valid integer']],
    [vectors('v', 2 ** 40), [`dimensions: ensure this value is less than or equal to ${2 ** 31 - 1}`]],
    [{ ...vectors('v'), title: 't'.repeat(501) }, ['title: ensure this value has at most 500 characters']],
  ])('refuses %j', async (body, errors) => {
    const { id } = await s.build.dataset({ publish: false })
    expect(errorsOf(await create(id, body))).toEqual(errors.map((error) => `body.${error}`))
  })

  it('changes the title and nothing else [C14]', async () => {
    const dataset = await s.build.dataset({ vectors: [vectors('v')] })
    const path = `/api/v1/vectors-settings/${dataset.vectors.v}`
    const reply = await s.as('owner').patch(path, { id: null, name: 'w', title: 'New', dimensions: 9 })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      name: 'v',
      title: 'New',
      dimensions: 3,
      source: 'given',
      dataset_id: dataset.id,
    })
    expect(reply.body.updated_at > reply.body.inserted_at).toBe(true)
    expect((await s.as('owner').patch(path, {})).body).toEqual(reply.body)
    expect(errorsOf(await s.as('owner').patch(path, { title: null }))).toEqual([
      'body.__root__: The following keys must have non-null values: title',
    ])
    expect(errorsOf(await s.as('owner').patch(path, { title: '' }))).toEqual([
      'body.title: ensure this value has at least 1 characters',
    ])
  })

  it("deletes them with the records' vectors of that name, and no others", async () => {
    const dataset = await s.build.dataset({ vectors: [vectors('v'), vectors('w', 2)] })
    const { id } = await s.build.record(dataset.id, { vectors: { v: [1, 2, 3], w: [4, 5] } })
    const path = `/api/v1/vectors-settings/${dataset.vectors.v}`
    const reply = await s.as('owner').delete(path)
    expect([reply.status, reply.body.name]).toEqual([200, 'v'])
    const list = await s.as('owner').get(`/api/v1/datasets/${dataset.id}/records?include=vectors`)
    expect(list.body.items[0].vectors).toEqual({ w: [4, 5] })
    await s.context.jobs.settle()
    const left = await s.context.engine.db
      .selectFrom('record_vectors')
      .select('vector_id')
      .where('dataset_id', '=', dataset.id)
      .execute()
    expect(left).toEqual([{ vector_id: dataset.vectors.w }])
    const events = await s.context.engine.db
      .selectFrom('events')
      .selectAll()
      .where('kind', '=', 'vectors.delete')
      .execute()
    expect(eventProblems(events)).toEqual([])
    const { name, vectors: packed } = JSON.parse(events.at(-1)?.before ?? '')
    const [deleted, ...others] = (await unpack(packed)).map((line) => DeletedVector.parse(JSON.parse(line)))
    expect([name, deleted?.id, others]).toEqual(['v', id, []])
    expect(new Float64Array(Uint8Array.from(Buffer.from(deleted?.value ?? '', 'base64')).buffer)).toEqual(
      Float64Array.of(1, 2, 3),
    )
    const again = await s.as('owner').delete(path)
    const detail = `Vector settings with \`${dataset.vectors.v}\` not found`
    expect([again.status, again.body]).toEqual([404, { detail }])
  })
})
