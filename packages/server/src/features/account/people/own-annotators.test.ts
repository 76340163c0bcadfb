import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../../testing/client'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const PASSWORD = 'a-long-password'
const ENDED = {
  status: 403,
  body: { detail: { params: { detail: 'This link does not work any more. Ask for a new one.' } } },
}

describe.each(engines)('the access of annotators on %s', (engine) => {
  let server: TestServer
  let mine: string
  let second: string
  let other: string
  let annId: string
  let adamId: string
  beforeEach(async () => {
    server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '100' })
    mine = (await server.build.workspace('mine')).id
    second = (await server.build.workspace('second')).id
    other = (await server.build.workspace('other')).id
    adamId = (await server.build.user('admin', { username: 'adam', workspaces: [mine, second] })).id
    annId = (await server.build.user('annotator', { username: 'ann', workspaces: [mine, second] })).id
  })
  afterEach(() => server.close())
  const owner = () => server.as('owner')
  const adam = () => server.as('adam')
  const signIn = (username: string, password = PASSWORD) =>
    server.anonymous.form('/api/v1/token', { username, password })
  const addTo = (workspace: string, userId: string) =>
    owner().post(`/api/v1/workspaces/${workspace}/users`, { user_id: userId })
  const passwordLink = (userId: string, by = adam()) => by.post(`/api/v1/users/${userId}/password-link`)
  const open = (token: string) => server.anonymous.post('/api/join/link', { token })
  const join = (token: string, password = 'another-password') => server.anonymous.post('/api/join', { token, password })
  const canManage = async (by: string) => {
    const { items } = (await server.as(by).get('/api/v1/people')).body as {
      items: { username: string; can_manage_access: boolean }[]
    }
    return Object.fromEntries(items.map(({ username, can_manage_access }) => [username, can_manage_access]))
  }

  /** Everything an admin may do to the access of an annotator of their own, done to somebody with one key and one session. */
  async function tryAll(userId: string, by = adam()): Promise<Record<string, Reply>> {
    const url = `/api/v1/users/${userId}`
    const [key] = (await owner().get(`${url}/api-keys`)).body.items
    const [session] = (await owner().get(`${url}/sessions`)).body.items
    return {
      sessions: await by.get(`${url}/sessions`),
      endSession: await by.delete(`${url}/sessions/${session?.id}`),
      keys: await by.get(`${url}/api-keys`),
      revokeKey: await by.delete(`${url}/api-keys/${key?.id}`),
      link: await passwordLink(userId, by),
      disable: await by.put(`${url}/disabled`, { disabled: true }),
      enable: await by.put(`${url}/disabled`, { disabled: false }),
    }
  }
  const statuses = (replies: Record<string, Reply>) => Object.values(replies).map(({ status }) => status)
  const REFUSED = [403, 403, 403, 403, 403, 403, 403]

  it('who are in workspaces of one admin only is managed by this admin', async () => {
    const bearer = { authorization: `Bearer ${(await signIn('ann')).body.access_token}` }
    const me = async () => (await server.anonymous.get('/api/v1/me', bearer)).status
    expect(await me()).toBe(200)
    expect(await canManage('adam')).toEqual({ adam: false, ann: true })
    const done = await tryAll(annId)
    expect(statuses(done)).toEqual([200, 200, 200, 200, 201, 200, 200])
    expect(done.sessions?.body.items).toHaveLength(1)
    expect(done.keys?.body.items).toMatchObject([{ name: 'made with the account' }])
    expect(done.disable?.body).toMatchObject({
      username: 'ann',
      can_manage_access: true,
      disabled_at: expect.any(String),
    })
    expect(await me()).toBe(401)
    expect((await owner().get(`/api/v1/users/${annId}/api-keys`)).body.items).toEqual([])

    await adam().put(`/api/v1/users/${annId}/disabled`, { disabled: true })
    expect((await signIn('ann')).status).toBe(401)
    await adam().put(`/api/v1/users/${annId}/disabled`, { disabled: false })
    const { token } = (await passwordLink(annId)).body
    expect(await open(token)).toMatchObject({ status: 200, body: { username: 'ann' } })
    expect((await join(token)).status).toBe(201)
    expect((await signIn('ann', 'another-password')).status).toBe(201)
  })

  it('stays out of reach when they are in another workspace, too, in none, or in none of the admin’s', async () => {
    const build = (username: string, workspaces: string[]) =>
      server.build.user('annotator', { username, workspaces }).then(({ id }) => id)
    const ids = [await build('both', [mine, other]), await build('nowhere', []), await build('away', [other])]
    for (const [index, id] of ids.entries()) {
      await signIn(['both', 'nowhere', 'away'][index] ?? '')
      expect(statuses(await tryAll(id))).toEqual(REFUSED)
    }
    expect(await canManage('adam')).toEqual({ adam: false, ann: true, both: false })
    expect((await signIn('both')).status).toBe(201)
  })

  it('is not managed by admins for admins, owners or themselves', async () => {
    const colleague = await server.build.user('admin', { username: 'colleague', workspaces: [mine] })
    const boss = await server.build.user('owner', { username: 'boss', workspaces: [mine] })
    for (const [username, id] of [
      ['colleague', colleague.id],
      ['boss', boss.id],
      ['adam', adamId],
    ] as const) {
      await signIn(username)
      expect(statuses(await tryAll(id)), username).toEqual(REFUSED)
    }
    expect(await canManage('adam')).toEqual({ adam: false, ann: true, colleague: false, boss: false })
    expect(Object.values(await canManage('owner'))).toEqual([true, true, true, true, true])
  })

  it('is no way to a role, an account, a new key or another annotator’s access', async () => {
    await server.build.user('annotator', { username: 'peer', workspaces: [mine, second] })
    await signIn('ann')
    expect(statuses(await tryAll(annId, server.as('peer')))).toEqual(REFUSED)
    const url = `/api/v1/users/${annId}`
    const refused = [
      await adam().patch(url, { role: 'admin' }),
      await adam().patch(url, { password: 'chosen-by-adam' }),
      await adam().delete(url),
      await adam().delete(`/api/users/${annId}`),
      await adam().post(`${url}/api-keys`, { name: 'for adam' }),
      await adam().get(`${url}/workspaces`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  })

  it('is lost to an admin who leaves one of their workspaces', async () => {
    await owner().delete(`/api/v1/workspaces/${second}/users/${adamId}`)
    await signIn('ann')
    expect(statuses(await tryAll(annId))).toEqual(REFUSED)
    expect(await canManage('adam')).toEqual({ adam: false, ann: false })
  })

  it.each<[string, () => Promise<unknown>, (() => Promise<unknown>)?]>([
    [
      'in another workspace',
      () => addTo(other, annId),
      () => owner().delete(`/api/v1/workspaces/${other}/users/${annId}`),
    ],
    [
      'an admin',
      () => owner().patch(`/api/v1/users/${annId}`, { role: 'admin' }),
      () => owner().patch(`/api/v1/users/${annId}`, { role: 'annotator' }),
    ],
    ['an owner', () => owner().patch(`/api/v1/users/${annId}`, { role: 'owner' })],
    ['in a workspace that the admin has left', () => owner().delete(`/api/v1/workspaces/${mine}/users/${adamId}`)],
    [
      'in no workspace',
      () => Promise.all([mine, second].map((id) => adam().delete(`/api/v1/workspaces/${id}/users/${annId}`))),
    ],
    ['managed by somebody who is disabled', () => owner().put(`/api/v1/users/${adamId}/disabled`, { disabled: true })],
  ])('has no use for a link of the admin once they are %s', async (_, change, undo) => {
    const { token } = (await passwordLink(annId)).body
    expect((await open(token)).status).toBe(200)
    await change()
    expect(await open(token)).toMatchObject(ENDED)
    expect(await join(token)).toMatchObject(ENDED)
    expect((await signIn('ann')).status).toBe(201)
    if (!undo) return
    // The link was refused, not used.
    await undo()
    expect((await join(token)).status).toBe(201)
  })

  it('keeps a link of an owner, wherever they work', async () => {
    const { token } = (await passwordLink(annId, owner())).body
    await addTo(other, annId)
    expect((await join(token)).status).toBe(201)
  })

  it('is changed by an admin only before or after a concurrent change of the role or memberships, never during it', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await server.build.user('annotator', { username: `racer${round}`, workspaces: [mine] })
      const [disabled] = await Promise.all([
        adam().put(`/api/v1/users/${id}/disabled`, { disabled: true }),
        owner().patch(`/api/v1/users/${id}`, { role: 'owner' }),
      ])
      const { items } = (await owner().get('/api/v1/people')).body as {
        items: { id: string; role: string; disabled_at: string | null }[]
      }
      const person = items.find((item) => item.id === id)
      expect(person?.role).toBe('owner')
      expect(disabled.status).toBe(person?.disabled_at === null ? 403 : 200)
    }
  })
})
