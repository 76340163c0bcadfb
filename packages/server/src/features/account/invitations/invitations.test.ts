import { beforeAll, describe, expect, it } from 'vitest'
import { eventProblems } from '../../../testing/logged-events'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { hashLinkToken, newLinkToken } from './link-token'

const ENDED = {
  status: 403,
  body: { detail: { params: { detail: 'This link does not work any more. Ask for a new one.' } } },
}
const password = 'a-long-password'

describe('the token of a link', () => {
  it('is sixteen signs that cannot be misread, in groups of four', () => {
    const tokens = Array.from({ length: 200 }, newLinkToken)
    for (const token of tokens) expect(token).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(new Set(tokens).size).toBe(200)
  })

  it('may be typed in small letters and without its dashes', () => {
    expect(hashLinkToken(' 7q4mxk2d9vtrhc61 ')).toBe(hashLinkToken('7Q4M-XK2D-9VTR-HC61'))
  })
})

describe.each(engines)('inviting people on %s', (engine) => {
  let server: TestServer
  let mine: { id: string; name: string }
  let other: { id: string; name: string }
  beforeAll(async () => {
    server = await testServer(engine, {
      POSTIL_SIGN_INS_PER_MINUTE: '100',
      POSTIL_PUBLIC_URL: 'https://labels.example',
    })
    mine = await server.build.workspace('mine')
    other = await server.build.workspace('other')
    await server.build.user('admin', { username: 'adam', workspaces: [mine.id] })
    await server.build.user('annotator', { username: 'ann', workspaces: [mine.id] })
  })
  const invite = (by: string, body: object) => server.as(by).post('/api/v1/invitations', body)
  const join = (token: string, form: object) => server.anonymous.post('/api/join', { token, password, ...form })
  const signIn = (username: string, word = password) =>
    server.anonymous.form('/api/v1/token', { username, password: word })

  it('makes an account with the role and the workspaces of the invitation, once', async () => {
    const made = await invite('owner', { first_name: 'Hana Sato', role: 'admin', workspace_ids: [mine.id, other.id] })
    expect(made).toMatchObject({ status: 201, body: { role: 'admin', invited_by: 'owner' } })
    const { token, address } = made.body
    expect(address).toBe(`https://labels.example/join#${token}`)
    expect(await server.anonymous.post('/api/join/link', { token })).toMatchObject({
      status: 200,
      body: { username: null, first_name: 'Hana Sato', role: 'admin', workspaces: ['mine', 'other'] },
    })
    expect(await join(token, { username: 'hana' })).toMatchObject({ status: 201, body: { username: 'hana' } })
    expect((await signIn('hana')).status).toBe(201)
    const people = (await server.as('owner').get('/api/v1/people')).body.items
    expect(people.find((person: { username: string }) => person.username === 'hana')).toMatchObject({
      first_name: 'Hana Sato',
      role: 'admin',
      workspaces: [mine, other].map(({ id, name }) => ({ id, name })),
    })
    expect(await join(token, { username: 'again' })).toMatchObject(ENDED)
    expect(await server.anonymous.post('/api/join/link', { token })).toMatchObject(ENDED)
    expect((await server.as('owner').get('/api/v1/invitations')).body.items).toEqual([])
  })

  const logged = async (kind: string) => {
    const rows = await server.context.engine.db.selectFrom('events').selectAll().where('kind', '=', kind).execute()
    expect(eventProblems(rows)).toEqual([])
    return rows
  }

  it('says to a user with an account that its workspaces are gone', async () => {
    const gone = await server.build.workspace()
    await server.build.user('annotator', { username: 'gwen', workspaces: [other.id] })
    const { token } = (await invite('owner', { role: 'annotator', workspace_ids: [gone.id] })).body
    expect((await server.as('owner').delete(`/api/v1/workspaces/${gone.id}`)).status).toBe(200)
    expect(await server.as('gwen').post('/api/v1/me/invitations', { token })).toMatchObject({
      status: 409,
      body: { detail: 'The workspaces of this invitation no longer exist.' },
    })
  })

  it('takes a user with an account into the workspaces, once, and leaves their role', async () => {
    const fay = await server.build.user('annotator', { username: 'fay', workspaces: [other.id] })
    const accept = (token: string, username = 'fay') => server.as(username).post('/api/v1/me/invitations', { token })
    const { token } = (await invite('adam', { role: 'annotator', workspace_ids: [mine.id] })).body
    expect((await server.anonymous.post('/api/v1/me/invitations', { token })).status).toBe(401)
    expect(await accept(token, 'ann')).toMatchObject({
      status: 409,
      body: { detail: 'You are in all workspaces of this invitation already.' },
    })
    expect((await accept(token, 'owner')).status).toBe(409)
    // An admin of another workspace would have an admin's rights in this one, too.
    await server.build.user('admin', { username: 'kim', workspaces: [other.id] })
    expect(await accept(token, 'kim')).toMatchObject({
      status: 409,
      body: { detail: 'This invitation is for an annotator, and you are an admin. Ask for one for an admin.' },
    })
    expect(await accept(token)).toMatchObject({ status: 200, body: { workspaces: ['mine'] } })
    const people = async () => (await server.as('adam').get('/api/v1/people')).body.items
    const found = (await people()).find(({ id }: { id: string }) => id === fay.id)
    expect(found).toMatchObject({ role: 'annotator', workspaces: [{ name: 'mine' }] })
    expect(await accept(token)).toMatchObject({
      status: 404,
      body: { detail: 'This link does not work any more. Ask for a new one.' },
    })
    expect(await join(token, { username: 'late' })).toMatchObject(ENDED)
    const [accepted] = (await logged('invitation.accept')).filter(({ user_id }) => user_id === fay.id)
    expect(JSON.parse(accepted?.before ?? '')).toMatchObject({ role: 'annotator', workspace_ids: [mine.id] })
    expect(JSON.parse(accepted?.after ?? '')).toEqual({ workspace_ids: [mine.id] })

    const admins = (await invite('owner', { role: 'admin', workspace_ids: [mine.id, other.id] })).body
    await server.as('adam').delete(`/api/v1/workspaces/${mine.id}/users/${fay.id}`)
    expect((await accept(admins.token)).body).toEqual({ workspaces: ['mine'] })
    expect((await people()).find(({ id }: { id: string }) => id === fay.id).role).toBe('annotator')

    // A link to set a password is no invitation.
    const link = (await server.as('owner').post(`/api/v1/users/${fay.id}/password-link`)).body
    expect(link.address).toBe(`https://labels.example/join#${link.token}`)
    expect((await accept(link.token)).status).toBe(404)
    await server.as('owner').post(`/api/v1/users/${fay.id}/password-link`)
    const made = (await logged('password_link.create')).filter(({ subject_id }) => subject_id === fay.id)
    const ends = made.map(({ after }) => JSON.parse(after ?? ''))
    expect(ends[0]).toEqual({ id: expect.any(String), expires_at: expect.any(Number) })
    // The second one replaces the first.
    expect(made.map(({ before }) => JSON.parse(before ?? ''))).toEqual([
      { password_link_ids: [] },
      { password_link_ids: [ends[0].id] },
    ])
    // An admin who has lost the workspace cannot have others join it.
    const { id: evaId } = await server.build.user('admin', { username: 'eva', workspaces: [mine.id] })
    const late = (await invite('eva', { role: 'annotator', workspace_ids: [mine.id] })).body
    await server.as('owner').delete(`/api/v1/workspaces/${mine.id}/users/${evaId}`)
    await server.build.user('annotator', { username: 'gil' })
    expect((await accept(late.token, 'gil')).status).toBe(404)
    await server.as('owner').delete(`/api/v1/users/${evaId}`)
  })

  it('keeps the token only as a hash, and in no log of changes', async () => {
    const { token, id } = (await invite('owner', { role: 'annotator', workspace_ids: [mine.id] })).body
    const { db } = server.context.engine
    const kept = JSON.stringify([
      await db.selectFrom('join_links').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    expect(kept).toContain(hashLinkToken(token))
    expect(kept).not.toContain(token)
    await server.as('owner').delete(`/api/v1/invitations/${id}`)
  })

  it('lets one of two callers through who hold the link at once', async () => {
    const { token } = (await invite('owner', { role: 'annotator', workspace_ids: [mine.id] })).body
    const replies = await Promise.all(['one', 'two', 'three'].map((username) => join(token, { username })))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 403, 403])
  })

  it('keeps the link when the name is taken or missing, or the password too short', async () => {
    const { token } = (await invite('owner', { role: 'annotator', workspace_ids: [] })).body
    expect(await join(token, { username: 'ann' })).toMatchObject({ status: 409 })
    expect(await join(token, {})).toMatchObject({ status: 422, body: { detail: 'A username is needed' } })
    expect(await join(token, { username: 'late', password: 'short' })).toMatchObject({ status: 422 })
    expect(await join(token, { username: 'late' })).toMatchObject({ status: 201 })
  })

  it('ends a link that is withdrawn, renewed or too old', async () => {
    const first = (await invite('owner', { role: 'annotator', workspace_ids: [mine.id] })).body
    const renewed = await server.as('owner').post(`/api/v1/invitations/${first.id}/link`)
    expect(renewed).toMatchObject({ status: 201, body: { id: first.id } })
    expect(await join(first.token, { username: 'early' })).toMatchObject(ENDED)
    await server.context.engine.transaction((tx) =>
      tx.updateTable('join_links').set({ expires_at: 1 }).where('id', '=', first.id).execute(),
    )
    expect(await join(renewed.body.token, { username: 'early' })).toMatchObject(ENDED)
    const second = (await invite('owner', { role: 'annotator', workspace_ids: [mine.id] })).body
    expect((await server.as('owner').delete(`/api/v1/invitations/${second.id}`)).status).toBe(200)
    expect(await join(second.token, { username: 'early' })).toMatchObject(ENDED)
    expect((await server.as('owner').delete(`/api/v1/invitations/${second.id}`)).status).toBe(404)
  })

  it('lets admins invite annotators to their own workspaces, and nobody else anywhere', async () => {
    const tooMuch = {
      status: 422,
      body: { detail: 'Admins invite annotators to workspaces of their own; owners invite anyone.' },
    }
    expect(await invite('adam', { role: 'annotator', workspace_ids: [mine.id] })).toMatchObject({ status: 201 })
    expect(await invite('adam', { role: 'admin', workspace_ids: [mine.id] })).toMatchObject(tooMuch)
    expect(await invite('adam', { role: 'annotator', workspace_ids: [mine.id, other.id] })).toMatchObject(tooMuch)
    expect(await invite('adam', { role: 'annotator', workspace_ids: [] })).toMatchObject(tooMuch)
    expect((await invite('ann', { role: 'annotator', workspace_ids: [mine.id] })).status).toBe(403)
    const foreign = (await invite('owner', { role: 'annotator', workspace_ids: [other.id] })).body
    const seen = (await server.as('adam').get('/api/v1/invitations')).body.items
    for (const { workspace_ids } of seen) expect(workspace_ids).toEqual([mine.id])
    expect(seen.map((item: { invited_by: string }) => item.invited_by)).toContain('adam')
    expect((await server.as('adam').delete(`/api/v1/invitations/${foreign.id}`)).status).toBe(404)
    expect((await server.as('adam').post(`/api/v1/invitations/${foreign.id}/link`)).status).toBe(404)
  })

  it('ends the links of an admin who leaves the workspace, and of one who is shut out', async () => {
    const { id } = await server.build.user('admin', { username: 'lea', workspaces: [mine.id] })
    const make = async () => (await invite('lea', { role: 'annotator', workspace_ids: [mine.id] })).body.token
    const left = await make()
    await server.as('owner').delete(`/api/v1/workspaces/${mine.id}/users/${id}`)
    expect(await join(left, { username: 'guest' })).toMatchObject(ENDED)
    await server.as('owner').post(`/api/v1/workspaces/${mine.id}/users`, { user_id: id })
    const shutOut = await make()
    await server.as('owner').put(`/api/v1/users/${id}/disabled`, { disabled: true })
    await server.as('owner').put(`/api/v1/users/${id}/disabled`, { disabled: false })
    expect(await join(shutOut, { username: 'guest' })).toMatchObject(ENDED)
  })

  it('sets a password by a link, once, and signs out whoever was signed in', async () => {
    const { id } = await server.build.user('annotator', { username: 'forgetful' })
    const link = () => server.as('owner').post(`/api/v1/users/${id}/password-link`)
    const earlier = (await link()).body.token
    const { token } = (await link()).body
    expect(await join(earlier, {})).toMatchObject(ENDED)
    expect(await server.anonymous.post('/api/join/link', { token })).toMatchObject({ body: { username: 'forgetful' } })
    expect(await join(token, { password: 'first-password' })).toMatchObject({ status: 201 })
    const bearer = { authorization: `Bearer ${(await signIn('forgetful', 'first-password')).body.access_token}` }
    expect((await server.anonymous.get('/api/v1/me', bearer)).status).toBe(200)
    const again = (await link()).body.token
    expect(await join(again, { password: 'second-password', username: 'other-name' })).toMatchObject({
      status: 201,
      body: { username: 'forgetful' },
    })
    expect((await server.anonymous.get('/api/v1/me', bearer)).status).toBe(401)
    expect((await signIn('forgetful', 'first-password')).status).toBe(401)
    expect(await join(again, {})).toMatchObject(ENDED)
    expect((await server.as('adam').post(`/api/v1/users/${id}/password-link`)).status).toBe(403)
  })
})

describe.each(engines)('guesses at links on %s', (engine) => {
  it('are limited', async () => {
    const server = await testServer(engine, { POSTIL_SIGN_INS_PER_MINUTE: '2' })
    const guess = () => server.anonymous.post('/api/join/link', { token: 'AAAA-AAAA-AAAA-AAAA' })
    expect([await guess(), await guess(), await guess()].map((reply) => reply.status)).toEqual([403, 403, 429])
    expect((await server.anonymous.post('/api/join', { token: 'x', password })).status).toBe(429)
  })
})
