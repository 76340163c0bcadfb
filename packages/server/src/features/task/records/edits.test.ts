import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { errorName, type Json, type TaskDataset, type TaskWorld, taskWorld } from '../testing/task-world'

const labelled = (name: string, agent = 'ana') => ({ agent, labels: [{ class: name, score: 1 }] })
const record = (id: string, more: Json = {}) => ({ id, inputs: { text: 'lost card' }, ...more })

describe.each(engines)('edits of records on %s', (engine) => {
  let world: TaskWorld
  beforeAll(async () => {
    world = await taskWorld(engine)
  })

  const edit = (ds: TaskDataset, records: Json[], more = {}) =>
    world.owner.post(ds.path('/TextClassification:bulk?edits=true'), { records }, more)
  const read = async (ds: TaskDataset, id: string) => (await ds.search({ query: { ids: [id] } })).body.records[0]

  it('are saved when nobody changed the records since, and say their new version', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a'), record('b')])
    const { last_updated } = await read(ds, 'a')
    const saved = await edit(ds, [record('a', { last_updated, annotation: labelled('x'), status: 'Validated' })])
    expect(saved).toMatchObject({ status: 200, body: { dataset: ds.name, processed: 1, failed: 0 } })
    const now = await read(ds, 'a')
    expect(now).toMatchObject({ status: 'Validated', annotation: labelled('x'), last_updated: saved.body.last_updated })
    const again = { last_updated: saved.body.last_updated, annotation: labelled('y'), status: 'Validated' }
    expect((await edit(ds, [record('a', again)])).status).toBe(200)
  })

  it('are refused, all of them, when somebody changed one of the records: it is named and kept', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a'), record('b')])
    const [a, b] = [await read(ds, 'a'), await read(ds, 'b')]
    await ds.log([record('a', { annotation: labelled('theirs', 'eva'), status: 'Validated' })])
    const refused = await edit(ds, [
      record('a', { last_updated: a.last_updated, annotation: labelled('mine') }),
      record('b', { last_updated: b.last_updated, annotation: labelled('mine') }),
    ])
    expect(refused.status).toBe(409)
    expect(errorName(refused)).toBe('RecordsChangedError')
    expect(refused.body.detail.params.ids).toEqual(['a'])
    expect((await read(ds, 'a')).annotation).toEqual(labelled('theirs', 'eva'))
    expect((await read(ds, 'b')).annotation).toBeUndefined()
  })

  it.each([
    ['without a version', undefined],
    ['with another version', '2020-01-01T00:00:00.000000'],
  ])('are refused %s', async (_, last_updated) => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a')])
    expect((await edit(ds, [record('a', { last_updated })])).status).toBe(409)
  })

  it('make no records: one that was deleted meanwhile stays deleted', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a'), record('b')])
    const { last_updated } = await read(ds, 'a')
    await world.owner.delete(ds.path('/data?mark_as_discarded=false'))
    expect((await edit(ds, [record('a', { last_updated })])).status).toBe(409)
    expect((await ds.search()).body.total).toBe(0)
  })

  it('take an annotation away when it is null; what others gave is kept', async () => {
    const ds = await world.dataset('TextClassification')
    const annotations = { eva: { labels: labelled('y').labels } }
    await ds.log([record('a', { annotation: labelled('x'), annotations, status: 'Validated' })])
    const { last_updated } = await read(ds, 'a')
    await edit(ds, [record('a', { last_updated, annotation: null, status: 'Default' })])
    const cleared = await read(ds, 'a')
    expect(cleared.annotation).toBeUndefined()
    expect(cleared).toMatchObject({ status: 'Default', annotations })
  })

  it('leave a plain batch as it was: it merges into whatever is there, and its reply says no version', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a', { annotation: labelled('x') })])
    const logged = await ds.log([record('a', { annotation: null, last_updated: 5 })])
    expect(logged.body).toEqual({ dataset: ds.name, processed: 1, failed: 0 })
    expect((await read(ds, 'a')).annotation).toEqual(labelled('x'))
  })

  it('take effect once, however often they are sent', async () => {
    const ds = await world.dataset('TextClassification')
    await ds.log([record('a')])
    const { last_updated } = await read(ds, 'a')
    const send = () =>
      edit(ds, [record('a', { last_updated, annotation: labelled('x'), status: 'Validated' })], {
        'idempotency-key': `once-${ds.name}`,
      })
    const first = await send()
    expect(await send()).toMatchObject({ status: 200, body: first.body })
  })
})
