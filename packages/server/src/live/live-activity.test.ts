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
