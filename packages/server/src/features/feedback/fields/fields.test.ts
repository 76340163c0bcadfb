import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const ITEM_NAME_RULE = 'string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"'
const field = (name: string, more: object = {}) => ({ name, title: 'A title', settings: { type: 'text' }, ...more })

describe.each(engines)('fields on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })
  const draft = () => s.build.dataset({ fields: [], questions: [], publish: false })
  const create = (datasetId: string, body: unknown) => s.as('owner').post(`/api/v1/datasets/${datasetId}/fields`, body)

  it('creates a field with the defaults filled in [E22]', async () => {
    const { id } = await draft()
    const reply = await create(id, field('text', { required: null, id: null, extra: 1 }))
    expect(reply.status).toBe(201)
    const { id: fieldId, inserted_at, ...rest } = reply.body
    expect(fieldId).toMatch(/^[0-9a-f-]{36}$/)
    expect(rest).toEqual({
      name: 'text',
      title: 'A title',
      required: false,
      settings: { type: 'text', use_markdown: false },
      dataset_id: id,
      updated_at: inserted_at,
    })
  })

  it('lists fields in the order of creation, to members [C11]', async () => {
    const dataset = await draft()
    for (const name of ['z', 'a', 'm']) await create(dataset.id, field(name, { required: name === 'a' }))
    const member = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const stranger = await s.build.user('annotator')
    const path = `/api/v1/datasets/${dataset.id}/fields`
    const { body } = await s.as(member.username).get(path)
    expect(body.items.map((item: { name: string; required: boolean }) => [item.name, item.required])).toEqual([
      ['z', false],
      ['a', true],
      ['m', false],
    ])
    expect((await s.as(stranger.username).get(path)).status).toBe(403)
    expect((await s.anonymous.get(path)).status).toBe(401)
    expect((await s.as('owner').get(`/api/v1/datasets/${randomUUID()}/fields`)).status).toBe(404)
  })

  it('refuses a name twice, before it looks at the status of the dataset', async () => {
    const { id } = await s.build.dataset()
    const again = await create(id, field('text'))
    const detail = `Field with name \`text\` already exists for dataset with id \`${id}\``
    expect([again.status, again.body]).toEqual([409, { detail }])
    const other = await create(id, field('other'))
    expect([other.status, other.body]).toEqual([422, { detail: 'Field cannot be created for a published dataset' }])
  })

  it('lets a field and a question share a name', async () => {
    const { id } = await draft()
    await create(id, field('same'))
    const reply = await s.as('owner').post(`/api/v1/datasets/${id}/questions`, field('same'))
    expect(reply.status).toBe(201)
  })

  it.each<[object, string[]]>([
    [{}, ['name: field required', 'title: field required', 'settings: field required']],
    [field('Upper'), [`name: ${ITEM_NAME_RULE}`]],
    [field('_-'), [`name: ${ITEM_NAME_RULE}`]],
    [field(''), ['name: ensure this value has at least 1 characters']],
    [field('a'.repeat(201)), ['name: ensure this value has at most 200 characters']],
    [field('a', { title: '' }), ['title: ensure this value has at least 1 characters']],
    [field('a', { title: 't'.repeat(501) }), ['title: ensure this value has at most 500 characters']],
    [field('a', { required: 'maybe' }), ['required: value could not be parsed to a boolean']],
    [field('a', { settings: {} }), ["settings: Discriminator 'type' is missing in value"]],
    [
      field('a', { settings: { type: 'image' } }),
      ["settings: No match for discriminator 'type' and value 'image' (allowed values: 'text')"],
    ],
    [
      field('a', { settings: { type: 'text', use_markdown: null } }),
      ['settings.use_markdown: none is not an allowed value'],
    ],
    [field('a', { settings: null }), ['settings: none is not an allowed value']],
  ])('refuses %j', async (body, errors) => {
    const { id } = await draft()
    const found = errorsOf(await create(id, body))
    expect(found).toEqual(errors.map((error) => `body.${error}`))
  })

  it('changes title and settings, also when published [C11]', async () => {
    const dataset = await s.build.dataset()
    const path = `/api/v1/fields/${dataset.fields.text}`
    const reply = await s.as('owner').patch(path, { title: 'New', settings: { type: 'text', use_markdown: true } })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      name: 'text',
      title: 'New',
      required: true,
      settings: { type: 'text', use_markdown: true },
    })
    expect(reply.body.updated_at > reply.body.inserted_at).toBe(true)
    const { body } = await s.as('owner').get(`/api/v1/datasets/${dataset.id}/fields`)
    expect(body.items).toEqual([reply.body])
    expect((await s.as('owner').patch(path, { title: 'Newer' })).body.settings.use_markdown).toBe(true)
  })

  it('ignores what cannot change, and moves no time for nothing', async () => {
    const dataset = await s.build.dataset()
    const path = `/api/v1/fields/${dataset.fields.text}`
    const [before] = (await s.as('owner').get(`/api/v1/datasets/${dataset.id}/fields`)).body.items
    const whole = { ...before, id: null, name: 'renamed', required: false, dataset_id: null, inserted_at: null }
    const reply = await s.as('owner').patch(path, whole)
    expect([reply.status, reply.body]).toEqual([200, before])
  })

  it.each<[object, string]>([
    [{ title: null, settings: null }, '__root__: The following keys must have non-null values: title, settings'],
    [{ title: '' }, 'title: ensure this value has at least 1 characters'],
    [{ settings: { type: 'text' } }, 'settings.use_markdown: field required'],
    [{ settings: { use_markdown: true } }, "settings: Discriminator 'type' is missing in value"],
    [
      { settings: { type: 'chat', use_markdown: true } },
      "settings: No match for discriminator 'type' and value 'chat' (allowed values: 'text')",
    ],
  ])('refuses the change %j', async (body, error) => {
    const dataset = await s.build.dataset()
    const reply = await s.as('owner').patch(`/api/v1/fields/${dataset.fields.text}`, body)
    expect(errorsOf(reply)).toEqual([`body.${error}`])
  })

  it('deletes a field of a draft only', async () => {
    const { id } = await draft()
    const made = (await create(id, field('text'))).body
    const reply = await s.as('owner').delete(`/api/v1/fields/${made.id}`)
    expect([reply.status, reply.body]).toEqual([200, made])
    expect((await s.as('owner').get(`/api/v1/datasets/${id}/fields`)).body).toEqual({ items: [] })
    const again = await s.as('owner').delete(`/api/v1/fields/${made.id}`)
    expect([again.status, again.body]).toEqual([404, { detail: `Field with id \`${made.id}\` not found` }])
    const published = await s.build.dataset()
    const refused = await s.as('owner').delete(`/api/v1/fields/${published.fields.text}`)
    const detail = 'Fields cannot be deleted for a published dataset'
    expect([refused.status, refused.body]).toEqual([422, { detail }])
  })
})
