import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

describe.each(engines)('the parts of a dataset on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  it.each([
    ['fields', 'fields', { settings: { type: 'text' } }],
    ['questions', 'questions', { settings: { type: 'text' } }],
    ['metadata', 'metadata-properties', { settings: { type: 'terms' } }],
    ['vectors', 'vectors-settings', { dimensions: 3 }],
  ] as const)('lets admins of the workspace change %s, nobody else', async (parts, route, more) => {
    const part = (name: string) => ({ name, title: 'A title', ...more })
    // Fields and questions can only be deleted before publishing.
    const publish = parts === 'metadata' || parts === 'vectors'
    const dataset = await s.build.dataset({ publish, [parts]: [part('p')] })
    const admin = await s.build.user('admin', { workspaces: [dataset.workspaceId] })
    const annotator = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const stranger = await s.build.user('admin')
    const tryAll = async (username: string) => {
      const client = s.as(username)
      const path = `/api/v1/${route}/${dataset[parts].p}`
      return [
        (await client.post(`/api/v1/datasets/${dataset.id}/${route}`, part('x'))).status,
        (await client.patch(path, { title: 'x' })).status,
        (await client.delete(path)).status,
      ]
    }
    expect(await tryAll(annotator.username)).toEqual([403, 403, 403])
    expect(await tryAll(stranger.username)).toEqual([403, 403, 403])
    expect(await tryAll(admin.username)).toEqual([201, 200, 200])
  })
})
