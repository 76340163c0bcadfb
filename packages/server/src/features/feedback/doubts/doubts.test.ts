import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import type { Client } from '../../../testing/client'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

describe.each(engines)('doubts about records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: Client
  let bob: Client
  let lead: Client
  let names: string[]
  let bobsId: string | undefined

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset()
    const member = { workspaces: [d.workspaceId] }
    const users = [
      await s.build.user('annotator', member),
      await s.build.user('annotator', member),
      await s.build.user('admin', member),
    ]
    names = users.map(({ username }) => username)
    bobsId = users[1]?.id
    ;[ann, bob, lead] = names.map((name) => s.as(name)) as [Client, Client, Client]
  })

  const record = async (text = 'some text') => (await s.build.record(d.id, { fields: { text } })).id
  const path = (id: string) => `/api/v1/records/${id}/doubt`
  const doubt = (client: Client, id: string, note: unknown) => client.put(path(id), { note })
  const reply = (client: Client, id: string, doubtId: string, body: object) =>
    client.put(`${path(id)}s/${doubtId}/reply`, body)
  const seen = async (client: Client, id: string) => (await client.get(`${path(id)}s`)).body.items
  const own = async (client: Client) => (await client.get(`/api/v1/me/datasets/${d.id}/doubts`)).body.items
  const mine = async (client: Client) =>
    (await own(client)).filter((one: { resolved_at: unknown; is_seen: boolean }) => one.resolved_at && !one.is_seen)
  const listed = async () => (await lead.get(`/api/v1/datasets/${d.id}/doubts`)).body

  it('are marked with a note, changed, and taken back, with an answer or without', async () => {
    const id = await record()
    const made = await doubt(ann, id, '  Is it a or b?  ')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ record_id: id, note: 'Is it a or b?', reply: null, resolved_at: null })
    await ann.post(`/api/v1/records/${id}/responses`, { status: 'submitted', values: { label: { value: 'a' } } })
    const changed = await doubt(ann, id, 'It may be c, too')
    expect([changed.status, changed.body.id]).toEqual([200, made.body.id])
    expect(await seen(ann, id)).toMatchObject([{ note: 'It may be c, too' }])
    expect((await ann.delete(path(id))).body).toMatchObject({ note: 'It may be c, too' })
    expect(await seen(ann, id)).toEqual([])
    expect((await ann.delete(path(id))).status).toBe(404)
  })

  it('need a note of at most 2,000 characters', async () => {
    const id = await record()
    for (const note of ['', '   ', 'x'.repeat(2001), undefined]) expect((await doubt(ann, id, note)).status).toBe(422)
    expect((await doubt(ann, id, '\u{1F600}'.repeat(2000))).status).toBe(201)
  })

  it('are told to those who lead, who reply and close them, and the reply to their author', async () => {
    const id = await record('"What" is\nthis?')
    const { id: doubtId } = (await doubt(ann, id, 'Which one?')).body
    const before = await listed()
    expect(before.items[0]).toMatchObject({ id: doubtId, text: '"What" is\nthis?', note: 'Which one?' })
    expect(before.users).toContainEqual(expect.objectContaining({ username: names[0] }))
    const closed = await reply(lead, id, doubtId, { reply: 'The first one.' })
    expect([closed.status, closed.body.reply]).toEqual([200, 'The first one.'])
    const after = await listed()
    expect([after.open, after.resolved]).toEqual([before.open - 1, before.resolved + 1])
    expect(after.items.at(-1)).toMatchObject({ id: doubtId })

    expect(await mine(ann)).toMatchObject([{ id: doubtId, reply: 'The first one.', is_seen: false }])
    expect(await own(bob)).toEqual([])
    expect((await ann.put(`${path(id)}/seen`)).status).toBe(204)
    expect(await mine(ann)).toEqual([])
    expect(await seen(ann, id)).toMatchObject([{ reply: 'The first one.', is_seen: true }])

    expect((await reply(lead, id, doubtId, { reply: 'Wait.', is_resolved: false })).body.resolved_at).toBeNull()
    await reply(lead, id, doubtId, {})
    expect(await mine(ann)).toMatchObject([{ reply: null }])
    expect((await doubt(ann, id, 'But why?')).body).toMatchObject({ resolved_at: null, resolved_by: null })
    expect(await mine(ann)).toEqual([])
  })

  it('are not replied to when they were changed since the caller read them', async () => {
    const id = await record()
    const { id: doubtId, updated_at } = (await doubt(ann, id, 'Is it a?')).body
    const asRead = (at: string) =>
      lead.put(`${path(id)}s/${doubtId}/reply?updated_at=${encodeURIComponent(at)}`, { reply: 'Yes.' })
    const changed = (await doubt(ann, id, 'Is it b?')).body
    expect((await asRead(updated_at)).status).toBe(409)
    expect(await seen(ann, id)).toMatchObject([{ note: 'Is it b?', reply: null, resolved_at: null }])
    const { status, body } = await asRead(changed.updated_at)
    expect([status, body.reply]).toEqual([200, 'Yes.'])
    expect((await asRead(changed.updated_at)).status).toBe(409)
    await ann.put(`${path(id)}/seen`)
  })

  it('are seen by their author and those who lead alone', async () => {
    const id = await record()
    const { id: doubtId } = (await doubt(ann, id, 'Mine')).body
    await doubt(bob, id, 'His')
    expect((await seen(ann, id)).map(({ note }: { note: string }) => note)).toEqual(['Mine'])
    expect(await seen(lead, id)).toHaveLength(2)
    const asked = async (client: Client, scope: string) => {
      const { body } = await client.get(`/api/v1/${scope}datasets/${d.id}/records?include=doubts&limit=100`)
      return body.items.find((one: { id: string }) => one.id === id).doubts
    }
    expect(await asked(lead, '')).toMatchObject([{ note: 'Mine' }, { note: 'His' }])
    expect(await asked(ann, 'me/')).toMatchObject([{ note: 'Mine' }])
    expect((await bob.get(`/api/v1/records/${id}?include=doubts`)).body.doubts).toMatchObject([{ note: 'His' }])
    expect((await bob.get(`/api/v1/records/${id}`)).body).not.toHaveProperty('doubts')

    const stranger = s.as((await s.build.user('admin')).username)
    for (const client of [bob, stranger]) {
      expect((await reply(client, id, doubtId, { reply: 'x' })).status).toBe(403)
      expect((await client.get(`/api/v1/datasets/${d.id}/doubts`)).status).toBe(403)
    }
    expect((await doubt(stranger, id, 'x')).status).toBe(403)
    expect((await stranger.get(`${path(id)}s`)).status).toBe(403)
    const other = await record()
    expect((await reply(lead, other, doubtId, { reply: 'x' })).status).toBe(404)
  })

  it('are a filter of searches and are counted: for those who lead those of everybody, for others their own', async () => {
    const found = await s.build.dataset({ workspaceId: d.workspaceId })
    const ids: string[] = []
    for (const text of ['red', 'red', 'blue', 'blue']) {
      const items = [{ fields: { text } }]
      ids.push((await s.as('owner').post(`/api/v1/datasets/${found.id}/records/bulk`, { items })).body.items[0].id)
    }
    const scope = { entity: 'record', property: 'doubt' }
    const { id: closedId } = (await doubt(ann, ids[0] ?? '', 'Closed')).body
    await reply(lead, ids[0] ?? '', closedId, {})
    await doubt(ann, ids[1] ?? '', 'Open')
    await doubt(bob, ids[1] ?? '', 'Open, too')
    await doubt(bob, ids[2] ?? '', 'Open')
    const search = async (client: Client, values: string[], more: object = {}) => {
      const me = client === lead ? '' : 'me/'
      const at = `/api/v1/${me}datasets/${found.id}/records`
      const body = { filters: { and: [{ type: 'terms', scope, values }] }, ...more }
      const { items } = (await client.post(`${at}/search`, body)).body
      const { facets, total } = (await client.post(`${at}/facets`, { ...body, facets: [{ scope }] })).body
      const listed = items.map(({ record }: { record: { id: string } }) => ids.indexOf(record.id)).toSorted()
      expect(total).toBe(listed.length)
      return [listed, facets[0].values.map(({ count }: { count: number }) => count)]
    }
    expect(await search(lead, ['open'])).toEqual([
      [1, 2],
      [2, 1],
    ])
    expect(await search(lead, ['resolved'])).toEqual([[0], [2, 1]])
    expect(await search(lead, ['open', 'resolved'])).toEqual([
      [0, 1, 2],
      [2, 1],
    ])
    const red = { query: { text: { q: 'red' } } }
    expect(await search(lead, ['open'], red)).toEqual([[1], [1, 1]])
    expect(await search(ann, ['open'])).toEqual([[1], [1, 1]])
    expect(await search(bob, ['open'])).toEqual([
      [1, 2],
      [2, 0],
    ])
    expect(await search(bob, ['resolved'])).toEqual([[], [2, 0]])
    const bad = { filters: { and: [{ type: 'terms', scope, values: ['maybe'] }] } }
    const sorted = { sort: [{ scope, order: 'asc' }] }
    for (const body of [bad, sorted])
      expect((await lead.post(`/api/v1/datasets/${found.id}/records/search`, body)).status).toBe(422)
  })

  it('are seen and taken back by their author after the record was assigned to somebody else', async () => {
    const id = await record()
    const { id: doubtId } = (await doubt(ann, id, 'Which one?')).body
    const assigned = { record_ids: [id], people: [{ user_id: bobsId }], people_per_record: 1 }
    expect((await lead.post(`/api/v1/datasets/${d.id}/assignments`, assigned)).status).toBe(202)
    await s.context.jobs.settle()
    await reply(lead, id, doubtId, { reply: 'The first one.' })
    expect(await mine(ann)).toMatchObject([{ id: doubtId, reply: 'The first one.' }])
    expect(await seen(ann, id)).toMatchObject([{ id: doubtId, is_seen: false }])
    expect((await ann.put(`${path(id)}/seen`)).status).toBe(204)
    expect(await mine(ann)).toEqual([])
    expect((await ann.delete(path(id))).status).toBe(200)
    expect((await ann.get(`/api/v1/records/${id}`)).status).toBe(403)
    expect((await doubt(ann, id, 'Again')).status).toBe(403)
  })

  it('go with their record, and outlive their author and whoever closed them', async () => {
    const id = await record()
    const member = { workspaces: [d.workspaceId] }
    const passing = await s.build.user('annotator', member)
    const passingLead = await s.build.user('admin', member)
    const { id: doubtId } = (await doubt(s.as(passing.username), id, 'Left behind')).body
    await reply(s.as(passingLead.username), id, doubtId, { reply: 'So be it.' })
    for (const user of [passing, passingLead]) await s.as('owner').delete(`/api/v1/users/${user.id}`)
    expect(await seen(lead, id)).toMatchObject([{ note: 'Left behind', user_id: null, resolved_by: null }])
    // The log still knows both.
    const lost = await s.context.engine.db
      .selectFrom('events')
      .select(['subject_id', 'before'])
      .where('kind', '=', 'responses.anonymize')
      .orderBy('seq', 'desc')
      .limit(2)
      .execute()
    expect(lost.map(({ subject_id, before }) => ({ subject_id, ...JSON.parse(before ?? '') }))).toMatchObject([
      { subject_id: passingLead.id, doubts: [], resolved_doubts: [doubtId] },
      { subject_id: passing.id, doubts: [doubtId], resolved_doubts: [] },
    ])
    await s.as('owner').delete(`/api/v1/records/${id}`)
    expect((await listed()).items.map(({ record_id }: { record_id: string }) => record_id)).not.toContain(id)
  })
})
