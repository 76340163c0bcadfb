import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const TEXTS = ['red one', 'red two', 'blue three', 'blue four', 'blue five']
const PENDING = { entity: 'response', property: 'status' }
const LABEL = { entity: 'metadata', metadata_property: 'colour' }

describe.each(engines)('a dataset that needs so many answers for each record, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let people: string[]
  let ids: Map<string, string>

  const queuePath = () => `/api/v1/datasets/${d.id}/queue`
  const choose = (body: object, user = 'owner') => s.as(user).put(queuePath(), body)
  const answer = (user: string | undefined, text: string, status = 'submitted') =>
    s.as(user ?? '').post(`/api/v1/records/${ids.get(text)}/responses`, { status, values: { label: { value: 'a' } } })

  /** What a user finds pending by every way there is to ask; the ways must agree. */
  async function pending(user = '', query: object = {}, isExpected: (text: string) => boolean = () => true) {
    const me = `/api/v1/me/datasets/${d.id}`
    const search = async (body: object, params = 'limit=50') =>
      (await s.as(user).post(`${me}/records/search?${params}`, body)).body
    const textsOf = (items: { record: { fields: { text: string } } }[]) =>
      items.map(({ record }) => record.fields.text).toSorted()
    const filter = { type: 'terms', scope: PENDING, values: ['pending'] }
    const found = await search({ ...query, filters: { and: [filter] } })
    const texts = textsOf(found.items)
    expect(found.total).toBe(texts.length)
    const paged = await search({ ...query, filters: { and: [filter] } }, 'limit=1')
    expect(paged.total).toBe(texts.length)

    const facets = { ...query, facets: [{ scope: PENDING }, { scope: LABEL }] }
    const counted = (await s.as(user).post(`${me}/records/facets`, { ...facets, filters: { and: [filter] } })).body
    expect(counted.total).toBe(texts.length)
    const count = (at: number, value: string) =>
      counted.facets[at].values.find((one: { value: string }) => one.value === value)?.count ?? 0
    expect(count(0, 'pending')).toBe(texts.length)
    expect(count(1, 'red')).toBe(texts.filter((text) => text.startsWith('red')).length)

    if (!('query' in query)) {
      const listed = (await s.as(user).get(`${me}/records?response_status=pending&limit=2`)).body
      expect(listed.total).toBe(texts.length)
      const all = []
      for (let offset = 0; offset < TEXTS.length; offset += 2)
        all.push(...(await s.as(user).get(`${me}/records?response_status=pending&limit=2&offset=${offset}`)).body.items)
      expect(textsOf(all.map((record) => ({ record })))).toEqual(texts)
      const sorted = await s.as(user).get(`${me}/records?response_status=pending&sort_by=inserted_at:asc&after=`)
      expect(textsOf(sorted.body.items.map((record: object) => ({ record })))).toEqual(texts)
      expect((await s.as(user).get(`${me}/metrics`)).body.responses.pending).toBe(texts.length)
    }
    expect(texts.every(isExpected)).toBe(true)
    return texts
  }
  const without = (...texts: string[]) => TEXTS.filter((text) => !texts.includes(text)).toSorted()

  beforeAll(async () => {
    s = await testServer(engine)
  })

  /** Five records, three annotators; two answers complete a record. */
  async function world() {
    const metadata = [{ name: 'colour', title: 'C', settings: { type: 'terms' } }]
    d = await s.build.dataset({ metadata })
    const users = [1, 2, 3].map(() => s.build.user('annotator', { workspaces: [d.workspaceId] }))
    people = (await Promise.all(users)).map(({ username }) => username)
    const items = TEXTS.map((text) => ({ fields: { text }, metadata: { colour: text.split(' ')[0] } }))
    const reply = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    ids = new Map(reply.body.items.map(({ id, fields }: { id: string; fields: { text: string } }) => [fields.text, id]))
  }

  it('hands every record to everybody until something else is chosen, whatever completes it', async () => {
    await world()
    await choose({ min_submitted: 2 })
    const [ann, bob, eve] = people
    for (const user of [ann, bob]) expect((await answer(user, 'red one')).status).toBe(201)
    expect(await pending(eve)).toEqual(without())
    expect(await pending(ann)).toEqual(without('red one'))
  })

  it.each(['mixed', 'file', 'uncertain'])(
    'takes a completed record out of the queues of others, %s order',
    async (order) => {
      await world()
      expect((await choose({ order, min_submitted: 2, hand_out: 'until_completed' })).status).toBe(200)
      const [ann, bob, eve] = people
      await answer(ann, 'red one')
      await answer(ann, 'blue three', 'draft')
      await answer(bob, 'red one', 'discarded')
      // One submitted answer is not two; a discarded one and a draft count as none.
      expect(await pending(eve)).toEqual(without())
      await answer(bob, 'blue four')
      await answer(ann, 'blue four')
      expect(await pending(eve)).toEqual(without('blue four'))
      expect(await pending(eve, { query: { text: { q: 'blue' } } })).toEqual(['blue five', 'blue three'])
      expect(await pending(ann)).toEqual(without('red one', 'blue three', 'blue four'))

      // One's own answers stay in one's own lists, completed or not.
      const own = await s.as(ann ?? '').get(`/api/v1/me/datasets/${d.id}/records?response_status=submitted`)
      expect(own.body.items.map((record: { fields: { text: string } }) => record.fields.text).toSorted()).toEqual([
        'blue four',
        'red one',
      ])
      // The team's own view of the dataset stays whole.
      expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/records`)).body.total).toBe(TEXTS.length)
      expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/progress`)).body).toMatchObject({
        total: 5,
        completed: 1,
        pending: 4,
      })
    },
  )

  it('hands a record out again when an answer is withdrawn, and takes a late one', async () => {
    await world()
    await choose({ min_submitted: 1, hand_out: 'until_completed' })
    const [ann, bob, eve] = people
    const { body } = await answer(ann, 'red one')
    expect(await pending(eve)).toEqual(without('red one'))
    // Somebody who had it open before: nobody's work is thrown away.
    expect((await answer(bob, 'red one')).status).toBe(201)
    await s.as(ann ?? '').delete(`/api/v1/responses/${body.id}`)
    expect(await pending(eve)).toEqual(without('red one'))
    const bobs = await s
      .as(bob ?? '')
      .get(`/api/v1/me/datasets/${d.id}/records?response_status=submitted&include=responses`)
    const response = bobs.body.items[0].responses[0]
    await s.as(bob ?? '').put(`/api/v1/responses/${response.id}`, { status: 'draft', values: {} })
    expect(await pending(eve)).toEqual(without())
    expect(await pending(ann)).toEqual(without())
  })

  it('follows a new number of answers at once', async () => {
    await world()
    await choose({ min_submitted: 1, hand_out: 'until_completed' })
    const [ann, bob, eve] = people
    await answer(ann, 'red one')
    await answer(ann, 'red two')
    await answer(bob, 'red two')
    expect(await pending(eve)).toEqual(without('red one', 'red two'))
    const statusOf = async (text: string) => (await s.as('owner').get(`/api/v1/records/${ids.get(text)}`)).body.status
    expect(await statusOf('red one')).toBe('completed')

    expect((await choose({ min_submitted: 2 })).body).toEqual({
      order: 'mixed',
      min_submitted: 2,
      hand_out: 'until_completed',
      others_answers: 'never',
      gold_percent: 0,
    })
    expect(await pending(eve)).toEqual(without('red two'))
    expect(await statusOf('red one')).toBe('pending')
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}`)).body.distribution.min_submitted).toBe(2)
    await choose({ hand_out: 'everyone' })
    expect(await pending(eve)).toEqual(without())
  })

  it('is chosen by those who manage the dataset, and read by its members', async () => {
    await world()
    const [ann = ''] = people
    const stranger = await s.build.user('annotator')
    const admin = await s.build.user('admin', { workspaces: [d.workspaceId] })
    const otherAdmin = await s.build.user('admin')
    const change = { min_submitted: 2, hand_out: 'until_completed' }
    for (const user of [ann, stranger.username, otherAdmin.username])
      expect((await choose(change, user)).status).toBe(403)
    const others = { order: 'mixed', others_answers: 'never', gold_percent: 0 }
    expect((await s.as(ann).get(queuePath())).body).toEqual({ ...others, min_submitted: 1, hand_out: 'everyone' })
    expect((await s.as(stranger.username).get(queuePath())).status).toBe(403)
    expect((await choose(change, admin.username)).body).toEqual({ ...others, ...change })
    for (const wrong of [{ min_submitted: 0 }, { min_submitted: 'two' }, { hand_out: 'nobody' }, { hand_out: null }])
      expect((await choose(wrong)).status, JSON.stringify(wrong)).toBe(422)
    expect((await s.anonymous.put(queuePath(), change)).status).toBe(401)
    const gone = '/api/v1/datasets/00000000-0000-4000-8000-000000000000/queue'
    expect((await s.as('owner').put(gone, change)).status).toBe(404)
  })
})
