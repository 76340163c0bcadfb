import type { TaskHistory } from '@postil/contract/task/task-records'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const by = (agent: string, ...names: string[]) => ({ agent, labels: names.map((name) => ({ class: name, score: 1 })) })

describe.each(engines)('what is restored from the history of a classic record on %s', (engine) => {
  let world: TaskWorld
  let ann: { id: string; username: string }

  beforeAll(async () => {
    world = await taskWorld(engine)
    ann = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
  })

  const history = async (ds: TaskDataset): Promise<TaskHistory> =>
    (await world.owner.get(ds.path('/records/1/history'))).body
  const record = async (ds: TaskDataset): Promise<Json> => (await world.owner.get(ds.path('/records/1'))).body
  /** Ask to restore a part as it was around the change at this place in the history. */
  const ask = ({ items, last_updated }: TaskHistory, at: number, part: string, state = 'before') => ({
    ...{ part, state, change: items[at]?.id, latest_change: items[0]?.id, last_updated },
  })
  const send = (ds: TaskDataset, body: Json, as = world.owner) => as.post(ds.path('/records/1/restore'), body)
  const restore = async (ds: TaskDataset, at: number, part: string, state?: string) => {
    const reply = await send(ds, ask(await history(ds), at, part, state))
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    expect(reply.body).toEqual(await record(ds))
    return reply.body
  }
  const kinds = ({ items }: TaskHistory) => items.map(({ kind }) => kind)
  const text = (words: string) => ({ inputs: { text: words } })
  /** A record that was imported with everything, and changed in all parts by one call. */
  const changed = async () => {
    const ds = await world.dataset('TextClassification')
    const first = {
      metadata: { n: 'large', only: 'then' },
      prediction: by('bot', 'lost'),
      annotation: by('eva', 'lost'),
    }
    const records = [{ id: 1, inputs: { subject: 'Card', text: 'I lost it' }, status: 'Validated', ...first }]
    // An integer that JavaScript would round.
    const body = JSON.stringify({ records }).replace('"large"', String(2n ** 60n))
    expect((await world.owner.post(ds.path('/TextClassification:bulk'), body)).status).toBe(200)
    const { last_updated } = await record(ds)
    const next = { metadata: { n: 2, more: 1 }, prediction: by('rules', 'late'), annotation: by('ann', 'late') }
    const edit = { id: 1, ...text('It is late'), status: 'Edited', last_updated, ...next }
    expect((await world.owner.post(ds.path('/TextClassification:bulk?edits=true'), { records: [edit] })).status).toBe(
      200,
    )
    return ds
  }

  const storedMetadata = async ({ name }: TaskDataset) => {
    const rows = world.server.context.engine.db.selectFrom('task_records').select('document')
    const ofDataset = rows.where('dataset_id', 'in', (eb) =>
      eb.selectFrom('task_datasets').select('id').where('name', '=', name),
    )
    return (await ofDataset.executeTakeFirstOrThrow()).document
  }

  it('is one part at a time, and each is a change of its own', async () => {
    const ds = await changed()
    expect(await restore(ds, 0, 'metadata')).toMatchObject({ status: 'Edited', annotation: by('ann', 'late') })
    expect(await storedMetadata(ds)).toContain('"n":1152921504606846976')
    expect((await record(ds)).metadata).toEqual({ n: 2 ** 60, only: 'then' })
    expect(await restore(ds, 1, 'prediction')).toMatchObject({ prediction: by('bot', 'lost') })
    expect(await restore(ds, 2, 'annotation')).toMatchObject({ status: 'Validated', annotation: by('eva', 'lost') })
    expect(await restore(ds, 3, 'text')).toMatchObject({ inputs: { subject: 'Card', text: 'I lost it' } })
    // Of the import, nothing is different any more, but what was replaced can be restored from each change.
    expect(await restore(ds, 4, 'text', 'after')).toMatchObject({ inputs: { text: 'It is late' } })
    const all = await history(ds)
    expect(kinds(all)).toEqual([...Array(6).fill('task_record.update'), 'task_record.create'])
    expect(all.items[1]?.after).toMatchObject({ inputs: { subject: 'Card', text: 'I lost it' } })
    expect(all.items[1]?.after).not.toHaveProperty('metadata')
    expect((await ds.search({ query: { query_text: 'late' } })).body.total).toBe(1)
    expect((await ds.search({ query: { predicted_as: ['lost'], annotated_as: ['lost'] } })).body.total).toBe(1)
    expect((await ds.search({ query: { metadata: { only: 'then' } } })).body.total).toBe(1)
  })

  it('is also that there was nothing', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 1, ...text('I lost it') }])
    const given = {
      metadata: { n: 1 },
      prediction: by('bot', 'lost'),
      annotation: by('eva', 'lost'),
      status: 'Validated',
    }
    await ds.log([{ id: 1, ...text('I lost it'), ...given }])
    for (const [at, part] of ['annotation', 'prediction', 'metadata'].entries()) await restore(ds, at, part)
    const nothing = { annotation: null, annotations: null, prediction: null, predictions: null, metadata: null }
    expect(await record(ds)).toMatchObject({ status: 'Default', ...nothing })
    expect((await ds.search({ query: { annotated_as: ['lost'] } })).body.total).toBe(0)
    expect((await ds.search({ query: { predicted_by: ['bot'] } })).body.total).toBe(0)
  })

  it.each([
    [
      'TokenClassification',
      { text: 'my card', tokens: ['my', 'card'] },
      { text: 'card', tokens: ['card'] },
      { agent: 'eva', entities: [{ start: 3, end: 7, label: 'THING', score: 1 }] },
    ],
    [
      'Text2Text',
      { text: 'my card' },
      { text: 'card' },
      { agent: 'eva', sentences: [{ text: 'meine Karte', score: 1 }] },
    ],
  ] as const)('restores records of %s', async (task, first, second, annotation) => {
    const ds = await world.dataset(task)
    await ds.log([{ id: 1, ...first, annotation, status: 'Validated' }])
    const { last_updated } = await record(ds)
    const edit = { id: 1, ...second, annotation: null, status: 'Default', last_updated }
    expect((await world.owner.post(ds.path(`/${task}:bulk?edits=true`), { records: [edit] })).status).toBe(200)
    await restore(ds, 0, 'text')
    await restore(ds, 1, 'annotation')
    expect(await record(ds)).toMatchObject({ ...first, annotation, status: 'Validated' })
    if (task === 'Text2Text') return
    // A mark that is outside of the text is refused like any other.
    expect((await send(ds, ask(await history(ds), 2, 'text', 'after'))).status).toBe(422)
    expect(await record(ds)).toMatchObject({ ...first, annotation })
  })

  it.each<[string, (ds: TaskDataset) => Promise<unknown>]>([
    ['an edit', (ds) => ds.log([{ id: 1, ...text('again') }])],
    // It leaves `last_updated` as it is, like new metadata.
    ['a discard', (ds) => world.as(ann.username).patch(ds.path('/records/1'), { status: 'Discarded' })],
    ['a mark of many records', (ds) => world.owner.delete(ds.path('/data?mark_as_discarded=true'), { ids: ['1'] })],
    [
      'a deletion, after which it was logged again',
      async (ds) => {
        await world.owner.delete(ds.path('/data'), { ids: ['1'] })
        await ds.log([{ id: 1, ...text('another') }])
      },
    ],
  ])('is nothing if %s came between', async (_, between) => {
    const ds = await changed()
    const known = await history(ds)
    await between(ds)
    const now = await record(ds)
    const refused = await send(ds, ask(known, 0, 'annotation'))
    expect([refused.status, errorName(refused)]).toEqual([409, 'RecordsChangedError'])
    expect(await record(ds)).toEqual(now)
  })

  it('is nothing if the record changes while its history is read', async () => {
    const ds = await changed()
    const known = await history(ds)
    const { engine: store } = world.server.context
    const transaction = store.transaction.bind(store)
    const spy = vi.spyOn(store, 'transaction').mockImplementationOnce(async (work, options) => {
      expect((await world.as(ann.username).patch(ds.path('/records/1'), { status: 'Discarded' })).status).toBe(200)
      return transaction(work, options)
    })
    const refused = await send(ds, ask(known, 0, 'annotation'))
    spy.mockRestore()
    expect([refused.status, errorName(refused)]).toEqual([409, 'RecordsChangedError'])
    expect(await record(ds)).toMatchObject({ status: 'Discarded', annotation: by('ann', 'late') })
  })

  it('has the present names of labels, and is refused without one', async () => {
    const ds = await world.dataset('TextClassification')
    const settings = ds.path('/TextClassification/settings')
    await world.owner.put(settings, { label_schema: { labels: ['lost', 'late', 'old'] } })
    await ds.log([{ id: 1, ...text('I lost it'), annotation: by('eva', 'lost'), status: 'Validated' }])
    const edit = async (name: string) => {
      const { last_updated } = await record(ds)
      const one = { id: 1, ...text('I lost it'), last_updated, status: 'Validated', annotation: by('ann', name) }
      await world.owner.post(ds.path('/TextClassification:bulk?edits=true'), { records: [one] })
    }
    await edit('old')
    await edit('late')
    const rename = (value: string, to: string) =>
      world.owner.post(ds.path('/labels:change'), { kind: 'rename', value, to })
    await rename('lost', 'gone')
    await world.server.context.jobs.settle()
    await rename('late', 'delayed')
    await world.server.context.jobs.settle()
    await world.owner.put(settings, { label_schema: { labels: ['gone', 'delayed'] } })
    // The annotation of each agent is renamed.
    const [relabel, update] = ['task_record.relabel', 'task_record.update']
    expect(kinds(await history(ds))).toEqual([relabel, relabel, update, update, 'task_record.create'])
    const refused = await send(ds, ask(await history(ds), 2, 'annotation'))
    expect([refused.status, refused.body.detail.params.message]).toEqual([
      400,
      'Its label “old” is no longer in the label schema.',
    ])
    expect(await restore(ds, 3, 'annotation')).toMatchObject({ annotation: by('eva', 'gone') })
    expect(await restore(ds, 3, 'annotation', 'after')).toMatchObject({ annotation: by('ann', 'delayed') })
    // It is as it was then, apart from the name: nothing to write.
    const count = (await history(ds)).items.length
    expect(await restore(ds, 4, 'annotation', 'after')).toMatchObject({ annotation: by('ann', 'delayed') })
    expect((await history(ds)).items.length).toBe(count)
  })

  it('needs a change of this record, and membership', async () => {
    const ds = await changed()
    const known = await history(ds)
    expect((await send(ds, { ...ask(known, 0, 'metadata'), change: 1 })).status).toBe(400)
    expect((await send(ds, { ...ask(known, 0, 'metadata'), part: 'vectors' })).status).toBe(422)
    const { change, ...incomplete } = ask(known, 0, 'metadata')
    expect((await send(ds, incomplete)).status).toBe(422)
    const stranger = await world.server.build.user('annotator')
    expect((await send(ds, ask(known, 0, 'metadata'), world.as(stranger.username))).status).toBe(403)
    expect((await world.owner.post(ds.path('/records/2/restore'), ask(known, 0, 'metadata'))).status).toBe(404)
    await world.owner.put(ds.path(':close'))
    expect((await send(ds, ask(known, 0, 'metadata'))).status).toBe(400)
  })
})
