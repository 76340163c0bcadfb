import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf } from '../../../testing/errors-of'
import { engines } from '../../../testing/test-server'
import { errorName, type TaskWorld, taskWorld } from '../testing/task-world'

describe.each(engines)('single records and deletion on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  it('shows one record with nulls and metrics', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 7, inputs: { text: 'hi 😀' } }])
    const reply = await world.owner.get(ds.path('/records/7'))
    expect(reply.body).toEqual({
      id: 7,
      status: 'Default',
      inputs: { text: 'hi 😀' },
      multi_label: false,
      metrics: { text_length: 4 },
      last_updated: expect.any(String),
      metadata: null,
      event_timestamp: null,
      prediction: null,
      annotation: null,
      predictions: null,
      annotations: null,
      vectors: null,
      search_keywords: null,
      explanation: null,
    })
    const missing = await world.owner.get(ds.path('/records/8'))
    expect(missing.status).toBe(404)
    const id = `ws.${ds.name}`
    expect(missing.body.detail).toEqual({
      code: 'argilla.api.errors::RecordNotFound',
      params: { dataset: id, id: '8', name: `${id}.8`, type: 'Record' },
    })
  })

  it('finds ids with blanks, percent signs and other writing', async () => {
    const ds = await world.dataset('Text2Text')
    for (const id of ['a b', '50%', 'ä/ö', '日本']) {
      await ds.log([{ id, text: 'x' }])
      const reply = await world.owner.get(ds.path(`/records/${encodeURIComponent(id)}`))
      expect([reply.status, reply.body.id]).toEqual([200, id])
    }
    expect((await world.owner.get(ds.path('/records/50%'))).body.id).toBe('50%')
    expect((await world.owner.get(ds.path('/records/%ff'))).status).toBe(422)
  })

  it('changes status and metadata of one record, and leaves the time of its last update', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 'r', inputs: { text: 'x' }, metadata: { a: 1, b: 'y' } }])
    const before = (await world.owner.get(ds.path('/records/r'))).body
    const patched = await world.owner.patch(ds.path('/records/r'), {
      metadata: { b: null, c: { d: 'new' } },
      status: 'Discarded',
    })
    expect(patched.body).toEqual({ ...before, status: 'Discarded', metadata: { a: 1, b: 'y', 'c.d': 'new' } })
    expect((await world.owner.patch(ds.path('/records/r'), {})).body).toEqual(patched.body)
    expect(await ds.ids({ status: ['Discarded'], metadata: { 'c.d': 'new' } })).toEqual(['r'])
    expect((await world.owner.patch(ds.path('/records/none'), {})).status).toBe(404)
    expect((await world.owner.patch(ds.path('/records/r'), { status: 'Gone' })).status).toBe(422)
    expect(errorName(await world.owner.patch(ds.path('/records/r'), { metadata: { a: 'text' } }))).toBe('BulkDataError')
  })

  it.each([
    ['ids', { ids: [1, '2'] }, 2, ['3', '4', 'other']],
    ['a query text', { query_text: 'keep' }, 1, [1, 2, 3, 4]],
    ['no body', undefined, 5, []],
    ['an empty body', {}, 5, []],
    ['nothing that matches', { ids: ['none'] }, 0, [1, 2, 3, 4, 'other']],
    ['a wrapped query', { query: { ids: ['other'] } }, 1, [1, 2, 3, 4]],
  ])('deletes by %s', async (_, body, count, left) => {
    const ds = await world.dataset('Text2Text')
    await ds.log([...[1, 2, 3, 4].map((id) => ({ id, text: `record ${id}` })), { id: 'other', text: 'keep' }])
    const reply = await world.owner.delete(ds.path('/data?mark_as_discarded=False'), body)
    expect(reply.body).toEqual({ matched: count, processed: count })
    expect((await ds.ids({})).map(String)).toEqual(left.map(String))
  })

  it.each([
    ['only unknown keys', { text: 'keep' }, ['body', '__root__'], 'text'],
    ['a wrapped query of unknown keys', { query: { id: 1, q: 'x' } }, ['body', 'query', '__root__'], 'id, q'],
  ])('deletes and discards nothing for %s', async (_, body, loc, names) => {
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 1, text: 'keep' }])
    for (const discards of ['False', 'True']) {
      const reply = await world.owner.delete(ds.path(`/data?mark_as_discarded=${discards}`), body)
      expect(reply.status).toBe(422)
      expect(errorsOf(reply)).toEqual([`${loc.join('.')}: none of these keys is part of a query: ${names}`])
    }
    expect(await ds.ids({ status: ['Default'] })).toEqual([1])
  })

  it('marks as discarded, keeping what searches know of the records', async () => {
    const ds = await world.dataset('TextClassification')
    const annotation = { agent: 'a', labels: [{ class: 'A' }] }
    await ds.log([1, 2].map((id) => ({ id, inputs: { text: `record ${id}` }, annotation, status: 'Validated' })))
    const before = (await ds.search()).body.records[0].last_updated
    const reply = await world.owner.delete(ds.path('/data?mark_as_discarded=True'), { ids: [1] })
    expect(reply.body).toEqual({ matched: 1, processed: 1 })
    const found = await ds.search({ query: { status: ['Discarded'], annotated_as: ['A'] } })
    expect(found.body.records).toMatchObject([
      { id: 1, status: 'Discarded', last_updated: before, annotation: { agent: 'a' } },
    ])
    expect(await ds.ids({ status: ['Validated'] })).toEqual([2])
  })

  it('does not discard everything when an older client tries again with its query wrapped', async () => {
    const ds = await world.dataset('Text2Text')
    await ds.log([1, 2].map((id) => ({ id, text: 'x' })))
    const { username } = await world.server.build.user('annotator', { workspaces: [world.workspace.id] })
    const refused = await world.as(username).delete(ds.path('/data?mark_as_discarded=False'), { query_text: 'id:1' })
    expect([refused.status, errorName(refused)]).toEqual([403, 'ForbiddenOperationError'])
    const again = await world
      .as(username)
      .delete(ds.path('/data?mark_as_discarded=True'), { query: { query_text: 'id:1' } })
    expect(again.body).toEqual({ matched: 1, processed: 1 })
    expect(await ds.ids({ status: ['Discarded'] })).toEqual([1])
  })

  it('deletes what was logged a moment ago, and logs it again as new', async () => {
    const ds = await world.dataset('Text2Text')
    for (let round = 0; round < 3; round += 1) {
      await ds.log([{ id: 'x', text: `round ${round}`, metadata: { [`k${round}`]: round } }])
      expect(await ds.ids({ query_text: `round AND ${round}` })).toEqual(['x'])
      expect((await world.owner.delete(ds.path('/data'), { query_text: `${round}` })).body.matched).toBe(1)
      expect((await ds.search()).body.total).toBe(0)
    }
    await ds.log([{ id: 'x', text: 'last' }])
    expect((await ds.search()).body.records[0].metadata).toBeUndefined()
  })
})

