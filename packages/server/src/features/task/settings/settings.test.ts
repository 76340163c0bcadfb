import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type TaskWorld, taskWorld } from '../testing/task-world'

describe.each(engines)('settings of classic datasets on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it.each(['TextClassification', 'TokenClassification'] as const)(
    'saves, merges and forgets settings of %s under both path orders [C6] [E15]',
    async (task) => {
      const ds = await world.dataset(task)
      const path = ds.path(`/${task}/settings`)
      const old = `/api/datasets/${task}/${ds.name}/settings`
      const none = await world.owner.get(path)
      expect(none.status).toBe(404)
      expect(none.body.detail.params).toEqual({ name: ds.name, type: `${task}Settings` })

      const saved = await world.owner.patch(path, {
        label_schema: { labels: ['A', { id: 'b', name: 'B', description: null }, 3] },
      })
      const labels = [
        { id: 'A', name: 'A' },
        { id: 'b', name: 'B' },
        { id: '3', name: '3' },
      ]
      expect([saved.status, saved.body]).toEqual([200, { label_schema: { labels } }])
      const vectors = await world.owner.put(old, { vectors: { v: 3, w: { dim: 4 } } })
      expect(vectors.body).toEqual({ vectors: { v: 3, w: { dim: 4 } } })
      expect((await world.owner.get(old)).body).toEqual({ label_schema: { labels }, vectors: { v: 3, w: { dim: 4 } } })
      await world.owner.put(path, { label_schema: { labels: ['C'] } })
      expect((await world.owner.get(path)).body.label_schema.labels).toEqual([{ id: 'C', name: 'C' }])

      expect((await world.owner.patch(old, {})).status).toBe(405)
      expect((await world.owner.delete(old)).body).toBeNull()
      expect((await world.owner.delete(path)).status).toBe(200)
      expect((await world.owner.get(path)).status).toBe(404)
    },
  )

  it('reserves the dimensions of vectors', async () => {
    const ds = await world.dataset('TextClassification')
    await world.owner.put(ds.path('/TextClassification/settings'), { vectors: { v: 3 } })
    const wrong = await ds.log([{ inputs: { t: 'x' }, vectors: { v: { value: [1, 2] } } }])
    expect([wrong.status, errorName(wrong)]).toEqual([400, 'BadRequestError'])
    const changed = await world.owner.put(ds.path('/TextClassification/settings'), { vectors: { v: 4 } })
    expect(errorName(changed)).toBe('BadRequestError')
  })

  it('keeps labels in use, names the first that would be lost, and checks that before the role', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      { inputs: { t: 'x' }, prediction: { agent: 'm', labels: [{ class: 'low', score: 0.1 }] } },
      { inputs: { t: 'y' }, annotation: { agent: 'm', labels: [{ class: 'used' }] } },
    ])
    const { username } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    const save = (labels: string[], as = 'owner') =>
      world.as(as).patch(ds.path('/TextClassification/settings'), { label_schema: { labels } })
    const lost = await save(['used'])
    expect([lost.status, errorName(lost)]).toEqual([400, 'BadRequestError'])
    expect(lost.body.detail.params.message).toContain('low')
    expect((await save(['used'], username)).status).toBe(400)
    expect((await save(['used', 'low'], username)).status).toBe(403)
    expect((await save(['used', 'low', 'new'])).status).toBe(200)
  })

  it('refuses records with other labels than the schema has, whatever their score', async () => {
    const ds = await world.dataset('TokenClassification')
    await world.owner.put(ds.path('/TokenClassification/settings'), { label_schema: { labels: ['PER'] } })
    const entity = (label: string) => ({ agent: 'm', entities: [{ start: 0, end: 1, label, score: 0 }] })
    const record = { text: 'a', tokens: ['a'] }
    const refused = await ds.log([{ ...record, prediction: entity('LOC') }])
    expect([refused.status, errorName(refused)]).toEqual([400, 'BadRequestError'])
    expect(refused.body.detail.params.message).toContain('LOC')
    expect((await ds.log([{ ...record, annotation: entity('per') }])).status).toBe(400)
    expect((await ds.log([{ ...record, prediction: entity('PER') }])).status).toBe(200)
    // Only the main prediction and annotation are looked at.
    expect(
      (
        await ds.log([
          { ...record, prediction: entity('PER'), predictions: { other: { entities: entity('LOC').entities } } },
        ])
      ).status,
    ).toBe(200)
    await world.owner.put(ds.path('/TokenClassification/settings'), { vectors: {} })
    expect((await ds.log([{ ...record, annotation: entity('per') }])).status).toBe(400)
  })

  it('does not exist for text2text', async () => {
    const ds = await world.dataset('Text2Text')
    const reply = await world.owner.get(ds.path('/Text2Text/settings'))
    expect(reply.status).toBe(404)
    expect(reply.body).toEqual({ detail: 'Not Found' })
  })

  it('is saved by managers only and read by members', async () => {
    const ds = await world.dataset('TextClassification')
    const path = ds.path('/TextClassification/settings')
    const { username: annotator } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    const { username: admin } = await world.server.build.user('admin', { workspaces: [world.workspace.id] })
    const { username: stranger } = await world.server.build.user('admin')
    const body = { label_schema: { labels: ['A'] } }
    expect((await world.as(admin).patch(path, body)).status).toBe(200)
    expect((await world.as(annotator).get(path)).status).toBe(200)
    expect((await world.as(annotator).put(path, body)).status).toBe(403)
    expect((await world.as(annotator).delete(path)).status).toBe(403)
    expect((await world.as(stranger).get(path)).status).toBe(403)
    expect((await world.as(stranger).patch(path, body)).status).toBe(403)
  })
})
