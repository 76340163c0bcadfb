import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

type Status = 'submitted' | 'draft' | 'discarded'

describe.each(engines)('metrics and progress on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  /** A dataset whose records have these users' responses, one record an item. */
  async function answered(records: Record<string, Status>[], users: Record<string, string>, minSubmitted = 1) {
    const extra = { distribution: { strategy: 'overlap', min_submitted: minSubmitted } }
    const dataset = await s.build.dataset({ extra })
    for (const record of records) {
      const responses = Object.entries(record).map(([name, status]) => ({
        user_id: users[name],
        status,
        values: { label: { value: 'a' } },
      }))
      await s.build.record(dataset.id, { responses })
    }
    return dataset
  }

  async function threeUsers() {
    const ids: Record<string, string> = {}
    const names: Record<string, string> = {}
    for (const name of ['ann', 'bob', 'eve']) {
      const user = await s.build.user('annotator')
      ids[name] = user.id
      names[name] = user.username
    }
    return { ids, names }
  }

  const progress = async (dataset: BuiltDataset, path = 'progress') =>
    (await s.as('owner').get(`/api/v1/datasets/${dataset.id}/${path}`)).body

  it("counts all records and the caller's own responses [C16] [E29]", async () => {
    const { ids, names } = await threeUsers()
    const dataset = await answered(
      [
        { ann: 'submitted', bob: 'submitted' },
        { ann: 'discarded' },
        { ann: 'discarded' },
        { ann: 'draft' },
        { bob: 'draft' },
        {},
        {},
      ],
      ids,
    )
    const ann = names.ann ?? ''
    await s.as('owner').post(`/api/v1/workspaces/${dataset.workspaceId}/users`, { user_id: ids.ann })
    const path = `/api/v1/me/datasets/${dataset.id}/metrics`
    expect((await s.as(ann).get(path)).body).toEqual({
      records: { count: 7 },
      responses: { count: 4, submitted: 1, discarded: 2, draft: 1, pending: 3, skipped: 0 },
    })
    expect((await s.as('owner').get(path)).body).toEqual({
      records: { count: 7 },
      responses: { count: 0, submitted: 0, discarded: 0, draft: 0, pending: 7, skipped: 0 },
    })
  })

  it('counts each record once by the responses of all users', async () => {
    const { ids } = await threeUsers()
    const dataset = await answered(
      [
        { ann: 'submitted' },
        { ann: 'submitted', bob: 'draft', eve: 'submitted' },
        { ann: 'discarded' },
        { ann: 'discarded', bob: 'draft' },
        { ann: 'submitted', bob: 'discarded' },
        { ann: 'draft' },
        {},
        {},
      ],
      ids,
    )
    const counts = { total: 8, submitted: 2, discarded: 2, conflicting: 1, completed: 3, pending: 5 }
    expect(await progress(dataset)).toEqual(counts)
  })

  it('asks for the minimum of submitted responses before a record is completed', async () => {
    const { ids, names } = await threeUsers()
    const dataset = await answered(
      [
        { ann: 'submitted', bob: 'submitted', eve: 'discarded' },
        { ann: 'submitted', bob: 'draft' },
        { eve: 'submitted' },
        {},
      ],
      ids,
      2,
    )
    expect(await progress(dataset)).toEqual({
      total: 4,
      submitted: 2,
      discarded: 0,
      conflicting: 1,
      completed: 1,
      pending: 3,
    })
    const none = { submitted: 0, draft: 0, discarded: 0 }
    const { users } = await progress(dataset, 'users/progress')
    expect(users).toEqual([
      { username: names.ann, completed: { ...none, submitted: 1 }, pending: { ...none, submitted: 1 } },
      { username: names.bob, completed: { ...none, submitted: 1 }, pending: { ...none, draft: 1 } },
      { username: names.eve, completed: { ...none, discarded: 1 }, pending: { ...none, submitted: 1 } },
    ])
  })

  it('tells annotators of their own responses only', async () => {
    const dataset = await s.build.dataset()
    const [ann, bob] = [
      await s.build.user('annotator', { workspaces: [dataset.workspaceId] }),
      await s.build.user('annotator', { workspaces: [dataset.workspaceId] }),
    ]
    const lead = await s.build.user('admin', { workspaces: [dataset.workspaceId] })
    const responses = [ann, bob].map(({ id }) => ({ user_id: id, status: 'discarded' }))
    await s.build.record(dataset.id, { responses })
    const seenBy = async (username: string) => {
      const { body } = await s.as(username).get(`/api/v1/datasets/${dataset.id}/users/progress`)
      return body.users.map((user: { username: string }) => user.username)
    }
    expect(await seenBy(ann.username)).toEqual([ann.username])
    expect((await seenBy(lead.username)).sort()).toEqual([ann.username, bob.username].sort())
  })

  it('answers zeros for a draft', async () => {
    const dataset = await s.build.dataset({ publish: false })
    const zero = { total: 0, submitted: 0, discarded: 0, conflicting: 0, completed: 0, pending: 0 }
    expect(await progress(dataset)).toEqual(zero)
    expect(await progress(dataset, 'users/progress')).toEqual({ users: [] })
    const { body } = await s.as('owner').get(`/api/v1/me/datasets/${dataset.id}/metrics`)
    expect(body.records.count).toBe(0)
  })

  it.each(['me/datasets/{id}/metrics', 'datasets/{id}/progress', 'datasets/{id}/users/progress'])(
    'shows %s to members only',
    async (path) => {
      const dataset = await s.build.dataset()
      const member = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
      const stranger = await s.build.user('admin')
      const get = (username: string) => s.as(username).get(`/api/v1/${path.replace('{id}', dataset.id)}`)
      expect((await get(member.username)).status).toBe(200)
      expect((await get(stranger.username)).status).toBe(403)
    },
  )
})
