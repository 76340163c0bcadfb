import { expect, it } from 'vitest'
import { EVENTS } from '../../events/catalogue'
import { eventProblems } from '../../testing/logged-events'
import { engines } from '../../testing/test-server'
import { taskWorld } from './testing/task-world'

const LABELS = { label_schema: { labels: ['lost', 'stolen', 'late'] } }

it.each(engines)(
  '%s: each change of a classic dataset is in the log, as the catalogue of events says',
  async (engine) => {
    const world = await taskWorld(engine)
    const { owner, server } = world
    const ds = await world.dataset('TextClassification')
    const done = async (sent: Promise<{ status: number; body: unknown }>) => {
      const reply = await sent
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body as { id: string }
    }
    const settings = ds.path('/TextClassification/settings')
    const rules = ds.path('/TextClassification/labeling/rules')
    await done(owner.patch(ds.path(''), { tags: { source: 'mail' }, metadata: { deep: { n: 1.5 } } }))
    await done(owner.put(settings, LABELS))
    const record = (id: number | string) => ({
      id,
      inputs: { text: 'where is my card' },
      metadata: { from: `mail ${id}` },
    })
    await done(ds.log([record(1), record('two'), record(3)]))
    await done(
      ds.log([
        {
          ...{ ...record(1), status: 'Validated', vectors: { mean: { value: [1] } } },
          annotation: { agent: 'eva', labels: [{ class: 'lost' }] },
        },
      ]),
    )
    await done(owner.patch(ds.path('/records/1'), { status: 'Discarded', metadata: { more: true } }))
    await done(owner.post(rules, { query: 'card', labels: ['stolen'] }))
    await done(owner.patch(`${rules}/card`, { labels: ['late'], description: 'late' }))
    await done(owner.post(ds.path('/TextClassification/labeling/suggestions'), { method: 'majority' }))
    await done(owner.delete(`${rules}/card`))
    const renamed = await done(owner.post(ds.path('/labels:change'), { kind: 'rename', value: 'lost', to: 'gone' }))
    await server.context.jobs.settle()
    await done(owner.post(ds.path('/labels:undo'), { id: renamed.id }))
    await server.context.jobs.settle()
    await done(owner.put(`/api/datasets/${ds.name}:copy`, { name: `${ds.name}-copy` }))
    await done(owner.delete(ds.path('/data?mark_as_discarded=true'), { ids: ['3'] }))
    await done(owner.delete(ds.path('/data'), { ids: ['3'] }))
    const { body: deletions } = await owner.get('/api/v1/deletions')
    await done(owner.post(`/api/v1/deletions/${deletions.items[0].id}/restore`, {}))
    await done(owner.delete(settings))
    await done(owner.put(ds.path(':close')))
    await done(owner.put(ds.path(':open')))
    const { id } = await server.context.engine.db
      .selectFrom('task_datasets')
      .select('id')
      .where('name', '=', ds.name)
      .executeTakeFirstOrThrow()
    await done(owner.delete(ds.path('')))
    await done(owner.post(`/api/v1/bin/${id}/restore`))
    await done(owner.delete(ds.path('')))
    await done(owner.delete(`/api/v1/bin/${id}`))
    const rows = await server.context.engine.db.selectFrom('events').selectAll().orderBy('seq').execute()
    expect(eventProblems(rows)).toEqual([])
    const kinds = new Set(rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('task_')))
    expect([...kinds].sort()).toEqual(
      Object.keys(EVENTS)
        .filter((kind) => kind.startsWith('task_'))
        .sort(),
    )
  },
)
