import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value }))
const QUESTIONS = [{ name: 'kind', title: 'Kind', required: true, settings: { type: 'label_selection', options } }]
const CHANGED = { status: 409, body: { detail: expect.stringContaining('changed since') } }

describe.each(engines)('what leads restore by the history of a record, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  let lead: { id: string; username: string }
  let stranger: { id: string; username: string }

  const answer = (value: string) => ({ status: 'submitted', values: { kind: { value } } })
  const asKnown = (updatedAt: string) => `?updated_at=${encodeURIComponent(updatedAt)}`
  const history = async (record: string, { username } = lead) =>
    (await s.as(username).get(`/api/v1/records/${record}/history`)).body
  const kinds = async (record: string) => (await history(record)).items.map(({ kind }: { kind: string }) => kind)

  beforeAll(async () => {
    s = await testServer(engine)
    const vectors = ['v', 'w'].map((name, at) => ({ name, title: name, dimensions: 2 - at }))
    d = await s.build.dataset({ questions: QUESTIONS, vectors })
    const member = { workspaces: [d.workspaceId] }
    ann = await s.build.user('annotator', member)
    lead = await s.build.user('admin', member)
    stranger = await s.build.user('annotator')
  })

  describe('a deleted answer', () => {
    const path = (record: string) => `/api/v1/records/${record}/responses`
    const as = (record: string, { id }: { id: string }) => `${path(record)}?user_id=${id}`
    const deleted = async () => {
      const { id } = await s.build.record(d.id)
      const { body } = await s.as(ann.username).post(path(id), answer('a'))
      expect((await s.as(ann.username).delete(`/api/v1/responses/${body.id}`)).status).toBe(200)
      return id
    }

    it('is given again in the name of its author, and the history says by whom', async () => {
      const id = await deleted()
      const made = await s.as(lead.username).post(as(id, ann), answer('a'))
      expect(made).toMatchObject({ status: 201, body: { ...answer('a'), user_id: ann.id } })
      const [latest] = (await history(id, ann)).items
      expect(latest).toMatchObject({ kind: 'response.create', user_id: lead.id, after: { user_id: ann.id } })
      // It is Ann's: in the list of what she submitted, and hers to change.
      const mine = await s.as(ann.username).get(`/api/v1/me/datasets/${d.id}/records?response_status=submitted`)
      expect(mine.body.items.map((item: { id: string }) => item.id)).toContain(id)
      expect((await s.as(ann.username).put(`/api/v1/responses/${made.body.id}`, answer('b'))).status).toBe(200)
    })

    it('is not given again over one that the author has given meanwhile', async () => {
      const id = await deleted()
      await s.as(ann.username).post(path(id), answer('b'))
      const refused = await s.as(lead.username).post(as(id, ann), answer('a'))
      expect(refused.status).toBe(409)
      expect((await s.as(lead.username).get(path(id))).body.items).toMatchObject([answer('b')])
    })

    it('is given in nobody else’s name by annotators, and in the name of members only', async () => {
      const id = await deleted()
      const unknown = { id: '00000000-0000-4000-8000-000000000000' }
      const tries = [
        [ann, lead],
        [lead, stranger],
        [lead, unknown],
      ] as const
      for (const [{ username }, author] of tries)
        expect((await s.as(username).post(as(id, author), answer('a'))).status).toBe(403)
      expect((await s.as(ann.username).post(as(id, ann), answer('a'))).status).toBe(201)
      expect((await s.as(lead.username).get(path(id))).body.items).toHaveLength(1)
    })
  })

  it('decides anew only if the decision is as the lead knows it', async () => {
    const { id } = await s.build.record(d.id)
    const path = `/api/v1/records/${id}/resolutions`
    const as = s.as(lead.username)
    const decide = (value: string, known: string) => as.put(path + known, { question_id: d.questions.kind, value })
    expect(await decide('a', asKnown('2026-01-01T00:00:00'))).toMatchObject(CHANGED)
    const first = await decide('a', asKnown(''))
    expect(first.status).toBe(201)
    expect(await decide('b', asKnown(''))).toMatchObject(CHANGED)
    const second = await decide('b', asKnown(first.body.updated_at))
    expect(second.status).toBe(200)
    expect(await decide('c', asKnown(first.body.updated_at))).toMatchObject(CHANGED)
    const remove = (known: string) => as.delete(`${path}/${d.questions.kind}${known}`)
    expect(await remove(asKnown(first.body.updated_at))).toMatchObject(CHANGED)
    expect((await as.get(path)).body.items).toMatchObject([{ value: 'b' }])
    expect((await remove(asKnown(second.body.updated_at))).status).toBe(200)
    expect((await decide('b', asKnown(''))).status).toBe(201)
    expect((await kinds(id)).slice(0, 4)).toEqual([
      'resolution.create',
      'resolution.delete',
      'resolution.update',
      'resolution.create',
    ])
  })

  it('makes a record gold again by the route of the mark, of which annotators see nothing', async () => {
    const { id } = await s.build.record(d.id)
    const as = s.as(lead.username)
    await as.put(`/api/v1/records/${id}/resolutions`, { question_id: d.questions.kind, value: 'a' })
    const path = `/api/v1/records/${id}/gold`
    for (const mark of [() => as.put(path), () => as.delete(path), () => as.put(path)])
      expect((await mark()).status).toBe(200)
    expect((await kinds(id)).slice(0, 4)).toEqual(['gold.create', 'gold.delete', 'gold.create', 'resolution.create'])
    await s.as(ann.username).post(`/api/v1/records/${id}/responses`, answer('a'))
    const seen = (await history(id, ann)).items.map(({ kind }: { kind: string }) => kind)
    expect(seen).toEqual(['response.create'])
  })

  it('restores the vectors from before a change, only if they are as the history says', async () => {
    const { id } = await s.build.record(d.id, { vectors: { v: [1, 0.1] } })
    const as = s.as(lead.username)
    const patch = (body: object, query = '') => as.patch(`/api/v1/records/${id}${query}`, body)
    const vectors = async () => (await as.get(`/api/v1/records/${id}?include=vectors`)).body.vectors
    await patch({ vectors: { v: [2, 2], w: [3] } })
    await patch({ vectors: { w: [4] } })
    const changes = (await history(id)).items.filter(({ kind }: { kind: string }) => kind === 'record.update')
    expect(changes.map(({ before, after }: Record<string, unknown>) => [before, after])).toEqual([
      [{ vectors: ['w'] }, { vectors: ['w'] }],
      // It had no vector w.
      [{ vectors: ['v'] }, { vectors: ['v', 'w'] }],
    ])
    const before = (change: number, known: number) => `?vectors_before=${change}&vectors_known=${known}`
    // A program writes vectors while the lead reads the history, and this does not change the record's time.
    const [{ updated_at }, known] = [await history(id), changes[0].id]
    await patch({ vectors: { w: [5] } })
    expect((await history(id)).updated_at).toBe(updated_at)
    expect(await patch({}, before(changes[1].id, known))).toMatchObject(CHANGED)
    expect(await vectors()).toEqual({ v: [2, 2], w: [5] })
    // New metadata does not matter.
    const now = (await history(id)).items[0].id
    await patch({ metadata: { split: 'train' } })
    const restored = await patch({}, before(changes[1].id, now))
    expect(restored).toMatchObject({ status: 200, body: { left_out: [] } })
    expect(await vectors()).toEqual({ v: [1, 0.1], w: [5] })
    const [latest] = (await history(id)).items
    expect(latest).toMatchObject({ kind: 'record.update', user_id: lead.id, before: { vectors: ['v'] } })
    expect((await patch({}, `?vectors_before=${latest.id}`)).status).toBe(200)
    expect(await vectors()).toEqual({ v: [2, 2], w: [5] })
    const other = await s.build.record(d.id)
    const refused = [
      await as.patch(`/api/v1/records/${other.id}?vectors_before=${latest.id}`, {}),
      await patch({}, '?vectors_before=999999999'),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422])
    expect((await s.as(ann.username).patch(`/api/v1/records/${id}?vectors_before=${latest.id}`, {})).status).toBe(403)
  })

  it('restores those vectors that still fit the dataset, and names the others', async () => {
    const settings = ['gone', 'resized', 'kept'].map((name) => ({ name, title: name, dimensions: 1 }))
    const { id: datasetId } = await s.build.dataset({ vectors: settings, workspaceId: d.workspaceId })
    const vectors = (n: number) => ({ vectors: { gone: [n], resized: [n], kept: [n] } })
    const { id } = await s.build.record(datasetId, vectors(1))
    const as = s.as(lead.username)
    const patch = (body: object, query = '') => as.patch(`/api/v1/records/${id}${query}`, body)
    await patch(vectors(2))
    const [change] = (await history(id)).items
    const { items } = (await as.get(`/api/v1/datasets/${datasetId}/vectors-settings`)).body
    const remove = async (name: string) => {
      const settings = items.find((one: { name: string }) => one.name === name)
      expect((await as.delete(`/api/v1/vectors-settings/${settings.id}`)).status).toBe(200)
    }
    await remove('gone')
    await remove('resized')
    await as.post(`/api/v1/datasets/${datasetId}/vectors-settings`, { name: 'resized', title: 'R', dimensions: 2 })
    const restore = () => patch({}, `?vectors_before=${change.id}&vectors_known=${change.id}`)
    const left_out = ['gone', 'resized'].map((name) => `The dataset no longer has the vector “${name}” in this size.`)
    const done = await restore()
    expect(done).toMatchObject({ status: 200, body: { vectors: { kept: [1] }, left_out } })
    const [latest] = (await history(id)).items
    expect(latest).toMatchObject({ before: { vectors: ['kept'] }, after: { vectors: ['kept'] } })
    await remove('kept')
    const none = await patch({}, `?vectors_before=${change.id}`)
    expect(none).toMatchObject({ status: 422, body: { detail: expect.stringContaining('no longer has the vector') } })
  })

  it('suggests anew only if the suggestion is as the lead knows it', async () => {
    const { id } = await s.build.record(d.id)
    const path = `/api/v1/records/${id}/suggestions`
    const as = s.as(lead.username)
    const suggest = (value: string, known: string) =>
      as.put(path + known, { question_id: d.questions.kind, value, agent: 'bert', score: 0.5 })
    const first = await suggest('a', asKnown(''))
    expect(first.status).toBe(201)
    expect(await suggest('b', asKnown(''))).toMatchObject(CHANGED)
    const second = await suggest('b', asKnown(first.body.updated_at))
    expect(second.status).toBe(200)
    expect(await suggest('c', asKnown(first.body.updated_at))).toMatchObject(CHANGED)
    const remove = (known: string) => as.delete(`/api/v1/suggestions/${first.body.id}${known}`)
    expect(await remove(asKnown(first.body.updated_at))).toMatchObject(CHANGED)
    expect((await as.get(path)).body.items).toMatchObject([{ value: 'b' }])
    expect((await remove(asKnown(second.body.updated_at))).status).toBe(200)
    expect((await suggest('b', asKnown(''))).body).toMatchObject({ value: 'b', agent: 'bert', score: 0.5 })
    expect((await kinds(id)).slice(0, 4)).toEqual([
      'suggestion.create',
      'suggestion.delete',
      'suggestion.update',
      'suggestion.create',
    ])
  })

  it('changes metadata only if the record is as its history says', async () => {
    const { id } = await s.build.record(d.id, { metadata: { split: 'train' } })
    const patch = (split: string, known: string) =>
      s.as(lead.username).patch(`/api/v1/records/${id}${known}`, { metadata: { split } })
    const { updated_at } = await history(id)
    expect((await patch('test', asKnown(updated_at))).status).toBe(200)
    expect(await patch('other', asKnown(updated_at))).toMatchObject(CHANGED)
    // An answer does not change the record.
    await s.as(ann.username).post(`/api/v1/records/${id}/responses`, answer('a'))
    expect((await patch('train', asKnown((await history(id)).updated_at))).status).toBe(200)
    const changes = (await history(id)).items.filter(({ kind }: { kind: string }) => kind === 'record.update')
    expect(changes.map(({ after }: { after: unknown }) => after)).toEqual([
      { metadata: { split: 'train' } },
      { metadata: { split: 'test' } },
    ])
  })
})
