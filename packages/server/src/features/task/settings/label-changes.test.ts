import type { OptionChange } from '@postil/contract/options'
import { beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../../../jobs/enqueue'
import { eventProblems } from '../../../testing/logged-events'
import { engines } from '../../../testing/test-server'
import { NOTHING } from '../../options/option-owner'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const classes = (scores: Record<string, number>, agent = 'm') => ({
  agent,
  labels: Object.entries(scores).map(([name, score]) => ({ class: name, score })),
})
const text = (id: string, more: Json = {}) => ({ id, inputs: { text: `record ${id}` }, ...more })

describe.each(engines)('changes of labels on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  const withLabels = async (task: 'TextClassification' | 'TokenClassification', ...labels: string[]) => {
    const ds = await world.dataset(task)
    await world.owner.put(ds.path(`/${task}/settings`), { label_schema: { labels } })
    return ds
  }
  const labelsOf = async (ds: TaskDataset) => (await world.owner.get(ds.path(`/${ds.task}/settings`))).body.label_schema
  const namesOf = async (ds: TaskDataset) => (await labelsOf(ds)).labels.map(({ name }: { name: string }) => name)
  const preview = (ds: TaskDataset, change: OptionChange) => world.owner.post(ds.path('/labels:preview'), change)
  const change = (ds: TaskDataset, body: OptionChange) => world.owner.post(ds.path('/labels:change'), body)
  const undo = (ds: TaskDataset, id: string) => world.owner.post(ds.path('/labels:undo'), { id })
  const settled = async (ds: TaskDataset) => {
    await world.server.context.jobs.settle()
    return (await world.owner.get(ds.path('/labels/changes'))).body.items
  }
  /** A change that is whole. */
  const changed = async (ds: TaskDataset, body: OptionChange) => {
    const reply = await change(ds, body)
    expect([reply.status, reply.body]).toEqual([200, expect.objectContaining({ change: body })])
    return (await settled(ds))[0]
  }
  const everything = async (ds: TaskDataset) => ({
    records: (await ds.scan({}, '?limit=1000')).body.records,
    found: (await ds.search({}, '?include_metrics=true&limit=1000')).body,
    labels: await labelsOf(ds),
    rules: ds.task === 'TextClassification' ? (await world.owner.get(ds.path(`/${ds.task}/labeling/rules`))).body : [],
  })

  /** The events about the labels of a dataset, oldest first. */
  const eventsOf = async (ds: TaskDataset) => {
    const { db } = world.server.context.engine
    const [row] = await db.selectFrom('task_datasets').select('id').where('name', '=', ds.name).execute()
    const events = await db
      .selectFrom('events')
      .select('kind')
      .where('dataset_id', '=', row?.id ?? '')
      .where('kind', 'like', 'task_labels.%')
      .orderBy('seq')
      .execute()
    return events.map(({ kind }) => kind)
  }

  it('rename a label wherever it stands, and searches, counts and rules follow', async () => {
    const ds = await withLabels('TextClassification', 'sport', 'news')
    await ds.log([
      text('1', {
        prediction: classes({ sport: 0.9, news: 0.1 }),
        annotation: classes({ sport: 1 }, 'ana'),
        status: 'Validated',
      }),
      text('2', { prediction: classes({ news: 1 }), annotation: classes({ sport: 1 }, 'ana') }),
      text('3', { annotation: classes({ news: 1 }), metadata: { kind: 'sport' } }),
    ])
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'record', labels: ['sport'] })
    const rename: OptionChange = { kind: 'rename', value: 'sport', to: 'sports "x"' }
    const touched = {
      records: 2,
      annotations: 2,
      predictions: 1,
      rules: 1,
      submitted: 0,
      drafts: 0,
      discarded: 0,
      suggestions: 0,
      resolutions: 0,
    }
    expect((await preview(ds, rename)).body).toEqual(touched)
    expect(await namesOf(ds)).toEqual(['sport', 'news'])

    expect(await changed(ds, rename)).toMatchObject({ state: 'done', touched })
    expect(await namesOf(ds)).toEqual(['sports "x"', 'news'])
    expect(await ds.ids({ annotated_as: ['sports "x"'] })).toEqual(['1', '2'])
    expect(await ds.ids({ predicted_as: ['sports "x"'], predicted: 'ok' })).toEqual(['1'])
    expect(await ds.ids({ annotated_as: ['sport'] })).toEqual([])
    const [record] = (await ds.search({ query: { ids: ['3'] } })).body.records
    expect(record.metadata).toEqual({ kind: 'sport' })
    const [rule] = (await world.owner.get(ds.path('/TextClassification/labeling/rules'))).body
    expect(rule).toMatchObject({ query: 'record', labels: ['sports "x"'] })
    expect((await ds.log([text('4', { annotation: classes({ sport: 1 }) })])).status).toBe(400)
  })

  it('and their undoing are in the log of each rule they change, with what was there before', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    const path = ds.path('/TextClassification/labeling/rules')
    await world.owner.post(path, { query: 'one', labels: ['a'] })
    await world.owner.post(path, { query: 'both', labels: ['a', 'b'], description: 'Both' })
    await world.owner.post(path, { query: 'other', labels: ['b'] })
    const { id } = await changed(ds, { kind: 'merge', value: 'a', into: 'b' })
    await undo(ds, id)
    await settled(ds)
    const rows = await world.server.context.engine.db
      .selectFrom('events')
      .select(['kind', 'before', 'after', 'user_id'])
      .where('kind', '=', 'task_rule.update')
      .where('dataset_id', '=', (eb) => eb.selectFrom('task_datasets').select('id').where('name', '=', ds.name))
      .orderBy('seq')
      .execute()
    expect(eventProblems(rows)).toEqual([])
    expect(rows.every(({ user_id }) => user_id !== null)).toBe(true)
    const labels = (side: string | null) => {
      const { query, labels } = JSON.parse(side ?? '')
      return `${query}: ${labels}`
    }
    expect(rows.map(({ before, after }) => [labels(before), labels(after)]).toSorted()).toEqual([
      ['both: a,b', 'both: b'],
      ['both: b', 'both: a,b'],
      ['one: a', 'one: b'],
      ['one: b', 'one: a'],
    ])
  })

  it.each([
    ['rename', { kind: 'rename', value: 'a', to: 'z' }],
    ['merge', { kind: 'merge', value: 'a', into: 'b' }],
    ['retire', { kind: 'retire', value: 'a' }],
    ['reorder', { kind: 'reorder', order: ['c', 'b', 'a'] }],
    ['color', { kind: 'color', value: 'a', color: 9 }],
    ['add', { kind: 'add', options: [{ value: 'd' }, { value: 'e' }] }],
  ] as const)('of kind %s are undone exactly', async (_, body) => {
    const ds = await withLabels('TextClassification', 'a', 'b', 'c')
    const many = Array.from({ length: 230 }, (_, index) =>
      text(`r${index}`, {
        multi_label: true,
        prediction: classes({ a: 0.1 + (index % 7) / 10, b: (index % 5) / 10, c: 0.2 }),
        ...(index % 3 > 0 && { annotation: classes(index % 3 === 1 ? { a: 1, c: 1 } : { a: 1, b: 1 }, 'ana') }),
      }),
    )
    expect((await ds.log(many)).status).toBe(200)
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'record', labels: ['a', 'b'] })
    const before = await everything(ds)
    const { id } = await changed(ds, body as unknown as OptionChange)
    expect(await everything(ds)).not.toEqual(before)
    expect((await undo(ds, id)).status).toBe(200)
    expect((await settled(ds))[0]).toMatchObject({ id, state: 'undone' })
    expect(await everything(ds)).toEqual(before)
  })

  it.each([
    ['add', { kind: 'add', options: [{ value: 'd' }] }, { records: 0 }],
    ['rename', { kind: 'rename', value: 'a', to: 'z' }, { records: 2, annotations: 1, predictions: 2, rules: 1 }],
    ['reorder', { kind: 'reorder', order: ['c', 'b', 'a'] }, { records: 0 }],
    ['merge', { kind: 'merge', value: 'a', into: 'b' }, { records: 2, annotations: 1, predictions: 2, rules: 1 }],
    ['retire', { kind: 'retire', value: 'a' }, { records: 2, annotations: 1, predictions: 2, rules: 1 }],
  ] as const)('to %s say what they touch, and are one event, as is their undo', async (_, body, touches) => {
    const ds = await withLabels('TextClassification', 'a', 'b', 'c')
    await ds.log([
      text('1', { prediction: classes({ a: 0.9, b: 0.1 }), annotation: classes({ a: 1 }, 'ana') }),
      text('2', { prediction: classes({ a: 1 }), annotation: classes({ c: 1 }, 'ana') }),
      text('3'),
    ])
    await world.owner.post(ds.path('/TextClassification/labeling/rules'), { query: 'record', labels: ['a'] })
    const asked = body as unknown as OptionChange
    const before = await everything(ds)
    expect((await preview(ds, asked)).body).toEqual({ ...NOTHING, ...touches })
    expect(await everything(ds)).toEqual(before)
    const { id } = await changed(ds, asked)
    await undo(ds, id)
    await settled(ds)
    expect(await everything(ds)).toEqual(before)
    expect(await eventsOf(ds)).toEqual(['task_labels.list_change', 'task_labels.list_undo'])
  })

  it('are undone one after the other, and each is one event', async () => {
    const ds = await withLabels('TokenClassification', 'PER', 'LOC', 'ORG')
    const entity = (label: string, start = 0, end = 3) => ({ start, end, label })
    const sentence = { text: 'Ada in Rome', tokens: ['Ada', 'in', 'Rome'] }
    await ds.log([
      { id: '1', ...sentence, annotation: { agent: 'ana', entities: [entity('PER'), entity('LOC', 7, 11)] } },
      { id: '2', ...sentence, prediction: { agent: 'm', entities: [entity('ORG'), entity('PER')] } },
    ])
    const states = [await everything(ds)]
    const ids: string[] = []
    const history: OptionChange[] = [
      { kind: 'rename', value: 'PER', to: 'PERSON' },
      { kind: 'merge', value: 'PERSON', into: 'ORG' },
      { kind: 'rename', value: 'ORG', to: 'PER' },
      { kind: 'retire', value: 'LOC' },
      { kind: 'merge', value: 'LOC', into: 'PER' },
    ]
    for (const one of history) {
      ids.push((await changed(ds, one)).id)
      states.push(await everything(ds))
    }
    const [record] = (await ds.search({ query: { ids: ['2'] } }, '?include_metrics=true')).body.records
    expect(record.prediction.entities).toEqual([{ ...entity('PER'), score: 1 }])
    const refused = await undo(ds, ids[0] ?? '')
    expect([refused.status, errorName(refused)]).toEqual([409, 'LabelsBusyError'])
    for (const id of ids.toReversed()) {
      states.pop()
      expect((await undo(ds, id)).status).toBe(200)
      await settled(ds)
      expect(await everything(ds)).toEqual(states.at(-1))
    }
    expect(await eventsOf(ds)).toEqual([
      ...history.map(() => 'task_labels.list_change'),
      ...history.map(() => 'task_labels.list_undo'),
    ])
    const left = await world.server.context.engine.db
      .selectFrom('option_change_rows')
      .select('key')
      .where('change_id', 'in', ids)
      .execute()
    expect(left).toEqual([])
  })

  it('leave what somebody changed since as it is, but for the name of a renamed label', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    await ds.log([text('1', { annotation: classes({ a: 1 }) }), text('2', { annotation: classes({ a: 1 }) })])
    const rename = await changed(ds, { kind: 'rename', value: 'a', to: 'z' })
    await ds.log([text('1', { annotation: classes({ z: 1 }, 'eva') }), text('3', { annotation: classes({ z: 1 }) })])
    await undo(ds, rename.id)
    await settled(ds)
    expect(await ds.ids({ annotated_as: ['a'] })).toEqual(['1', '2', '3'])
    const [first] = (await ds.search({ query: { ids: ['1'] } })).body.records
    expect(first.annotation).toMatchObject({ agent: 'eva' })

    const merge = await changed(ds, { kind: 'merge', value: 'a', into: 'b' })
    await ds.log([text('1', { annotation: classes({ b: 1 }, 'eva') })])
    await undo(ds, merge.id)
    await settled(ds)
    expect(await ds.ids({ annotated_as: ['a'] })).toEqual(['2', '3'])
    expect(await ds.ids({ annotated_as: ['b'] })).toEqual(['1'])
  })

  it('that retire a label leave it on records, and it can be saved there and offered again', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    await ds.log([text('1', { annotation: classes({ a: 1 }) })])
    expect((await preview(ds, { kind: 'retire', value: 'a' })).body).toMatchObject({ records: 1, annotations: 1 })
    await changed(ds, { kind: 'retire', value: 'a' })
    expect(await labelsOf(ds)).toEqual({ labels: [{ id: 'b', name: 'b' }], retired: [{ id: 'a', name: 'a' }] })
    expect((await ds.log([text('1', { annotation: classes({ a: 1 }), status: 'Validated' })])).status).toBe(200)
    // An older client's list does not name it.
    const saved = await world.owner.patch(ds.path('/TextClassification/settings'), {
      label_schema: { labels: ['b', 'c'] },
    })
    expect(saved.status).toBe(200)
    expect((await labelsOf(ds)).retired).toEqual([{ id: 'a', name: 'a' }])
    await changed(ds, { kind: 'restore', value: 'a' })
    expect(await namesOf(ds)).toEqual(['b', 'c', 'a'])
  })

  it('that added a label keep it valid after the undo when it is in use', async () => {
    const ds = await withLabels('TextClassification', 'a')
    const { id } = await changed(ds, { kind: 'add', options: [{ value: 'b' }, { value: 'c' }] })
    await ds.log([text('1', { annotation: classes({ b: 1 }) })])
    await undo(ds, id)
    await settled(ds)
    expect(await labelsOf(ds)).toEqual({ labels: [{ id: 'a', name: 'a' }], retired: [{ id: 'b', name: 'b' }] })
  })

  it('are refused when they do not fit, or come while another is being made', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    for (const body of [
      { kind: 'rename', value: 'a', to: 'b' },
      { kind: 'rename', value: 'gone', to: 'x' },
      { kind: 'merge', value: 'a', into: 'gone' },
    ] as OptionChange[]) {
      const refused = await change(ds, body)
      expect([refused.status, errorName(refused)]).toEqual([400, 'BadRequestError'])
      expect((await preview(ds, body)).status).toBe(400)
    }
    expect((await change(ds, { kind: 'paint' } as unknown as OptionChange)).status).toBe(422)
    const { engine: store } = world.server.context
    const { id } = await changed(ds, { kind: 'rename', value: 'a', to: 'c' })
    const setState = (state: 'running' | 'done') =>
      store.transaction((tx) => tx.updateTable('option_changes').set({ state }).where('id', '=', id).execute())
    await setState('running')
    expect((await change(ds, { kind: 'retire', value: 'b' })).status).toBe(409)
    expect((await undo(ds, id)).status).toBe(409)
    const settings = ds.path('/TextClassification/settings')
    expect((await world.owner.patch(settings, { label_schema: { labels: ['b', 'c'] } })).status).toBe(409)
    expect((await world.owner.put(`/api/datasets/${ds.name}:copy`, { name: `${ds.name}-copy` })).status).toBe(409)
    // What a stop left over is finished.
    await store.transaction((tx) => enqueue(tx, { kind: 'option_change', subject: id }))
    await world.server.context.jobs.settle()
    expect((await settled(ds))[0]).toMatchObject({ id, state: 'done' })
    await world.owner.patch(settings, { label_schema: { labels: ['b', 'c', 'd'] } })
    expect((await undo(ds, id)).status).toBe(409)
    const bare = await world.dataset('TextClassification')
    expect((await change(bare, { kind: 'retire', value: 'b' })).status).toBe(400)
  })

  it('are made once for one Idempotency-Key', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    const send = () =>
      world.owner.post(
        ds.path('/labels:change'),
        { kind: 'rename', value: 'a', to: 'c' },
        { 'idempotency-key': `k-${ds.name}` },
      )
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.id).toBe(first.body.id)
    expect(await settled(ds)).toHaveLength(1)
  })

  it('are for managers', async () => {
    const ds = await withLabels('TextClassification', 'a', 'b')
    const { username: annotator } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    const body = { kind: 'retire', value: 'a' }
    for (const path of ['/labels:preview', '/labels:change'])
      expect((await world.as(annotator).post(ds.path(path), body)).status).toBe(403)
    expect((await world.as(annotator).get(ds.path('/labels/changes'))).status).toBe(403)
  })
})
