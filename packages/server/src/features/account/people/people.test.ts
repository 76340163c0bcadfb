import { CompiledQuery, sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { recentAnswersQuery } from './people.service'

const named = (items: { username: string }[], username: string) => items.find((item) => item.username === username)

describe.each(engines)('people on %s', (engine) => {
  let server: TestServer
  let team: { id: string; name: string }
  let other: { id: string; name: string }
  let annId: string
  beforeAll(async () => {
    server = await testServer(engine)
    team = await server.build.workspace('team')
    other = await server.build.workspace('other')
    await server.build.user('admin', { username: 'adam', workspaces: [team.id] })
    annId = (await server.build.user('annotator', { username: 'ann', workspaces: [team.id, other.id] })).id
    await server.build.user('annotator', { username: 'stranger', workspaces: [other.id] })
  })
  const people = async (as: string) => (await server.as(as).get('/api/v1/people')).body.items
  const shut = (id: string, disabled: boolean) => server.as('owner').put(`/api/v1/users/${id}/disabled`, { disabled })
  const signIn = (username: string) => server.anonymous.form('/api/v1/token', { username, password: 'a-long-password' })

  it('are all listed to owners, and to admins those of their workspaces', async () => {
    const all = await people('owner')
    expect(all.map((person: { username: string }) => person.username)).toEqual(['owner', 'adam', 'ann', 'stranger'])
    expect(named(all, 'ann')).toMatchObject({ role: 'annotator', workspaces: [{ name: 'team' }, { name: 'other' }] })
    const seen = await people('adam')
    expect(seen.map((person: { username: string }) => person.username)).toEqual(['adam', 'ann'])
    expect(named(seen, 'ann')).toMatchObject({ workspaces: [{ id: team.id, name: 'team' }] })
    expect((await server.as('ann').get('/api/v1/people')).status).toBe(403)
  })

  it('have the number of answers that they submitted in seven days, as far as the caller sees the datasets', async () => {
    const [inTeam, inOther] = [
      await server.build.dataset({ workspaceId: team.id }),
      await server.build.dataset({ workspaceId: other.id }),
    ]
    const answer = (status: string) => ({ responses: [{ user_id: annId, status, values: { label: { value: 'a' } } }] })
    const old = await server.build.record(inTeam.id, answer('submitted'))
    await server.context.engine.transaction((tx) =>
      tx
        .updateTable('responses')
        .set((eb) => ({ updated_at: eb('updated_at', '-', 8 * 24 * 3_600_000_000) }))
        .where('record_id', '=', old.id)
        .execute(),
    )
    for (const status of ['submitted', 'draft', 'submitted']) await server.build.record(inTeam.id, answer(status))
    await server.build.record(inOther.id, answer('submitted'))
    const counts = async (as: string) => (await server.as(as).get('/api/v1/people/answers')).body.items
    expect(await counts('owner')).toEqual([{ user_id: annId, answers: 3 }])
    expect(await counts('adam')).toEqual([{ user_id: annId, answers: 2 }])
    expect((await server.as('ann').get('/api/v1/people/answers')).status).toBe(403)
  })

  it('have their recent answers counted without a look at all older ones', async () => {
    const { id: recordId, dataset_id: datasetId } = await server.build.record((await server.build.dataset()).id)
    const { engine: store } = server.context
    await store.transaction((tx) =>
      sql`insert into responses (id, dataset_id, record_pk, record_id, status, inserted_at, updated_at)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
        select 'old ' || n, ${datasetId}, pk, id, 'submitted', n, n from records, numbers where id = ${recordId}`.execute(
        tx,
      ),
    )
    await store.analyze()
    const owner = { id: 'x', username: 'owner', role: 'owner' } as const
    const { sql: text, parameters } = recentAnswersQuery(store.db, owner, Date.now() * 1000)
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const { rows } = await store.db.getExecutor().executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    expect(JSON.stringify(rows)).toContain('responses_recent')
  })

  it('show when they were last seen', async () => {
    await server.build.user('annotator', { username: 'visitor' })
    expect(named(await people('owner'), 'visitor')).toMatchObject({ last_seen_at: null })
    await server.as('visitor').get('/api/v1/me')
    await vi.waitFor(async () =>
      expect(named(await people('owner'), 'visitor')).toMatchObject({ last_seen_at: expect.stringMatching(/^20/) }),
    )
  })

  it('who are shut out cannot come in by password, session or key, until they are let in again', async () => {
    const made = await server.as('owner').post('/api/v1/users', {
      username: 'tomas',
      first_name: 'Tomas',
      password: 'a-long-password',
    })
    const { id, api_key } = made.body
    const session = { authorization: `Bearer ${(await signIn('tomas')).body.access_token}` }
    const key = { 'x-argilla-api-key': api_key }
    const me = async (headers: Record<string, string>) => (await server.anonymous.get('/api/v1/me', headers)).status
    expect([await me(session), await me(key)]).toEqual([200, 200])
    expect(await shut(id, true)).toMatchObject({
      status: 200,
      body: { username: 'tomas', disabled_at: expect.stringMatching(/^20/) },
    })
    expect([await me(session), await me(key), (await signIn('tomas')).status]).toEqual([401, 401, 401])
    expect(await shut(id, false)).toMatchObject({ status: 200, body: { disabled_at: null } })
    expect([await me(session), await me(key), (await signIn('tomas')).status]).toEqual([401, 200, 201])
  })

  it('are created with their workspaces and a link by which they set a password', async () => {
    const body = {
      username: 'nina',
      first_name: 'Nina',
      last_name: 'Berg',
      workspace_ids: [team.id, other.id, team.id],
    }
    const made = await server.as('owner').post('/api/v1/people', body)
    expect(made).toMatchObject({
      status: 201,
      body: {
        ...{ username: 'nina', first_name: 'Nina', last_name: 'Berg', role: 'annotator', can_manage_access: true },
        ...{
          workspaces: expect.arrayContaining([team, other]),
          link: { token: expect.stringMatching(/^[0-9A-Z-]{19}$/), address: null },
        },
      },
    })
    expect(JSON.stringify(made.body)).not.toContain('password')
    expect((await server.as('owner').get(`/api/v1/users/${made.body.id}/api-keys`)).body.items).toEqual([])
    const set = { token: made.body.link.token, password: 'a-long-password' }
    expect(await server.anonymous.post('/api/join', set)).toMatchObject({ status: 201, body: { username: 'nina' } })
    expect((await signIn('nina')).status).toBe(201)
    expect((await server.anonymous.post('/api/join', set)).status).toBe(403)
  })

  it('are created with a password, and then without a link', async () => {
    const body = { username: 'olga', first_name: 'Olga', role: 'admin', password: 'a-long-password' }
    const made = await server.as('owner').post('/api/v1/people', body)
    expect(made).toMatchObject({ status: 201, body: { role: 'admin', workspaces: [], link: null } })
    expect((await signIn('olga')).status).toBe(201)
  })

  it('are created by owners only, and wholly or not at all', async () => {
    const body = { username: 'half', first_name: 'Half', workspace_ids: [team.id] }
    const create = (more: object, as = 'owner') => server.as(as).post('/api/v1/people', { ...body, ...more })
    expect((await create({}, 'adam')).status).toBe(403)
    expect((await server.anonymous.post('/api/v1/people', body)).status).toBe(401)
    expect((await create({ username: 'ann' })).status).toBe(409)
    for (const more of [{ password: 'short' }, { username: 'not a name' }, { first_name: '' }, { role: 'king' }])
      expect((await create(more)).status, JSON.stringify(more)).toBe(422)
    expect((await create({ workspace_ids: [team.id, annId] })).status).toBe(422)
    expect(named((await people('owner')) as { username: string }[], 'half')).toBeUndefined()
  })

  it('keep an owner who can come in', async () => {
    const all = await people('owner')
    const ownerId = named(all, 'owner') as unknown as { id: string }
    const lastOwner = {
      status: 409,
      body: { detail: 'The user owner is the last owner and must stay one' },
    }
    expect(await shut(ownerId.id, true)).toMatchObject(lastOwner)
    const second = await server.build.user('owner', { username: 'second' })
    expect((await shut(second.id, true)).status).toBe(200)
    expect(await shut(ownerId.id, true)).toMatchObject(lastOwner)
    expect(await server.as('owner').delete(`/api/v1/users/${ownerId.id}`)).toMatchObject(lastOwner)
  })

  it('are signed out in one place, by themselves or by an owner', async () => {
    await server.as('owner').post('/api/v1/users', { username: 'two', first_name: 'Two', password: 'a-long-password' })
    const [first, second] = [await signIn('two'), await signIn('two')].map((reply) => ({
      authorization: `Bearer ${reply.body.access_token}`,
    }))
    const mine = (await server.anonymous.get('/api/v1/me/sessions', second)).body.items
    expect(mine.map((session: { is_current: boolean }) => session.is_current)).toEqual([true, false])
    const ended = await server.anonymous.delete(`/api/v1/me/sessions/${mine[1].id}`, undefined, second)
    expect(ended).toMatchObject({ status: 200, body: { id: mine[1].id } })
    expect((await server.anonymous.get('/api/v1/me', first)).status).toBe(401)
    const id = (named(await people('owner'), 'two') as unknown as { id: string }).id
    const seen = (await server.as('owner').get(`/api/v1/users/${id}/sessions`)).body.items
    expect(seen).toMatchObject([{ id: mine[0].id, is_current: false }])
    expect((await server.as('owner').delete(`/api/v1/users/${annId}/sessions/${mine[0].id}`)).status).toBe(404)
    expect((await server.as('owner').delete(`/api/v1/users/${id}/sessions/${mine[0].id}`)).status).toBe(200)
    expect((await server.anonymous.get('/api/v1/me', second)).status).toBe(401)
  })

  it('lose nothing when their workspace gets another name', async () => {
    const rename = (id: string, name: string) => server.as('owner').patch(`/api/v1/workspaces/${id}`, { name })
    expect(await rename(other.id, 'team')).toMatchObject({ status: 409 })
    expect(await rename(other.id, 'Not A Name')).toMatchObject({ status: 422 })
    expect(await rename(other.id, 'archive')).toMatchObject({ status: 200, body: { id: other.id, name: 'archive' } })
    expect(named(await people('owner'), 'stranger')).toMatchObject({ workspaces: [{ name: 'archive' }] })
    expect((await server.as('adam').patch(`/api/v1/workspaces/${team.id}`, { name: 'x' })).status).toBe(403)
  })
})
