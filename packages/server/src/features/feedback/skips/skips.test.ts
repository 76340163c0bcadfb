import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import type { Client } from '../../../testing/client'
import { pendingTexts } from '../../../testing/pending-texts'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const TEXTS = ['red one', 'red two', 'blue three', 'blue four']

describe.each(engines)('a record that somebody has skipped, %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  async function world({ target, order }: { target?: number; order?: 'file' | 'uncertain' } = {}) {
    const d = await s.build.dataset()
    const users = [1, 2].map(() => s.build.user('annotator', { workspaces: [d.workspaceId] }))
    const [ann, bob] = (await Promise.all(users)).map(({ username }) => s.as(username)) as [Client, Client]
    const items = TEXTS.map((text) => ({ fields: { text } }))
    const { body } = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const ids: string[] = body.items.map(({ id }: { id: string }) => id)
    const handOut = target === undefined ? {} : { min_submitted: target, hand_out: 'until_completed' }
    await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { ...handOut, ...(order && { order }) })
    return { d, ids, ann, bob }
  }
  const skip = (client: Client, id = '') => client.put(`/api/v1/records/${id}/skip`)
  const answer = (client: Client, id = '', status = 'submitted') =>
    client.post(`/api/v1/records/${id}/responses`, { status, values: { label: { value: 'a' } } })

  it('is skipped once by calls at the same time', async () => {
    const { ids, ann, d } = await world()
    const [first = ''] = ids
    const replies = await Promise.all(Array.from({ length: 12 }, () => skip(ann, first)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 204))
    const events = await s.context.engine.db
      .selectFrom('events')
      .select('kind')
      .where('dataset_id', '=', d.id)
      .where('kind', '=', 'skip.create')
      .execute()
    expect(events).toHaveLength(1)
  })

  async function pending(client: Client, d: BuiltDataset, skipped = 0) {
    expect((await client.get(`/api/v1/me/datasets/${d.id}/metrics`)).body.responses.skipped).toBe(skipped)
    return pendingTexts(client, d.id)
  }
  const without = (...texts: string[]) => TEXTS.filter((text) => !texts.includes(text)).toSorted()

  it.each([{}, { target: 2 }, { order: 'file' as const }, { order: 'uncertain' as const }])(
    'leaves their pending records and nobody else’s until they ask for it again: %o',
    async (options) => {
      const { d, ids, ann, bob } = await world(options)
      expect(await pending(ann, d)).toEqual(without())
      expect((await skip(ann, ids[0])).status).toBe(204)
      expect((await skip(ann, ids[0])).status).toBe(204)
      expect(await pending(ann, d, 1)).toEqual(without('red one'))
      expect((await skip(ann, ids[2])).status).toBe(204)
      expect(await pending(ann, d, 2)).toEqual(without('red one', 'blue three'))
      expect(await pending(bob, d)).toEqual(without())
      expect((await ann.delete(`/api/v1/records/${ids[0]}/skip`)).status).toBe(204)
      expect(await pending(ann, d, 1)).toEqual(without('blue three'))
      await skip(ann, ids[1])
      for (const id of [ids[0], ids[3]]) await answer(ann, id)
      expect(await pending(ann, d, 2)).toEqual([])
      expect((await ann.delete(`/api/v1/me/datasets/${d.id}/skips`)).status).toBe(204)
      expect(await pending(ann, d)).toEqual(['blue three', 'red two'])
    },
  )

  it('is skipped and returned together with others, except those that they have answered', async () => {
    const { d, ids, ann, bob } = await world()
    const other = await world()
    await answer(ann, ids[1])
    await skip(ann, ids[2])
    const many = async (client: Client, record_ids: string[], more: object = {}) =>
      client.put(`/api/v1/me/datasets/${d.id}/skips`, { record_ids, ...more })
    const skipped = await many(ann, [...ids, ids[0] ?? '', ...other.ids])
    expect([skipped.status, skipped.body]).toEqual([200, { record_ids: [ids[0], ids[3]] }])
    expect(await pending(ann, d, 3)).toEqual([])
    expect(await pending(bob, d)).toEqual(without())
    const returned = await many(ann, [...ids.slice(1), ...other.ids], { is_skipped: false })
    expect([returned.status, returned.body]).toEqual([200, { record_ids: [ids[2], ids[3]] }])
    expect(await pending(ann, d, 1)).toEqual(['blue four', 'blue three'])
    const stranger = s.as((await s.build.user('annotator')).username)
    expect((await many(stranger, ids)).status).toBe(403)
    expect((await many(s.anonymous, ids)).status).toBe(401)
    for (const bad of [[], ['x'], Array.from({ length: 1001 }, () => ids[0] ?? '')])
      expect((await many(ann, bad)).status).toBe(422)
  })

  it('is no answer, and void once there is one', async () => {
    const { d, ids, ann } = await world({ target: 1 })
    await skip(ann, ids[0])
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/progress`)).body).toMatchObject({ pending: 4 })
    const reply = await answer(ann, ids[0], 'draft')
    expect(reply.status).toBe(201)
    expect(await pending(ann, d)).toEqual(without('red one'))
    await ann.delete(`/api/v1/responses/${reply.body.id}`)
    expect(await pending(ann, d)).toEqual(without())
  })

  it('is not counted twice when others complete it or have it open', async () => {
    const { d, ids, ann, bob } = await world({ target: 1 })
    await skip(ann, ids[0])
    await skip(ann, ids[1])
    await bob.put(`/api/v1/records/${ids[0]}/lease`)
    expect(await pending(ann, d, 2)).toEqual(without('red one', 'red two'))
    await answer(bob, ids[0])
    expect(await pending(ann, d, 1)).toEqual(without('red one', 'red two'))
    await ann.delete(`/api/v1/me/datasets/${d.id}/skips`)
    expect(await pending(ann, d)).toEqual(without('red one'))
  })

  it('cannot be one that they have begun to answer', async () => {
    const { ids, ann } = await world()
    for (const [at, status] of ['draft', 'submitted', 'discarded'].entries()) {
      await answer(ann, ids[at], status)
      expect((await skip(ann, ids[at])).status).toBe(409)
    }
  })

  it('is skipped by those who may answer it only, and goes with its record and its user', async () => {
    const { d, ids, ann } = await world()
    const stranger = await s.build.user('annotator')
    const member = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const path = `/api/v1/records/${ids[0]}/skip`
    expect((await s.as(stranger.username).put(path)).status).toBe(403)
    expect((await s.as(stranger.username).delete(`/api/v1/me/datasets/${d.id}/skips`)).status).toBe(403)
    expect((await s.anonymous.put(path)).status).toBe(401)
    expect((await skip(ann, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    await skip(ann, ids[0])
    await skip(s.as(member.username), ids[1])
    await s.as('owner').delete(`/api/v1/datasets/${d.id}/records?ids=${ids[0]}`)
    await s.as('owner').delete(`/api/v1/users/${member.id}`)
    const { db } = s.context.engine
    expect(await db.selectFrom('skips').selectAll().where('dataset_id', '=', d.id).execute()).toEqual([])
  })

  it('is refused as one of more than 1,000', async () => {
    const { d, ids, ann } = await world()
    const items = Array.from({ length: 1000 }, (_, at) => ({ fields: { text: `more ${at}` } }))
    for (const from of [0, 500])
      await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items: items.slice(from, from + 500) })
    const { id: user_id } = (await ann.get('/api/v1/me')).body
    await s.context.engine.transaction(async (tx) => {
      const rows = await tx.selectFrom('records').select('pk').where('dataset_id', '=', d.id).orderBy('pk').execute()
      const skips = rows.slice(4).map(({ pk = 0 }) => ({ dataset_id: d.id, user_id, record_pk: pk, inserted_at: 1 }))
      await tx.insertInto('skips').values(skips).execute()
    })
    expect((await skip(ann, ids[0])).status).toBe(422)
    expect((await ann.put(`/api/v1/me/datasets/${d.id}/skips`, { record_ids: ids })).status).toBe(422)
    expect(await pending(ann, d, 1000)).toEqual(without())
  })
})
