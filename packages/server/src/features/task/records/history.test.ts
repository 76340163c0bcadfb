import type { TaskHistory } from '@postil/contract/task/task-records'
import { beforeAll, describe, expect, it } from 'vitest'
import { microsOf } from '../../../db/clock'
import { insertRows } from '../../../db/insert-rows'
import { planOf } from '../../../testing/plans'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'
import { changesOf, findImports } from './history.service'
import { restorationsOf } from './restore-records'

const labels = (...names: string[]) => names.map((name) => ({ class: name, score: 1 }))
const by = (agent: string, name: string) => ({ agent, labels: labels(name) })

describe.each(engines)('the history of a classic record on %s', (engine) => {
  let world: TaskWorld
  let ann: { id: string; username: string }
  let lead: { id: string; username: string }
  let ownerId: string

  beforeAll(async () => {
    world = await taskWorld(engine)
    const { build } = world.server
    ann = await build.user('annotator', { workspaces: [world.workspace.id] })
    lead = await build.user('admin', { workspaces: [world.workspace.id] })
    ownerId = (await world.owner.get('/api/me')).body.id
  })

  const history = async (ds: TaskDataset, id: string | number, as = world.owner): Promise<TaskHistory> => {
    const reply = await as.get(ds.path(`/records/${id}/history`))
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body
  }
  const idOf = async (ds: TaskDataset) => {
    const rows = world.server.context.engine.db.selectFrom('task_datasets').select('id')
    return (await rows.where('name', '=', ds.name).executeTakeFirstOrThrow()).id
  }
  /** Who did what, with status and labels before and after. */
  const brief = ({ items }: TaskHistory) =>
    items.map(({ kind, user_id, before, after }) => [kind, user_id, inWords(before), inWords(after)])
  const record = async (ds: TaskDataset, id: string | number) =>
    (await ds.search({ query: { ids: [id] } })).body.records[0]
  const edit = async (ds: TaskDataset, as: TaskWorld['owner'], change: Json) => {
    const { body } = await as.get(ds.path(`/records/${change.id}`))
    const { inputs, text, tokens, last_updated } = body
    const given = Object.fromEntries(Object.entries({ inputs, text, tokens }).filter(([, part]) => part !== undefined))
    return as.post(ds.path(`/${ds.task}:bulk?edits=true`), { records: [{ ...given, last_updated, ...change }] })
  }

  it('shows who logged, annotated, validated and discarded it, and what was there before', async () => {
    const ds = await world.dataset('TextClassification')
    const more = { id: 'other', inputs: { text: 'x' } }
    await ds.log([{ id: 'a', inputs: { text: 'my card' }, prediction: by('bot', 'late'), metadata: { n: 1 } }, more])
    const asAnn = world.as(ann.username)
    await edit(ds, asAnn, { id: 'a', status: 'Edited', annotation: by(ann.username, 'lost') })
    await edit(ds, asAnn, { id: 'a', status: 'Validated', annotation: by(ann.username, 'stolen') })
    await world.as(lead.username).patch(ds.path('/records/a'), { status: 'Discarded', metadata: { n: 2 } })
    await edit(ds, asAnn, { id: 'a', status: 'Default', annotation: null })
    const all = await history(ds, 'a')
    expect(brief(all)).toEqual([
      ['task_record.update', ann.id, 'Discarded stolen', 'Default '],
      ['task_record.update', lead.id, 'Validated stolen', 'Discarded stolen'],
      ['task_record.update', ann.id, 'Edited lost', 'Validated stolen'],
      ['task_record.update', ann.id, 'Default ', 'Edited lost'],
      ['task_record.create', ownerId, null, 'Default '],
    ])
    expect([all.items[1]?.before?.metadata, all.items[1]?.after?.metadata]).toEqual([{ n: 1 }, { n: 2 }])
    expect(all.items[4]?.after).toMatchObject({ prediction: by('bot', 'late') })
    expect(all.last_updated).toBe((await record(ds, 'a')).last_updated)
    expect(all.is_cut).toBe(false)
    expect(new Set(all.users.map(({ username }) => username))).toEqual(new Set(['owner', ann.username, lead.username]))
    expect(all.items.map(({ at }) => at)).toEqual(
      all.items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    // Everybody in the workspace sees all annotations of a classic record, and thus its history.
    expect(await history(ds, 'a', asAnn)).toEqual(all)
    expect(brief(await history(ds, 'other'))).toEqual([['task_record.create', ownerId, null, 'Default ']])
  })

  it('does not contain vectors; those that were replaced, and the names of new ones, are in the log', async () => {
    const ds = await world.dataset('TextClassification')
    const log = (vectors: Json) => ds.log([{ id: 'v', inputs: { text: 'x' }, vectors }])
    await log({ mean: { value: [1, -2], record_properties: ['text'] }, kept: { value: [5] } })
    await ds.log([{ id: 'other', inputs: { text: 'y' }, vectors: { mean: { value: [9, 9] } } }])
    await log({ mean: { value: [1, 2] }, words: { value: [3] }, kept: { value: [5] } })
    await log({ mean: { value: [1, 2] } })
    const { items } = await history(ds, 'v')
    expect(items.filter(({ before, after }) => 'vectors' in { ...before, ...after })).toEqual([])
    const { db } = world.server.context.engine
    const id = await idOf(ds)
    const rows = await db
      .selectFrom('events')
      .select(['record_id', 'before', 'after'])
      .where('dataset_id', '=', id)
      .where('kind', '=', 'task_record.vectors')
      .execute()
    const value = Buffer.from(new Float64Array([1, -2]).buffer).toString('base64')
    expect(
      rows.map(({ before, after, ...row }) => [row.record_id, JSON.parse(before ?? ''), JSON.parse(after ?? '')]),
    ).toEqual([
      [
        'v',
        { vectors: [{ name: 'mean', value, extra: { record_properties: ['text'] } }] },
        { vectors: ['mean', 'words'] },
      ],
    ])
  })

  it.each([
    [
      'TokenClassification',
      { text: 'my card', tokens: ['my', 'card'] },
      { entities: [{ start: 3, end: 7, label: 'THING', score: 1 }] },
    ],
    ['Text2Text', { text: 'my card' }, { sentences: [{ text: 'meine Karte', score: 1 }] }],
  ] as const)(
    'shows annotations of %s, and an earlier one is restored by an edit, which is a change of its own',
    async (task, text, content) => {
      const ds = await world.dataset(task)
      await ds.log([{ id: 7, ...text }])
      const annotation = { agent: ann.username, ...content }
      await edit(ds, world.as(ann.username), { id: 7, status: 'Validated', annotation })
      await edit(ds, world.as(lead.username), { id: 7, status: 'Default', annotation: null })
      const { items } = await history(ds, 7)
      const earlier = items[1]?.after
      expect(earlier).toMatchObject({ status: 'Validated', annotation })
      const sent = { id: 7, status: earlier?.status, annotation: earlier?.annotation }
      expect((await edit(ds, world.as(lead.username), sent)).status).toBe(200)
      expect(await record(ds, 7)).toMatchObject({ status: 'Validated', annotation })
      const [latest] = (await history(ds, 7)).items
      expect(latest).toMatchObject({ kind: 'task_record.update', user_id: lead.id, before: { status: 'Default' } })
      expect(latest?.after).toMatchObject({ status: 'Validated', annotation })
    },
  )

  it('shows renamed labels, rules, marks of many records, and repeated imports', async () => {
    const ds = await world.dataset('TextClassification')
    await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['lost', 'late'] } })
    const logged = { id: 1, inputs: { text: 'card' }, annotation: by('eva', 'lost'), status: 'Validated' }
    await ds.log([logged, { id: 2, inputs: { text: 'card' } }])
    await world.owner.post(ds.path('/labels:change'), { kind: 'rename', value: 'lost', to: 'gone' })
    await world.server.context.jobs.settle()
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'card', labels: ['late'] })
    await world.owner.post(ds.path('/TextClassification/labeling/suggestions'), { method: 'majority' })
    await world.owner.delete(ds.path('/data?mark_as_discarded=true'), { ids: ['1', '2'] })
    await ds.log([{ id: 1, inputs: { text: 'card' }, annotation: by('eva', 'late'), status: 'Validated' }])
    await ds.log([{ id: 1, inputs: { text: 'card' } }])
    expect(brief(await history(ds, 1))).toEqual([
      ['task_record.update', ownerId, 'Validated late', 'Default late'],
      ['task_record.update', ownerId, 'Discarded gone', 'Validated late'],
      ['task_record.update', ownerId, 'Validated gone', 'Discarded gone'],
      ['task_record.predict', ownerId, 'Validated gone', 'Validated gone'],
      ['task_record.relabel', ownerId, 'Validated lost', 'Validated gone'],
      ['task_record.create', ownerId, null, 'Validated lost'],
    ])
    const second = await history(ds, 2)
    expect(brief(second)).toEqual([
      ['task_record.update', ownerId, 'Default ', 'Discarded '],
      ['task_record.predict', ownerId, 'Default ', 'Default '],
      ['task_record.create', ownerId, null, 'Default '],
    ])
    expect(second.items[1]).toMatchObject({ after: { prediction: { agent: 'rules' } } })
    expect(second.items[1]?.before).not.toHaveProperty('prediction')
  })

  it('shows a deletion that was undone, and nothing of an earlier record with the same id', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 'a', inputs: { text: 'first' } }])
    await edit(ds, world.as(ann.username), { id: 'a', status: 'Validated', annotation: by('x', 'lost') })
    await world.as(lead.username).delete(ds.path('/data'), { ids: ['a'] })
    expect(errorName(await world.owner.get(ds.path('/records/a/history')))).toBe('RecordNotFound')
    const { items } = (await world.owner.get('/api/v1/deletions')).body
    expect((await world.owner.post(`/api/v1/deletions/${items[0].id}/restore`, {})).body.restored).toBe(1)
    const restored = [
      ['task_record.restore', ownerId, 'Validated lost', 'Validated lost'],
      ['task_record.delete', lead.id, null, null],
      ['task_record.update', ann.id, 'Default ', 'Validated lost'],
      ['task_record.create', ownerId, null, 'Default '],
    ]
    expect(brief(await history(ds, 'a'))).toEqual(restored)
    await world.owner.delete(ds.path('/data'), { ids: ['a'] })
    const asAnn = world.as(ann.username)
    await asAnn.post(ds.path('/TextClassification:bulk'), { records: [{ id: 'a', inputs: { text: 'second' } }] })
    expect(brief(await history(ds, 'a'))).toEqual([['task_record.create', ann.id, null, 'Default ']])
    await edit(ds, asAnn, { id: 'a', status: 'Discarded' })
    expect((await history(ds, 'a')).items.map(({ kind }) => kind)).toEqual(['task_record.update', 'task_record.create'])
  })

  it('tells ids apart that are part of others', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([
      { id: 11, inputs: { text: 'x' } },
      { id: 'a_b%', inputs: { text: 'x' } },
    ])
    await world
      .as(lead.username)
      .post(ds.path('/TextClassification:bulk'), { records: [{ id: 1, inputs: { text: 'y' } }] })
    expect(brief(await history(ds, 1))).toEqual([['task_record.create', lead.id, null, 'Default ']])
    expect(brief(await history(ds, encodeURIComponent('a_b%')))).toEqual([
      ['task_record.create', ownerId, null, 'Default '],
    ])
  })

  it('looks for the call that added the record among the first after its time, and no further', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 'first', inputs: { text: 'x' } }])
    const { db } = world.server.context.engine
    const id = await idOf(ds)
    const since = microsOf((await history(ds, 'first')).last_updated ?? '')
    const found = async () => (await findImports(db, id, since, 'first').execute()).length
    expect(await found()).toBe(1)
    // Within the same ten minutes: calls of other records, then one that has the id again.
    for (let n = 0; n < 20; n += 1) await ds.log([{ id: n, inputs: { text: 'x' } }])
    await ds.log([{ id: 'first', inputs: { text: 'x' } }])
    expect(await found()).toBe(1)
    expect((await findImports(db, id, since + 1_000_000_000, 'first').execute()).length).toBe(0)
  })

  it('is refused to strangers, for unknown records and closed datasets', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 1, text: 'x' }])
    const stranger = await world.server.build.user('annotator')
    const path = ds.path('/records/1/history')
    expect((await world.as(stranger.username).get(path)).status).toBe(403)
    expect((await world.owner.get(ds.path('/records/2/history'))).status).toBe(404)
    await world.owner.put(ds.path(':close'))
    expect((await world.owner.get(path)).status).toBe(400)
  })

  it('leaves out what is more than 200 changes ago, and says so', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 1, text: 'x' }])
    for (let n = 0; n < 201; n += 1) await world.owner.patch(ds.path('/records/1'), { metadata: { n } })
    const all = await history(ds, 1)
    expect([all.items.length, all.is_cut]).toEqual([200, true])
    expect(all.items[0]?.after).toMatchObject({ metadata: { n: 200 } })
  })

  it('is found by indexes', async () => {
    const { engine: store } = world.server.context
    const events = Array.from({ length: 20_000 }, (_, at) => ({
      ...{
        at,
        user_id: null,
        dataset_id: `d${at % 2}`,
        record_id: at % 4 < 2 ? null : `r${at % 1000}`,
        subject_id: 'd',
      },
      ...{ kind: at % 4 < 2 ? 'task_records.log' : 'task_record.update', before: null, after: '{"ids":[]}' },
    }))
    await store.transaction((tx) => insertRows(tx, 'events', events))
    await store.analyze()
    const changes = await planOf(engine, changesOf(store.db, 'd0', 'r2').where('seq', '>=', 0).select('seq'))
    expect(changes).toMatch(/events_task_records/)
    expect(changes).not.toMatch(/sort|temp b-tree/i)
    const restored = await planOf(
      engine,
      restorationsOf(store.db, 'd0', ['r2', 'r4'], { from: 5, to: 9 }).select('seq'),
    )
    expect(restored).toMatch(/events_task_records/)
    const imports = await planOf(engine, findImports(store.db, 'd0', 100, 'r2'))
    expect(imports).toMatch(/events_task_imports/)
    expect(imports).not.toMatch(/sort|temp b-tree/i)
  })
})

/** Status and labels of a state. */
function inWords(state: Json | null): string | null {
  if (!state) return null
  const annotation = state.annotation as { labels: { class: string }[] } | undefined
  return `${state.status} ${annotation?.labels?.map((label) => label.class).join(' ') ?? ''}`
}