describe.each(engines)('events of classic datasets on %s', (engine) => {
  it('logs who changed what, with what was there before', async () => {
    const world = await taskWorld(engine)
    const ds = await world.dataset('TextClassification')
    await ds.log([{ id: 1, inputs: { text: 'x' }, annotation: { agent: 'a', labels: [{ class: 'A' }] } }])
    await ds.log([{ id: 1, inputs: { text: 'x' }, annotation: { agent: 'a', labels: [{ class: 'B' }] } }])
    await world.owner.patch(ds.path('/records/1'), { status: 'Discarded' })
    await world.owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['B'] } })
    await world.owner.delete(ds.path('/data'))
    const events = await world.server.context.engine.db
      .selectFrom('events')
      .selectAll()
      .where('dataset_id', 'is not', null)
      .orderBy('seq')
      .execute()
    expect(events.map((event) => event.kind)).toEqual([
      'task_dataset.create',
      'task_records.log',
      'task_records.log',
      'task_record.update',
      'task_record.update',
      'task_settings.update',
      'task_records.delete',
    ])
    const [labels, status] = events.slice(3, 5).map(({ before }) => JSON.parse(before ?? ''))
    expect(labels).toMatchObject({ id: 1, annotation: { labels: [{ class_label: 'A' }] } })
    expect(status.status).toBe('Default')
    expect(JSON.parse(events[6]?.before ?? '')).toEqual({ keys: ['1'], records: expect.any(String) })
  })
})
