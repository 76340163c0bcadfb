import type { Activity } from '@postil/contract/feedback/team/activity'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../testing/test-server'

describe.each(engines)('live activity on %s', (engine) => {
  let s: TestServer
  let url: string
  beforeAll(async () => {
    s = await testServer(engine)
    url = await s.server.listen({ port: 0, host: '127.0.0.1' })
  })

  /** Open the stream with an API key; `next` resolves with the next event, or undefined at the end. */
  async function follow(key: string) {
    const stop = new AbortController()
    const reply = await fetch(`${url}/api/v1/me/activity`, {
      headers: { 'x-argilla-api-key': key, accept: 'text/event-stream' },
      signal: stop.signal,
    })
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    const next = async (): Promise<Activity['items'] | undefined> => {
      for (;;) {
        const end = text.indexOf('\n\n')
        if (end >= 0) {
          const event = text.slice(0, end)
          text = text.slice(end + 2)
          const data = /^data: (.*)$/m.exec(event)
          if (data) return JSON.parse(data[1] ?? '').items
        } else {
          const read = await reader?.read()
          if (!read || read.done) return undefined
          text += read.value
        }
      }
    }
    return { reply, next, stop: () => stop.abort() }
  }

  it('tells of each change in the datasets that somebody can see, and of no other', async () => {
    const mine = await s.build.dataset()
    const other = await s.build.dataset()
    const { id, api_key } = (
      await s.as('owner').post('/api/users', {
        ...{ username: 'ana', first_name: 'Ana', role: 'annotator', password: 'a long password' },
      })
    ).body
    await s.as('owner').post(`/api/workspaces/${mine.workspaceId}/users/${id}`)

    const live = await follow(api_key)
    expect(live.reply.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(live.reply.headers.get('content-encoding')).toBeNull()
    expect((await live.next())?.map(({ dataset_id }) => dataset_id)).toEqual([mine.id])
    await s.build.record(other.id)
    await s.build.record(mine.id)
    expect((await live.next())?.map(({ dataset_id }) => dataset_id)).toEqual([mine.id])
    live.stop()
  })

  it('tells of decisions, doubts, and leases that are taken, end or run out, but not of those renewed', async () => {
    const dataset = await s.build.dataset()
    const member = { workspaces: [dataset.workspaceId] }
    const [ann, lead] = [await s.build.user('annotator', member), await s.build.user('admin', member)]
    const [first, second] = [await s.build.record(dataset.id), await s.build.record(dataset.id)]
    const body = { hand_out: 'until_completed', min_submitted: 1 }
    expect((await s.as(lead.username).put(`/api/v1/datasets/${dataset.id}/queue`, body)).status).toBe(200)
    const live = await follow(s.ownerKey)
    let known = (await live.next())?.find(({ dataset_id }) => dataset_id === dataset.id)
    /** What the next event says has changed, by name. */
    const changed = async () => {
      const now = (await live.next())?.find(({ dataset_id }) => dataset_id === dataset.id)
      if (!now || !known) throw new Error('The stream ended.')
      const before = new Map(Object.entries(known))
      known = now
      return Object.entries(now).flatMap(([name, value]) => (before.get(name) === value ? [] : [name]))
    }
    const lease = (ids: string[]) =>
      s.as(ann.username).put(`/api/v1/me/datasets/${dataset.id}/leases`, { record_ids: ids })

    await lease([first.id])
    expect(await changed()).toEqual(['leases'])
    await lease([second.id])
    expect(await changed()).toEqual(['leases'])
    await lease([second.id])
    await s.as(ann.username).put(`/api/v1/records/${first.id}/doubt`, { note: 'Which?' })
    expect(await changed()).toEqual(['doubts'])
    const { items } = (await s.as(lead.username).get(`/api/v1/records/${first.id}/doubts`)).body
    await s.as(lead.username).put(`/api/v1/records/${first.id}/doubts/${items[0].id}/reply`, { reply: 'This.' })
    expect(await changed()).toEqual(['doubts'])
    const decision = { question_id: dataset.questions.label, value: 'a' }
    expect((await s.as(lead.username).put(`/api/v1/records/${first.id}/resolutions`, decision)).status).toBe(201)
    expect(await changed()).toEqual(['decisions'])
    await s.as(lead.username).delete(`/api/v1/records/${first.id}/resolutions/${decision.question_id}`)
    expect(await changed()).toEqual(['decisions'])
    await s.as(ann.username).delete(`/api/v1/records/${second.id}/lease`)
    expect(await changed()).toEqual(['leases'])
    await lease([first.id, second.id])
    expect(await changed()).toEqual(['leases'])
    await s.context.engine.transaction((tx) => tx.updateTable('leases').set({ expires_at: 1 }).execute())
    expect(await changed()).toEqual(['leases'])
    expect(known?.leases).toBe('')
    live.stop()
  })

  it('is a plain list for those who do not follow', async () => {
    const dataset = await s.build.dataset()
    const { status, body } = await s.as('owner').get('/api/v1/me/activity')
    expect(status).toBe(200)
    expect(body.items.map(({ dataset_id }: { dataset_id: string }) => dataset_id)).toContain(dataset.id)
  })

  it('is not followed by a request that only wants the head', async () => {
    const headers = { 'x-argilla-api-key': s.ownerKey, accept: 'text/event-stream' }
    const reply = await fetch(`${url}/api/v1/me/activity`, { method: 'HEAD', headers })
    expect(reply.headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('refuses strangers', async () => {
    const reply = await fetch(`${url}/api/v1/me/activity`, { headers: { accept: 'text/event-stream' } })
    expect(reply.status).toBe(401)
  })

  it('ends when the server stops', async () => {
    const live = await follow(s.ownerKey)
    await live.next()
    s.context.live.close()
    expect(await live.next()).toBeUndefined()
  })
})
