import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { JobRunner } from '../../../jobs/job-runner'
import type { BuiltDataset } from '../../../testing/builders'
import type { Client } from '../../../testing/client'
import { eventProblems } from '../../../testing/logged-events'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { assignmentJob } from './run-assignments'

const STATUS = { entity: 'response', property: 'status' }
const COLOUR = { entity: 'metadata', metadata_property: 'colour' }
const PENDING = { type: 'terms', scope: STATUS, values: ['pending'] }

interface World {
  d: BuiltDataset
  /** Ids of records by their texts. */
  ids: Map<string, string>
  texts: string[]
  users: { id: string; username: string }[]
  owner: Client
}

describe.each(engines)('assigned records, %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  /** `red 0`, `blue 1`, `red 2` and so on, and three annotators. */
  async function world({ size = 6, target = 1, handOut = 'everyone', order = 'file' } = {}): Promise<World> {
    const metadata = [{ name: 'colour', title: 'C', settings: { type: 'terms' } }]
    const d = await s.build.dataset({ metadata })
    const people = Array.from({ length: 3 }, () => s.build.user('annotator', { workspaces: [d.workspaceId] }))
    const users = await Promise.all(people)
    const texts = Array.from({ length: size }, (_, at) => `${at % 2 ? 'blue' : 'red'} ${at}`)
    const ids = new Map<string, string>()
    for (let from = 0; from < size; from += 500) {
      const items = texts
        .slice(from, from + 500)
        .map((text) => ({ fields: { text }, metadata: { colour: text.split(' ')[0] } }))
      const { body } = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
      for (const { id, fields } of body.items) ids.set(fields.text, id)
    }
    const queue = { order, min_submitted: target, hand_out: handOut }
    await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, queue)
    return { d, ids, texts, users, owner: s.as('owner') }
  }

  const path = ({ d }: World, more = '') => `/api/v1/datasets/${d.id}/assignments${more}`
  const settle = () => s.context.jobs.settle()
  /** Settle as if the minute were over in which people who have left may come back. */
  const settleLater = async () => {
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set({ due_at: 0 })
        .where('kind', '=', 'assign_records')
        .where('state', '=', 'waiting')
        .execute(),
    )
    await settle()
  }
  const peopleOf = (users: World['users'], quota?: number) => users.map(({ id }) => ({ user_id: id, quota }))

  async function assign(w: World, body: object) {
    const reply = await w.owner.post(path(w), body)
    expect(reply.status, JSON.stringify(reply.body)).toBe(202)
    await settle()
  }
  async function takeBack(w: World, body: object) {
    expect((await w.owner.delete(path(w), body)).status).toBe(202)
    await settle()
  }
  const answer = (w: World, user: World['users'][number] | undefined, text: string, status = 'submitted') =>
    s
      .as(user?.username ?? '')
      .post(`/api/v1/records/${w.ids.get(text)}/responses`, { status, values: { label: { value: 'a' } } })
  const summary = async (w: World) => {
    const { people, records, jobs } = (await w.owner.get(path(w))).body
    expect(jobs).toEqual([])
    const at = (one: { user_id: string }) => w.users.findIndex(({ id }) => id === one.user_id)
    people.sort((one: { user_id: string }, other: { user_id: string }) => at(one) - at(other))
    return { records, people: people.map((one: object) => Object.values(one).slice(2, 5)) }
  }

  /** The texts that are pending for a user; list, search, counts, facets and the cursor must agree, and so must what can be opened and listed. */
  async function pending({ d, ids }: World, user?: { username: string }) {
    const client = s.as(user?.username ?? '')
    const me = `/api/v1/me/datasets/${d.id}`
    const listed = (await client.get(`${me}/records?response_status=pending&limit=1000`)).body
    const texts: string[] = listed.items.map(({ fields }: { fields: { text: string } }) => fields.text)
    const first = (await client.get(`${me}/records?response_status=pending&limit=1`)).body
    expect([listed.total, first.total]).toEqual([texts.length, texts.length])
    const sorted = `${me}/records?response_status=pending&sort_by=inserted_at:desc&limit=1000&after=`
    const backwards = (await client.get(sorted)).body.items.map((one: { fields: { text: string } }) => one.fields.text)
    expect(backwards.toSorted()).toEqual(texts.toSorted())
    const reds = texts.filter((text) => text.startsWith('red')).length
    const red = { query: { text: { q: 'red' } }, filters: { and: [PENDING] } }
    expect((await client.post(`${me}/records/search?limit=1`, red)).body.total).toBe(reds)
    for (const filters of [undefined, { and: [PENDING] }]) {
      const facets = [{ scope: STATUS }, { scope: COLOUR }]
      const counted = (await client.post(`${me}/records/facets`, { filters, facets })).body
      expect(counted.facets[0].values[0]).toEqual({ value: 'pending', count: texts.length })
      if (filters)
        expect(counted.facets[1].values.find(({ value }: { value: string }) => value === 'red')?.count ?? 0).toBe(reds)
    }
    const ofRed = { query: { text: { q: 'red' } }, facets: [{ scope: STATUS }] }
    const { facets } = (await client.post(`${me}/records/facets`, ofRed)).body
    expect(facets[0].values[0].count).toBe(reds)
    const { responses } = (await client.get(`${me}/metrics`)).body
    expect(responses.pending).toBe(texts.length)
    const opened = [...ids].map(async ([text, id]) =>
      (await client.get(`/api/v1/records/${id}`)).status === 200 ? [text] : [],
    )
    const reached = (await Promise.all(opened)).flat().toSorted()
    const { items, total } = (await client.get(`${me}/records?limit=1000`)).body
    expect(items.map((one: { fields: { text: string } }) => one.fields.text).toSorted()).toEqual(reached)
    expect(total).toBe(reached.length)
    expect(reached).toEqual(expect.arrayContaining(texts))
    return texts.toSorted()
  }

  it('are pending for those they are assigned to only, the others for all', async () => {
    const w = await world()
    const [ann, bob, eve] = w.users
    await assign(w, {
      record_ids: ['red 0', 'red 2'].map((text) => w.ids.get(text)),
      people: peopleOf(w.users.slice(0, 1)),
    })
    await assign(w, { record_ids: [w.ids.get('blue 1')], people: peopleOf(w.users.slice(1, 2)) })
    expect(await pending(w, ann)).toEqual(['blue 3', 'blue 5', 'red 0', 'red 2', 'red 4'])
    expect(await pending(w, bob)).toEqual(['blue 1', 'blue 3', 'blue 5', 'red 4'])
    expect(await pending(w, eve)).toEqual(['blue 3', 'blue 5', 'red 4'])
    await answer(w, ann, 'red 0')
    await answer(w, ann, 'blue 3')
    expect(await pending(w, ann)).toEqual(['blue 5', 'red 2', 'red 4'])
    expect(await pending(w, bob)).toEqual(['blue 1', 'blue 3', 'blue 5', 'red 4'])
    expect((await answer(w, eve, 'red 2')).status).toBe(403)
    expect(await summary(w)).toEqual({
      records: 3,
      people: [
        [2, 1, 1],
        [1, 0, 1],
      ],
    })
    const [first] = (await w.owner.get(path(w))).body.people
    // The clock of the store is ahead after a test whose store had later times, since it never repeats one.
    const differenceMs = Math.abs(Date.now() - Date.parse(`${first.assigned_at}Z`))
    expect(differenceMs).toBeLessThan(60_000)
  })

  it('cannot be read or answered by other annotators, except for what these have answered or open', async () => {
    const w = await world({ handOut: 'until_completed', target: 2 })
    const [ann, bob, eve] = w.users
    const evesClient = s.as(eve?.username ?? '')
    const id = (text: string) => w.ids.get(text)
    await answer(w, eve, 'red 0')
    expect((await evesClient.put(`/api/v1/records/${id('blue 1')}/lease`)).status).toBe(200)
    const given = ['red 0', 'blue 1', 'red 2']
    await assign(w, { record_ids: given.map(id), people: peopleOf(w.users.slice(0, 1)), people_per_record: 1 })

    const record = `/api/v1/records/${id('red 2')}`
    const submitted = { status: 'submitted', values: { label: { value: 'a' } } }
    const refusals = await Promise.all([
      evesClient.get(record),
      evesClient.get(`${record}/suggestions`),
      evesClient.get(`${record}/history`),
      evesClient.get(`${record}/doubts`),
      evesClient.post(`${record}/responses`, submitted),
      evesClient.put(`${record}/skip`),
      evesClient.put(`${record}/lease`),
    ])
    const detail = { code: expect.any(String), params: { detail: 'This record is assigned to other people.' } }
    expect(refusals.map(({ status, body }) => [status, body])).toEqual(refusals.map(() => [403, { detail }]))
    const items = ['red 2', 'blue 3'].map((text) => ({ record_id: id(text), ...submitted }))
    const bulk = (await evesClient.post('/api/v1/me/responses/bulk', { items })).body.items
    const error = { detail: 'This record is assigned to other people.', code: 'unreachable' }
    expect(bulk[0]).toEqual({ item: null, error })
    expect(bulk[1].item).toMatchObject({ record_id: id('blue 3') })
    const search = `/api/v1/me/datasets/${w.d.id}/records/search`
    const red = { query: { text: { q: 'red' } } }
    const found = async (user: typeof ann) => {
      const { body } = await s.as(user?.username ?? '').post(`${search}?limit=10`, red)
      const texts = body.items.map((one: { record: { fields: { text: string } } }) => one.record.fields.text)
      expect(body.total).toBe(texts.length)
      return texts.toSorted()
    }
    expect(await found(eve)).toEqual(['red 0', 'red 4'])
    expect(await found(ann)).toEqual(['red 0', 'red 2', 'red 4'])
    expect((await s.as(ann?.username ?? '').get(record)).status).toBe(200)
    expect((await s.as(bob?.username ?? '').get(record)).status).toBe(403)

    // Their own answer stays theirs to read and correct; what they had open is not thrown away.
    const own = (await evesClient.get(`/api/v1/records/${id('red 0')}?include=responses`)).body.responses
    expect(own).toMatchObject([{ user_id: eve?.id, status: 'submitted' }])
    const corrected = { status: 'submitted', values: { label: { value: 'b' } } }
    expect((await evesClient.put(`/api/v1/responses/${own[0].id}`, corrected)).status).toBe(200)
    expect((await answer(w, eve, 'blue 1')).status).toBe(201)

    // Leads reach everything; once it is taken back, so does everybody.
    const lead = await s.build.user('admin', { workspaces: [w.d.workspaceId] })
    expect((await s.as(lead.username).get(record)).status).toBe(200)
    expect((await s.as(lead.username).post(search, red)).body.total).toBe(3)
    expect((await answer(w, { ...lead }, 'red 2')).status).toBe(201)
    await takeBack(w, {})
    expect((await answer(w, eve, 'red 2')).status).toBe(201)
  })

  it('are kept by who had them open when they were assigned, and not by whose lease was over before', async () => {
    const w = await world({ handOut: 'until_completed' })
    const [ann, bob, eve] = w.users
    const MINUTE = 60 * 1_000_000
    const lease = async (user: typeof ann, text: string) =>
      expect((await s.as(user?.username ?? '').put(`/api/v1/records/${w.ids.get(text)}/lease`)).status).toBe(200)
    const age = async (user: typeof ann) =>
      s.context.engine.transaction((tx) =>
        tx
          .updateTable('leases')
          .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 5 * MINUTE) }))
          .where('user_id', '=', user?.id ?? '')
          .execute(),
      )
    await lease(bob, 'red 0')
    await lease(eve, 'red 2')
    await age(eve)
    const record_ids = ['red 0', 'red 2'].map((text) => w.ids.get(text))
    await assign(w, { record_ids, people: peopleOf(w.users.slice(0, 1)) })
    // An hour later, both leases are over.
    await s.context.engine.transaction(async (tx) => {
      await tx
        .updateTable('assignments')
        .set(({ eb }) => ({ inserted_at: eb('inserted_at', '-', 60 * MINUTE) }))
        .where('dataset_id', '=', w.d.id)
        .execute()
      await tx
        .updateTable('leases')
        .set(({ eb }) => ({ expires_at: eb('expires_at', '-', 60 * MINUTE) }))
        .where('dataset_id', '=', w.d.id)
        .execute()
    })
    const opened = async (user: typeof ann, text: string) =>
      (await s.as(user?.username ?? '').get(`/api/v1/records/${w.ids.get(text)}`)).status
    expect([await opened(eve, 'red 2'), (await answer(w, eve, 'red 2')).status]).toEqual([403, 403])
    expect([await opened(bob, 'red 0'), (await answer(w, bob, 'red 0')).status]).toEqual([200, 201])
  })

  it('are completed by the same number of answers as others', async () => {
    const w = await world({ target: 2, handOut: 'until_completed' })
    const [ann, bob, eve] = w.users
    await assign(w, { people: peopleOf(w.users) })
    expect((await summary(w)).people).toEqual([
      [4, 0, 4],
      [4, 0, 4],
      [4, 0, 4],
    ])
    // Dealt in turn: ann and bob, eve and ann, bob and eve.
    const of = (...at: number[]) => at.map((one) => w.texts[one]).toSorted()
    expect(await pending(w, ann)).toEqual(of(0, 1, 3, 4))
    expect(await pending(w, bob)).toEqual(of(0, 2, 3, 5))
    expect(await pending(w, eve)).toEqual(of(1, 2, 4, 5))
    await answer(w, ann, 'red 0')
    await answer(w, await s.build.user('admin', { workspaces: [w.d.workspaceId] }), 'red 0')
    expect(await pending(w, bob)).toEqual(of(2, 3, 5))
    expect((await summary(w)).people).toEqual([
      [4, 1, 3],
      [4, 0, 3],
      [4, 0, 4],
    ])
    // What is assigned to others cannot be held for oneself.
    expect((await s.as(eve?.username ?? '').put(`/api/v1/records/${w.ids.get('blue 3')}/lease`)).status).toBe(403)
    expect((await s.as(bob?.username ?? '').put(`/api/v1/records/${w.ids.get('blue 3')}/lease`)).status).toBe(200)
  })

  it('are dealt out evenly up to quotas, as the preview says, in portions', async () => {
    const w = await world({ size: 260, target: 2 })
    const people = [...peopleOf(w.users.slice(0, 2)), ...peopleOf(w.users.slice(2), 30)]
    const body = { people, search: { filters: { and: [{ type: 'terms', scope: COLOUR, values: ['red'] }] } } }
    const counts = [
      [115, w.users[0]?.username],
      [115, w.users[1]?.username],
      [30, w.users[2]?.username],
    ]
    const preview = (await w.owner.post(path(w, ':preview'), body)).body
    expect(preview).toMatchObject({ records: 130, incomplete: 0 })
    expect(preview.people.map((one: { records: number; username: string }) => [one.records, one.username])).toEqual(
      counts,
    )
    expect((await summary(w)).records).toBe(0)
    await assign(w, body)
    expect(await summary(w)).toEqual({
      records: 130,
      people: [
        [115, 0, 115],
        [115, 0, 115],
        [30, 0, 30],
      ],
    })
    // All have enough people: nothing is left to deal.
    expect((await w.owner.post(path(w, ':preview'), body)).body).toMatchObject({ records: 130, incomplete: 0 })
    await assign(w, body)
    expect((await summary(w)).people).toEqual([
      [115, 0, 115],
      [115, 0, 115],
      [30, 0, 30],
    ])
    const more = { ...body, people: peopleOf(w.users, 1), people_per_record: 3 }
    expect((await w.owner.post(path(w, ':preview'), more)).body.incomplete).toBe(127)
    const { total, done, state } = (await w.owner.get('/api/v1/jobs')).body.items.find(
      (job: { kind: string }) => job.kind === 'assign_records',
    )
    expect([total, done, state]).toEqual([130, 130, 'done'])
  })

  it('are not given to those who have answered them, whose answers count', async () => {
    const w = await world({ size: 2, target: 2 })
    const [ann] = w.users
    await answer(w, ann, 'red 0')
    await answer(w, ann, 'blue 1', 'discarded')
    await assign(w, { people: peopleOf(w.users) })
    expect((await summary(w)).people).toEqual([
      [2, 0, 2],
      [1, 0, 1],
    ])
    expect(await pending(w, w.users[0])).toEqual([])
  })

  it('are given back to all when they are taken back, as far as they are not answered', async () => {
    const w = await world()
    const [ann, bob, eve] = w.users
    await assign(w, { people: peopleOf(w.users.slice(0, 2)) })
    expect(await pending(w, ann)).toEqual(['red 0', 'red 2', 'red 4'])
    expect(await pending(w, eve)).toEqual([])
    await answer(w, ann, 'red 0')
    await answer(w, ann, 'red 2', 'draft')
    const preview = async (body: object) => (await w.owner.post(path(w, ':preview_take_back'), body)).body
    const of = (user: typeof ann, records: number) => ({
      ...{ user_id: user?.id, username: user?.username, records },
      name: user === ann ? 'Ann Lee' : user?.username,
    })
    await w.owner.patch(`/api/v1/users/${ann?.id}`, { first_name: 'Ann', last_name: 'Lee' })
    expect(await preview({ user_ids: [ann?.id] })).toEqual({ records: 1, people: [of(ann, 1)] })
    const blue = { search: { query: { text: { q: 'blue' } } } }
    expect(await preview(blue)).toEqual({ records: 3, people: [of(bob, 3)] })
    expect(await preview({ ...blue, user_ids: [ann?.id] })).toEqual({ records: 0, people: [] })
    expect(await preview({ record_ids: ['red 2', 'red 4', 'blue 1'].map((text) => w.ids.get(text)) })).toEqual({
      records: 2,
      people: expect.arrayContaining([of(ann, 1), of(bob, 1)]),
    })
    expect(await preview({})).toEqual({ records: 4, people: expect.arrayContaining([of(ann, 1), of(bob, 3)]) })
    await takeBack(w, { user_ids: [ann?.id] })
    expect(await pending(w, eve)).toEqual(['red 4'])
    expect(await pending(w, ann)).toEqual(['red 4'])
    expect(await summary(w)).toEqual({
      records: 5,
      people: [
        [2, 1, 1],
        [3, 0, 3],
      ],
    })
    await takeBack(w, { search: { query: { text: { q: 'blue' } } }, user_ids: [ann?.id] })
    expect((await summary(w)).records).toBe(5)
    await takeBack(w, { record_ids: [w.ids.get('blue 1')] })
    expect(await pending(w, eve)).toEqual(['blue 1', 'red 4'])
    await takeBack(w, {})
    expect(await pending(w, bob)).toEqual(['blue 1', 'blue 3', 'blue 5', 'red 4'])
  })

  it('are dealt out only after they were taken back, when two servers share these jobs', async () => {
    const w = await world({ size: 900 })
    const [ann, bob] = w.users
    await assign(w, { people: peopleOf(w.users.slice(0, 1)) })
    const other = new JobRunner(s.context, { assign_records: assignmentJob })
    expect((await w.owner.delete(path(w), { user_ids: [ann?.id] })).status).toBe(202)
    expect((await w.owner.post(path(w), { people: peopleOf(w.users.slice(1, 2)) })).status).toBe(202)
    await other.settle()
    await settle()
    await other.settle()
    const { people } = (await w.owner.get(path(w))).body
    expect(people).toMatchObject([{ user_id: bob?.id, assigned: 900 }])
  })

  it('are given back by who leaves the workspace, is deleted, or is no owner any more', async () => {
    const w = await world()
    const [ann, bob, eve] = w.users
    const second = await s.build.user('owner')
    const people = peopleOf([...w.users.slice(0, 2), second])
    await assign(w, { people })
    expect(await pending(w, eve)).toEqual([])
    await answer(w, ann, 'red 0')
    await answer(w, bob, 'blue 1')
    await w.owner.delete(`/api/v1/workspaces/${w.d.workspaceId}/users/${ann?.id}`)
    await settleLater()
    expect(await pending(w, eve)).toEqual(['blue 3'])
    await w.owner.delete(`/api/v1/users/${bob?.id}`)
    expect(await pending(w, eve)).toEqual(['blue 3', 'red 4'])
    await w.owner.patch(`/api/v1/users/${second.id}`, { role: 'annotator' })
    await settleLater()
    expect(await pending(w, eve)).toEqual(['blue 3', 'blue 5', 'red 2', 'red 4'])
    // What they had answered stays theirs.
    expect((await summary(w)).people).toEqual(
      expect.arrayContaining([
        [1, 1, 0],
        [1, 1, 0],
      ]),
    )
  })

  it('are logged for each dataset when their user is deleted, except for what they submitted', async () => {
    const worlds = [await world(), await world()]
    const [first, second] = worlds.map(({ d }) => d)
    const leaving = await s.build.user('annotator', { workspaces: worlds.map(({ d }) => d.workspaceId) })
    for (const w of worlds) await assign(w, { people: peopleOf([leaving]) })
    for (const w of worlds) {
      await answer(w, leaving, 'red 0')
      await answer(w, leaving, 'blue 1', 'draft')
    }
    // One that is in the bin by then, too.
    await s.as('owner').delete(`/api/v1/datasets/${second?.id}`)
    expect((await s.as('owner').delete(`/api/v1/users/${leaving.id}`)).status).toBe(200)
    const { db } = s.context.engine
    const events = db.selectFrom('events').selectAll().where('subject_id', '=', leaving.id)
    const rows = await events.where('kind', '=', 'assignments.take_back').execute()
    expect(eventProblems(rows)).toEqual([])
    const taken = rows.map(({ dataset_id, before }) => {
      const { user_id, record_ids } = JSON.parse(before ?? '')
      return [dataset_id, user_id, record_ids.toSorted()]
    })
    const freed = ({ ids }: World) => [...ids].flatMap(([text, id]) => (text === 'red 0' ? [] : [id])).toSorted()
    const ofBoth = worlds.map((w) => [w.d.id, leaving.id, freed(w)])
    expect(taken).toHaveLength(2)
    expect(taken).toEqual(expect.arrayContaining(ofBoth))
    const left = await db.selectFrom('assignments').select('dataset_id').where('user_id', '=', leaving.id).execute()
    expect(left.map(({ dataset_id }) => dataset_id).toSorted()).toEqual([first?.id, second?.id].toSorted())
  })

  it('are not kept by drafts of people who leave, are disabled or deleted', async () => {
    const w = await world()
    const [ann, bob, eve] = w.users
    await assign(w, { people: peopleOf(w.users.slice(0, 2)) })
    await answer(w, ann, 'red 0', 'draft')
    await answer(w, bob, 'blue 1', 'draft')
    expect(await pending(w, eve)).toEqual([])
    expect((await w.owner.put(`/api/v1/users/${ann?.id}/disabled`, { disabled: true })).status).toBe(200)
    await settleLater()
    expect(await pending(w, eve)).toEqual(['red 0', 'red 2', 'red 4'])
    expect((await w.owner.post(path(w), { people: peopleOf(w.users.slice(0, 1)) })).status).toBe(422)
    expect((await w.owner.delete(`/api/v1/users/${bob?.id}`)).status).toBe(200)
    expect(await pending(w, eve)).toEqual([...w.texts].sort())
    expect(await summary(w)).toEqual({ records: 0, people: [] })
  })

  it.each([
    {
      who: 'was removed and added again',
      leave: async (w: World, id: string) => w.owner.delete(`/api/v1/workspaces/${w.d.workspaceId}/users/${id}`),
      back: async (w: World, id: string) =>
        w.owner.post(`/api/v1/workspaces/${w.d.workspaceId}/users`, { user_id: id }),
    },
    {
      who: 'was disabled and enabled again',
      leave: async (w: World, id: string) => w.owner.put(`/api/v1/users/${id}/disabled`, { disabled: true }),
      back: async (w: World, id: string) => w.owner.put(`/api/v1/users/${id}/disabled`, { disabled: false }),
    },
  ])(
    'stay for a minute with somebody who leaves, and for good if they are back by then: who $who',
    async ({ leave, back }) => {
      const w = await world()
      const [ann, , eve] = w.users
      await assign(w, { people: peopleOf(w.users.slice(0, 1)) })
      await answer(w, ann, 'red 0', 'draft')
      expect((await leave(w, ann?.id ?? '')).status).toBe(200)
      await settle()
      // Nothing is shown as being taken back while it may still be undone.
      expect(await summary(w)).toMatchObject({ records: 6 })
      expect((await back(w, ann?.id ?? '')).status).toBeLessThan(300)
      await settleLater()
      expect(await pending(w, ann)).toEqual(w.texts.filter((text) => text !== 'red 0').sort())
      expect(await pending(w, eve)).toEqual([])
      expect((await summary(w)).people).toEqual([[6, 0, 6]])
    },
  )

  it('stay with an owner who is made an annotator and an owner again', async () => {
    const w = await world()
    const second = await s.build.user('owner')
    await assign(w, { people: peopleOf([second]) })
    for (const role of ['annotator', 'owner']) await w.owner.patch(`/api/v1/users/${second.id}`, { role })
    await settleLater()
    expect((await summary(w)).records).toBe(6)
  })

  it('are taken back at once from somebody who has left when records are assigned to others', async () => {
    const w = await world()
    const [ann, , eve] = w.users
    await assign(w, { people: peopleOf(w.users.slice(0, 1)) })
    await w.owner.delete(`/api/v1/workspaces/${w.d.workspaceId}/users/${ann?.id}`)
    await assign(w, { people: peopleOf(w.users.slice(2)) })
    expect(await pending(w, eve)).toEqual([...w.texts].sort())
    expect((await summary(w)).people).toEqual([[6, 0, 6]])
  })

  it('are dealt out, and given back, when a deleted dataset is restored', async () => {
    const w = await world()
    const [ann, bob, eve] = w.users
    await assign(w, { record_ids: [w.ids.get('red 0')], people: peopleOf(w.users.slice(0, 1)) })
    await assign(w, { record_ids: [w.ids.get('blue 1')], people: peopleOf(w.users.slice(1, 2)) })
    const paused = vi.spyOn(s.context.jobs, 'wake').mockResolvedValue()
    const search = { query: { text: { q: 'red' } } }
    expect((await w.owner.post(path(w), { people: peopleOf(w.users.slice(2)), search })).status).toBe(202)
    expect((await w.owner.delete(`/api/v1/datasets/${w.d.id}`)).status).toBe(200)
    paused.mockRestore()
    await settle()
    // Nobody they are assigned to may keep their accounts from being deleted, or keep the records afterwards.
    expect((await w.owner.delete(`/api/v1/users/${bob?.id}`)).status).toBe(200)
    expect((await w.owner.delete(`/api/v1/workspaces/${w.d.workspaceId}/users/${ann?.id}`)).status).toBe(200)
    expect((await w.owner.post(`/api/v1/bin/${w.d.id}/restore`)).status).toBe(200)
    await settle()
    expect(await summary(w)).toEqual({ records: 2, people: [[2, 0, 2]] })
    expect(await pending(w, eve)).toEqual([...w.texts].sort())
  })

  it('tell those who made them when they stopped before their end', async () => {
    const w = await world()
    const lead = await s.build.user('admin', { workspaces: [w.d.workspaceId] })
    const paused = vi.spyOn(s.context.jobs, 'wake').mockResolvedValue()
    const { body } = await s.as(lead.username).post(path(w), { people: peopleOf(w.users) })
    const jobs = async () => (await s.as(lead.username).get(path(w))).body.jobs
    expect(await jobs()).toMatchObject([{ id: body.job_id, state: 'open', done: 0 }])
    const set = { state: 'failed', failures: 8, done: 1 } as const
    await s.context.engine.transaction((tx) => tx.updateTable('jobs').set(set).where('id', '=', body.job_id).execute())
    expect(await jobs()).toMatchObject([{ id: body.job_id, action: 'assign', state: 'failed', done: 1 }])
    paused.mockRestore()
    await w.owner.post(`/api/v1/jobs/${body.job_id}/retry`)
    await settle()
    expect(await jobs()).toEqual([])
  })

  it('that stopped are told until the same records were assigned to the same people since', async () => {
    const w = await world()
    const jobs = async () => (await w.owner.get(path(w))).body.jobs
    const red = { search: { query: { text: { q: 'red' } } } }
    const two = { ...red, people: peopleOf(w.users.slice(0, 2)) }
    const paused = vi.spyOn(s.context.jobs, 'wake').mockResolvedValue()
    const { body } = await w.owner.post(path(w), two)
    const set = { state: 'failed', failures: 8, done: 1 } as const
    await s.context.engine.transaction((tx) => tx.updateTable('jobs').set(set).where('id', '=', body.job_id).execute())
    paused.mockRestore()
    const told = [{ id: body.job_id, action: 'assign', state: 'failed' }]

    await assign(w, { ...red, people: peopleOf(w.users.slice(2)) })
    expect(await jobs()).toMatchObject(told)
    await assign(w, { search: { query: { text: { q: 'blue' } } }, people: two.people })
    expect(await jobs()).toMatchObject(told)
    await assign(w, { ...two, people: peopleOf(w.users.slice(0, 1)) })
    expect(await jobs()).toMatchObject(told)
    await takeBack(w, { ...red, user_ids: w.users.slice(0, 2).map(({ id }) => id) })
    expect(await jobs()).toMatchObject(told)
    // In another order, with other quotas.
    await assign(w, { ...red, people: peopleOf(w.users.slice(0, 2).reverse(), 100) })
    expect(await jobs()).toEqual([])
  })

  it('may all be gone in a preview', async () => {
    const w = await world()
    const people = peopleOf(w.users)
    const { status, body } = await w.owner.post(path(w, ':preview'), { people, record_ids: [randomUUID()] })
    expect([status, body.records]).toEqual([200, 0])
  })

  it.each([
    { order: 'file' },
    { order: 'mixed' },
    { order: 'uncertain' },
    { order: 'mixed', handOut: 'until_completed' },
    { order: 'file', handOut: 'until_completed', target: 2 },
  ])('count as skipped only while they are pending for whoever has skipped them: %o', async (options) => {
    const w = await world(options)
    const [ann, bob, eve] = w.users
    const skip = async (user: typeof ann, text: string) =>
      expect((await s.as(user?.username ?? '').put(`/api/v1/records/${w.ids.get(text)}/skip`)).status).toBe(204)
    const skipped = async (user: typeof ann) =>
      (await s.as(user?.username ?? '').get(`/api/v1/me/datasets/${w.d.id}/metrics`)).body.responses.skipped
    const give = (text: string, users: World['users'], more = {}) =>
      assign(w, { record_ids: [w.ids.get(text)], people: peopleOf(users), ...more })
    const has = async (user: typeof ann, texts: string[], count: number) =>
      expect([await pending(w, user), await skipped(user)]).toEqual([texts, count])

    for (const text of ['red 0', 'blue 1']) await skip(ann, text)
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 2)
    await give('red 0', w.users.slice(1, 2))
    await give('red 2', w.users.slice(0, 1))
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 1)
    await has(bob, ['blue 1', 'blue 3', 'blue 5', 'red 0', 'red 4'], 0)
    await skip(bob, 'red 0')
    await has(bob, ['blue 1', 'blue 3', 'blue 5', 'red 4'], 1)
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 1)

    // Assigned to both, and open elsewhere: it is left out once.
    await give('blue 1', w.users.slice(0, 2), { people_per_record: 2 })
    const lease = `/api/v1/records/${w.ids.get('blue 1')}/lease`
    expect((await s.as(bob?.username ?? '').put(lease)).status).toBe(200)
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 1)
    expect((await s.as(bob?.username ?? '').delete(lease)).status).toBe(204)

    // Taken back, it is skipped again by both.
    await takeBack(w, { record_ids: [w.ids.get('red 0')] })
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 2)
    await has(bob, ['blue 1', 'blue 3', 'blue 5', 'red 4'], 1)
    await has(eve, ['blue 3', 'blue 5', 'red 0', 'red 4'], 0)
    await give('red 0', w.users.slice(2))
    await answer(w, eve, 'red 0')
    await has(ann, ['blue 3', 'blue 5', 'red 2', 'red 4'], 1)
    expect((await s.as(ann?.username ?? '').delete(`/api/v1/me/datasets/${w.d.id}/skips`)).status).toBe(204)
    await has(ann, ['blue 1', 'blue 3', 'blue 5', 'red 2', 'red 4'], 0)
    await has(bob, ['blue 1', 'blue 3', 'blue 5', 'red 4'], 0)
  })

  it('go with their records', async () => {
    const w = await world()
    await assign(w, { people: peopleOf(w.users) })
    await w.owner.delete(`/api/v1/datasets/${w.d.id}/records?ids=${w.ids.get('red 0')}`)
    expect((await summary(w)).records).toBe(5)
    w.texts.shift()
    expect(await pending(w, w.users[0])).toEqual(['blue 3'])
    expect((await w.owner.delete(`/api/v1/datasets/${w.d.id}`)).status).toBe(200)
  })

  it('have it in their history, which annotators do not see', async () => {
    const w = await world()
    const [ann, bob] = w.users
    await assign(w, { people: peopleOf(w.users.slice(0, 2)), people_per_record: 2 })
    await takeBack(w, { user_ids: [bob?.id] })
    const history = `/api/v1/records/${w.ids.get('red 0')}/history`
    const { items, users } = (await w.owner.get(history)).body
    const changes = items
      .filter(({ kind }: { kind: string }) => kind === 'record.assign')
      .map(({ before, after }: Record<string, { user_ids: string[] }>) => [before?.user_ids, after?.user_ids])
    expect(changes).toEqual([
      [expect.arrayContaining([ann?.id, bob?.id]), [ann?.id]],
      [[], [ann?.id, bob?.id]],
    ])
    expect(users.map(({ username }: { username: string }) => username)).toEqual(
      expect.arrayContaining([ann?.username, bob?.username]),
    )
    expect((await s.as(ann?.username ?? '').get(history)).body.items).toEqual([])
  })

  it('are assigned by leads, to people who can open the dataset', async () => {
    const w = await world()
    const [ann] = w.users
    const stranger = await s.build.user('annotator')
    const admin = await s.build.user('admin', { workspaces: [w.d.workspaceId] })
    const otherAdmin = await s.build.user('admin')
    const people = peopleOf(w.users)
    for (const username of [ann?.username ?? '', stranger.username, otherAdmin.username]) {
      const client = s.as(username)
      expect((await client.get(path(w))).status).toBe(403)
      expect((await client.post(path(w), { people })).status).toBe(403)
      expect((await client.post(path(w, ':preview'), { people })).status).toBe(403)
      expect((await client.post(path(w, ':preview_take_back'), {})).status).toBe(403)
      expect((await client.delete(path(w), {})).status).toBe(403)
    }
    expect((await s.anonymous.post(path(w), { people })).status).toBe(401)
    const refused = [
      { people: [] },
      { people: peopleOf([stranger]) },
      { people: [...people, ...people] },
      { people, record_ids: [w.ids.get('red 0')], search: {} },
      { people, search: { query: { vector: { name: 'v', record_id: w.ids.get('red 0') } } } },
      {
        people,
        search: { filters: { and: [{ ...PENDING, scope: { entity: 'metadata', metadata_property: 'no' } }] } },
      },
      { people: [{ user_id: ann?.id, quota: 0 }] },
    ]
    for (const body of refused)
      for (const more of ['', ':preview'])
        expect((await w.owner.post(path(w, more), body)).status, JSON.stringify(body)).toBe(422)
    expect((await s.as(admin.username).post(path(w), { people })).status).toBe(202)
    await settle()
    expect((await summary(w)).records).toBe(6)
    // A dataset elsewhere cannot be reached by the ids of its records.
    const other = await world()
    await assign(other, { record_ids: [w.ids.get('red 0')], people: peopleOf(other.users) })
    expect((await summary(other)).records).toBe(0)
  })
})
