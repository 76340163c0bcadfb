import { scryptSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engines, testServer } from '../../testing/test-server'

const CONFLICT = { status: 409, body: { detail: 'This Idempotency-Key was already used for another request.' } }

describe.each(engines)('Idempotency-Key on %s', (engine) => {
  it('replays the first reply to a repeated request, and refuses the key for another one', async () => {
    const owner = (await testServer(engine)).as('owner')
    const key = { 'idempotency-key': 'retry-1' }
    const first = await owner.post('/api/v1/workspaces', { name: 'twice' }, key)
    const again = await owner.post('/api/v1/workspaces', { name: 'twice' }, key)
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(await owner.post('/api/v1/workspaces', { name: 'other' }, key)).toMatchObject(CONFLICT)
    const names = (await owner.get('/api/v1/me/workspaces')).body.items.map((item: { name: string }) => item.name)
    expect(names.filter((name: string) => name === 'twice')).toHaveLength(1)
    expect(names).not.toContain('other')
  })

  it('lets one of several that arrive at once change anything, and gives all of them its reply', async () => {
    const server = await testServer(engine)
    const { id } = await server.build.dataset()
    const body = { items: [{ fields: { text: 'once' } }] }
    const send = () => server.as('owner').post(`/api/v1/datasets/${id}/records/bulk`, body, { 'idempotency-key': 'k' })
    const replies = await Promise.all([send(), send(), send(), send()])
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.items[0].id)).size).toBe(1)
    expect((await server.as('owner').get(`/api/v1/datasets/${id}/records`)).body.total).toBe(1)
  })

  it('replays a reply without a body, and one with another status than usual', async () => {
    const server = await testServer(engine)
    const { id, questions } = await server.build.dataset()
    const record = await server.build.record(id)
    const owner = server.as('owner')
    const suggestion = { question_id: questions.label, value: 'a' }
    await owner.put(`/api/v1/records/${record.id}/suggestions`, suggestion)
    for (const _ of ['first', 'again']) {
      const replaced = await owner.put(`/api/v1/records/${record.id}/suggestions`, suggestion, {
        'idempotency-key': 'a',
      })
      expect(replaced.status).toBe(200)
      const gone = await owner.delete(`/api/v1/datasets/${id}/records?ids=${record.id}`, undefined, {
        'idempotency-key': 'b',
      })
      expect(gone).toMatchObject({ status: 204, body: undefined })
    }
  })

  it('forgets a key whose request was refused, so that it can be sent again mended', async () => {
    const owner = (await testServer(engine)).as('owner')
    const key = { 'idempotency-key': 'mended' }
    expect((await owner.post('/api/v1/workspaces', { name: 'default' }, key)).status).toBe(409)
    expect((await owner.post('/api/v1/workspaces', { name: 'mended' }, key)).status).toBe(201)
  })

  it('is one user’s own, and at most 200 characters long', async () => {
    const server = await testServer(engine)
    await server.build.user('owner', { username: 'second' })
    const key = { 'idempotency-key': 'shared' }
    expect((await server.as('owner').post('/api/v1/workspaces', { name: 'one' }, key)).status).toBe(201)
    expect((await server.as('second').post('/api/v1/workspaces', { name: 'two' }, key)).status).toBe(201)
    const long = { 'idempotency-key': 'k'.repeat(201) }
    expect((await server.as('owner').post('/api/v1/workspaces', { name: 'three' }, long)).status).toBe(422)
  })

  it('keeps no second copy of an import, and gives a retry the records again', async () => {
    const server = await testServer(engine)
    const { id } = await server.build.dataset()
    const path = `/api/v1/datasets/${id}/records/bulk`
    // The second alone is a large body.
    const texts = ['a text to be found once', 'another text '.repeat(10_000)]
    const created = { items: texts.map((text, n) => ({ fields: { text }, external_id: `e${n}` })) }
    const upserted = {
      items: [{ external_id: 'e0', metadata: { seen: 'metadata to be found once' } }, created.items[1]],
    }
    const owner = server.as('owner')
    for (const [method, body] of [['post', created] as const, ['put', upserted] as const]) {
      const headers = { 'idempotency-key': `import-${method}` }
      const first = await owner[method](path, body, headers)
      expect(first.status).toBe(method === 'post' ? 201 : 200)
      expect(await owner[method](path, body, headers)).toMatchObject({ status: first.status, body: first.body })
      expect(await owner[method](path, { items: body.items.slice(1) }, headers)).toMatchObject(CONFLICT)
    }
    expect((await owner.get(`/api/v1/datasets/${id}/records`)).body.total).toBe(2)
    const rows = await server.context.engine.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toContain('to be found once')
  })

  it('keeps nothing by which a password could be guessed quickly', async () => {
    const server = await testServer(engine)
    const { id } = await server.build.user('annotator', { username: 'guessed' })
    const path = `/api/v1/users/${id}`
    const change = { password: 'easily-guessed' }
    const send = (body: object) => server.as('owner').patch(path, body, { 'idempotency-key': 'secret' })
    expect((await send(change)).status).toBe(200)
    expect((await send(change)).status).toBe(200)
    expect(await send({ password: 'another-guess' })).toMatchObject(CONFLICT)
    const [row] = await server.context.engine.db.selectFrom('idempotency_keys').selectAll().execute()
    const [salt = '', hash = ''] = row?.fingerprint.split(':') ?? []
    const request = `PATCH ${path}\n${JSON.stringify(change)}`
    expect(scryptSync(request, salt, 32).toString('hex')).toBe(hash)
  })
})
