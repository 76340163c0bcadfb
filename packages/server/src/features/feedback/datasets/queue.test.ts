import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

interface Listed {
  fields: { text: string }
}

/** Lowest scores of the suggestions; the others have none. */
const SCORES: Record<number, number> = { 2: 0.9, 5: 0.1, 7: 0.4 }
/** Handed to everybody, as long as nothing else is chosen. */
const ALL = { min_submitted: 1, hand_out: 'everyone', others_answers: 'never', gold_percent: 0 }
const TEXTS = Array.from({ length: 12 }, (_, at) => `text ${at}`)

describe.each(engines)('the queue of a dataset, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: string
  let bob: string
  const path = () => `/api/v1/datasets/${d.id}/queue`
  const choose = (order: string, user = 'owner') => s.as(user).put(path(), { order })
  const list = async (user: string, query = 'response_status=pending&limit=5') => {
    const pages = []
    for (let offset = 0; offset < TEXTS.length; offset += 5) {
      const { body } = await s.as(user).get(`/api/v1/me/datasets/${d.id}/records?${query}&offset=${offset}`)
      pages.push(...body.items.map(({ fields }: Listed) => fields.text))
    }
    return pages
  }
  const search = async (user: string, body: object = {}) => {
    const reply = await s.as(user).post(`/api/v1/me/datasets/${d.id}/records/search?limit=100`, body)
    const texts = reply.body.items.map(({ record }: { record: Listed }) => record.fields.text)
    return { texts, orderedBy: reply.body.ordered_by }
  }
  /** By random ids, from the user's own id round: two users may by chance begin at the same record. */
  const ownOrder = async (user: string) => {
    const { id } = (await s.as(user).get('/api/v1/me')).body
    const { items } = (await s.as(user).post(`/api/v1/me/datasets/${d.id}/records/search?limit=100`, {})).body
    const records: (Listed & { id: string })[] = items.map(({ record }: { record: object }) => record)
    records.sort((a, b) => (a.id < b.id ? -1 : 1))
    const first = records.findIndex((record) => record.id >= id)
    return [...records.slice(Math.max(first, 0)), ...records.slice(0, Math.max(first, 0))].map(
      ({ fields }) => fields.text,
    )
  }

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset()
    const [one, two] = [
      await s.build.user('annotator', { workspaces: [d.workspaceId] }),
      await s.build.user('annotator', { workspaces: [d.workspaceId] }),
    ]
    ann = one.username
    bob = two.username
    const question_id = d.questions.label
    const items = TEXTS.map((text, at) => {
      const score = SCORES[at]
      return { fields: { text }, ...(score && { suggestions: [{ question_id, value: 'a', score }] }) }
    })
    // Two imports: the order of the file is kept within one, and from one to the next.
    for (const some of [items.slice(0, 7), items.slice(7)])
      await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items: some })
  })

  it('is mixed for each user until another order is chosen', async () => {
    expect((await s.as(ann).get(path())).body).toEqual({ order: 'mixed', ...ALL })
    for (const user of [ann, bob]) {
      const order = await ownOrder(user)
      expect(new Set(order)).toEqual(new Set(TEXTS))
      expect(await list(user)).toEqual(order)
      expect(await search(user)).toEqual({ texts: order, orderedBy: 'own' })
    }
  })

  it('is in the order of the file for everybody', async () => {
    expect((await choose('file')).body).toEqual({ order: 'file', ...ALL })
    expect((await s.as(ann).get(path())).body).toEqual({ order: 'file', ...ALL })
    for (const user of [ann, bob]) {
      expect(await list(user)).toEqual(TEXTS)
      expect(await search(user)).toEqual({ texts: TEXTS, orderedBy: 'insertion' })
    }
    // What is asked for goes before it: a sort, and words by their relevance.
    expect(await list(ann, 'sort_by=inserted_at:desc&limit=5')).toEqual(TEXTS.toReversed())
    const found = await search(ann, { query: { text: { q: '11' } } })
    expect(found).toEqual({ texts: ['text 11'], orderedBy: 'relevance' })
  })

  it('begins with the lowest score of a suggestion', async () => {
    await choose('uncertain')
    const without = TEXTS.filter((_, at) => SCORES[at] === undefined)
    const expected = ['text 5', 'text 7', 'text 2', ...without]
    expect(await list(ann)).toEqual(expected)
    expect(await search(bob)).toEqual({ texts: expected, orderedBy: 'sort' })
  })

  it('changes nothing that older programs see, and is told in an event', async () => {
    await choose('mixed')
    const before = (await s.as('owner').get(`/api/v1/datasets/${d.id}`)).body
    await choose('file')
    await choose('file')
    const after = (await s.as('owner').get(`/api/v1/datasets/${d.id}`)).body
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const events = await s.context.engine.db
      .selectFrom('events')
      .select(['before', 'after', 'user_id'])
      .where('kind', '=', 'dataset.queue.update')
      .where('dataset_id', '=', d.id)
      .orderBy('seq', 'desc')
      .execute()
    const text = (order: string) => JSON.stringify({ order, ...ALL })
    expect(events[0]).toMatchObject({ before: text('mixed'), after: text('file') })
    expect(events[1]?.after).toBe(text('mixed'))
  })

  it('is chosen by those who manage the dataset, from the orders there are', async () => {
    const stranger = await s.build.user('annotator')
    expect((await choose('file', ann)).status).toBe(403)
    expect((await s.as(stranger.username).get(path())).status).toBe(403)
    expect((await choose('shuffled')).status).toBe(422)
    const gone = '/api/v1/datasets/00000000-0000-4000-8000-000000000000/queue'
    expect((await s.as('owner').put(gone, { order: 'file' })).status).toBe(404)
  })
})
