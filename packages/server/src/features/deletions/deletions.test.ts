import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Tx } from '../../db/tables'
import type { Reply } from '../../testing/client'
import { engines, type TestServer } from '../../testing/test-server'
import { type TaskWorld, taskWorld } from '../task/testing/task-world'

interface Listed {
  id: string
  dataset: { id: string; name: string }
  records: number
  left: number
}

describe.each(engines)('deleted records on %s', (engine) => {
  let world: TaskWorld
  let s: TestServer
  beforeAll(async () => {
    world = await taskWorld(engine)
    s = world.server
  })

  const listed = async (name: string, username = 'owner'): Promise<Listed[]> => {
    const { body } = await s.as(username).get('/api/v1/deletions')
    return body.items.filter(({ dataset }: Listed) => dataset.name === name)
  }
  const only = async (name: string): Promise<Listed> => {
    const [one, ...others] = await listed(name)
    expect([one !== undefined, others.length]).toEqual([true, 0])
    return one as Listed
  }
  const restore = (id: string, body: object = {}, username = 'owner') =>
    s.as(username).post(`/api/v1/deletions/${id}/restore`, body)
  const remove = (datasetId: string, ids: readonly string[]) =>
    s.as('owner').delete(`/api/v1/datasets/${datasetId}/records?ids=${ids.join(',')}`)

  /** The pages of the records of a deletion, each with the `after` by which it is requested. */
  const pagesOf = async (id: string) => {
    const pages: { items: { id: string; is_deleted: boolean }[]; after: number }[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await s.as('owner').get(`/api/v1/deletions/${id}/records?after=${after}`)
      pages.push({ items: body.items, after })
      after = body.next
    }
    return pages
  }

  /** A dataset whose first record has one of everything. */
  async function fullDataset() {
    const d = await s.build.dataset({
      workspaceId: world.workspace.id,
      metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
      vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
    })
    const owner = s.as('owner')
    const lexical = await owner.post(`/api/v1/datasets/${d.id}/vectors-settings/lexical`)
    expect(lexical.status).toBe(201)
    const [ann, bob] = [
      await s.build.user('annotator', { workspaces: [d.workspaceId] }),
      await s.build.user('annotator', { workspaces: [d.workspaceId] }),
    ]
    const answer = (user_id: string, value: string, status = 'submitted') => ({
      ...{ user_id, status },
      values: { label: { value } },
    })
    const items = ['red apple', 'green pear', 'blue plum'].map((text, n) => ({
      ...{ fields: { text }, external_id: `e${n}`, metadata: { split: 'train', n: 2n ** 60n + BigInt(n) } },
      vectors: { v: [1, n] },
      suggestions: [{ question_id: d.questions.label, value: 'a', agent: 'm', score: 0.5 }],
      responses: n === 0 ? [answer(ann.id, 'b'), answer(bob.id, 'c', 'draft')] : [],
    }))
    const body = JSON.stringify({ items }, (_, value) => (typeof value === 'bigint' ? `big${value}` : value))
    const made = await owner.post(`/api/v1/datasets/${d.id}/records/bulk`, body.replaceAll(/"big(\d+)"/g, '$1'))
    expect(made.status).toBe(201)
    const ids: string[] = made.body.items.map(({ id }: { id: string }) => id)
    const [first = '', second = '', third = ''] = ids
    await owner.put(`/api/v1/records/${first}/resolutions`, { question_id: d.questions.label, value: 'b' })
    await owner.put(`/api/v1/records/${first}/gold`)
    await s.as(ann.username).put(`/api/v1/records/${second}/doubt`, { note: 'A pear?' })
    const assigned = { people: [{ user_id: bob.id }], record_ids: [second] }
    expect((await owner.post(`/api/v1/datasets/${d.id}/assignments`, assigned)).status).toBeLessThan(300)
    await s.context.jobs.settle()
    return { ...d, lexical: lexical.body.vectors_settings.name, ann, bob, first, second, third, ids }
  }

  /** Everything that can be read of a dataset's records. */
  async function readAll({ id, lexical, first, second, ann, bob }: Awaited<ReturnType<typeof fullDataset>>) {
    const get = async (path: string, username = 'owner') => {
      const { status, body } = await s.as(username).get(`/api/v1/${path}`)
      return [status, body]
    }
    const search = async (query: object, filters?: object) => {
      const { body } = await s
        .as('owner')
        .post(`/api/v1/datasets/${id}/records/search`, { query, ...(filters && { filters }) })
      expect(body.items, JSON.stringify([query, body])).toBeDefined()
      return body.items.map(({ record }: { record: { id: string } }) => record.id)
    }
    const isTrain = {
      and: [{ type: 'terms', scope: { entity: 'metadata', metadata_property: 'split' }, values: ['train'] }],
    }
    const labelled = {
      and: [{ type: 'terms', scope: { entity: 'suggestion', question: 'label' }, values: ['a'] }],
    }
    return [
      await get(`datasets/${id}/records?include=responses,suggestions,vectors,resolutions,doubts`),
      await get(`datasets/${id}/progress`),
      await get(`datasets/${id}/assignments`),
      await get(`datasets/${id}/doubts`),
      await get(`records/${first}`),
      await get(`records/${second}`),
      await get(`me/datasets/${id}/records?response_status=pending`, ann.username),
      await get(`me/datasets/${id}/records?response_status=pending`, bob.username),
      await search({ text: { q: 'apple' } }),
      await search({ text: { q: 'apple OR pear OR plum' } }, isTrain),
      await search({ text: { q: 'pear' } }, labelled),
      await search({ vector: { name: 'v', value: [1, 1], max_results: 2 } }),
      await search({ vector: { name: lexical, record_id: second, max_results: 3 } }),
    ]
  }

  it('come back with everything that belongs to them, all at once, and twice does nothing', async () => {
    const d = await fullDataset()
    const before = await readAll(d)
    expect((await remove(d.id, [d.first])).status).toBe(204)
    expect((await s.as('owner').delete(`/api/v1/records/${d.second}`)).status).toBe(200)
    expect((await s.as('owner').get(`/api/v1/records/${d.first}`)).status).toBe(404)
    const one = await only(d.name)
    expect(one).toMatchObject({
      ...{ records: 2, left: 2, deleted_by: 'owner', task: null, sample: 'red apple' },
      workspace: { id: world.workspace.id, name: world.workspace.name },
    })
    const { body: page } = await s.as('owner').get(`/api/v1/deletions/${one.id}/records`)
    expect(page).toMatchObject({
      items: [
        { id: d.first, external_id: 'e0', text: 'red apple', responses: 2, is_deleted: true },
        { id: d.second, external_id: 'e1', text: 'green pear', responses: 0, is_deleted: true },
      ],
      next: null,
    })
    const done = await restore(one.id)
    expect(done).toMatchObject({ status: 200, body: { restored: 2, refused: [], left_out: [], next: null } })
    await s.context.jobs.settle()
    expect(await readAll(d)).toEqual(before)
    expect(await listed(d.name)).toEqual([])
    expect((await restore(one.id)).body).toEqual({ restored: 0, refused: [], left_out: [], next: null })
    expect(await readAll(d)).toEqual(before)
    // It is a record like any other again, and its history says what happened.
    const answer = { status: 'submitted', values: { label: { value: 'a' } } }
    expect((await s.as(d.bob.username).post(`/api/v1/records/${d.second}/responses`, answer)).status).toBe(201)
    const { body: history } = await s.as('owner').get(`/api/v1/records/${d.first}/history`)
    expect(history.items.slice(0, 2)).toMatchObject([
      { kind: 'record.restore', before: null, after: { left_out: [] } },
      { kind: 'record.delete', before: null, after: null },
    ])
    expect(history.items.at(-1)).toMatchObject({ kind: 'record.create' })
  })

  it('come back one by one, and can be deleted and restored again', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.first, d.third])
    const one = await only(d.name)
    expect((await restore(one.id, { ids: [d.third] })).body).toMatchObject({ restored: 1 })
    expect(await only(d.name)).toMatchObject({ id: one.id, records: 2, left: 1 })
    const { body: page } = await s.as('owner').get(`/api/v1/deletions/${one.id}/records`)
    expect(page.items.map(({ is_deleted }: { is_deleted: boolean }) => is_deleted)).toEqual([true, false])
    await s.as('owner').patch(`/api/v1/records/${d.third}`, { metadata: { split: 'changed' } })
    await remove(d.id, [d.third])
    expect(await only(d.name)).toMatchObject({ left: 2 })
    expect((await restore(one.id)).body).toMatchObject({ restored: 2 })
    const { body } = await s.as('owner').get(`/api/v1/records/${d.third}`)
    expect(body.metadata).toEqual({ split: 'changed' })
  })

  it('are refused when their external id belongs to another record', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.first, d.second])
    await s.build.record(d.id, { external_id: 'e0' })
    const one = await only(d.name)
    expect((await restore(one.id)).body).toEqual({
      restored: 1,
      refused: [{ id: d.first, message: 'Another record has its external id “e0” now.' }],
      left_out: [],
      next: null,
    })
    expect(await only(d.name)).toMatchObject({ left: 1 })
  })

  it('have the present options, leave out what is no longer valid, and keep answers of deleted users', async () => {
    const d = await fullDataset()
    const owner = s.as('owner')
    await remove(d.id, [d.first])
    const change = { kind: 'rename', value: 'b', to: 'bee' }
    expect((await owner.post(`/api/v1/questions/${d.questions.label}/options:change`, change)).status).toBe(200)
    await s.context.jobs.settle()
    await owner.delete(`/api/v1/users/${d.ann.id}`)
    expect((await owner.delete(`/api/v1/vectors-settings/${d.vectors.v}`)).status).toBe(200)
    const { body } = await restore((await only(d.name)).id)
    expect(body).toMatchObject({
      restored: 1,
      left_out: [{ id: d.first, message: 'The dataset no longer has the vector “v” in this size.' }],
    })
    const { body: page } = await owner.get(`/api/v1/datasets/${d.id}/records?include=responses,resolutions`)
    const record = page.items.find(({ id }: { id: string }) => id === d.first)
    expect(record.responses).toMatchObject([
      { user_id: null, status: 'submitted', values: { label: { value: 'bee' } } },
      { user_id: d.bob.id, status: 'draft', values: { label: { value: 'c' } } },
    ])
    const { body: decided } = await owner.get(`/api/v1/records/${d.first}/resolutions`)
    expect(decided.items).toMatchObject([{ value: 'bee' }])
  })

  it.each([
    ['had not reached them when they were deleted', 'bee'],
    ['was undone after they were deleted', 'b'],
  ])('have the present options when a new name %s', async (what, expected) => {
    const d = await fullDataset()
    const owner = s.as('owner')
    const { db } = s.context.engine
    const rename = async () => {
      const change = { kind: 'rename', value: 'b', to: 'bee' }
      const { body } = await owner.post(`/api/v1/questions/${d.questions.label}/options:change`, change)
      await s.context.jobs.settle()
      return body.id
    }
    if (expected === 'bee') {
      await remove(d.id, [d.first])
      const id = await rename()
      // As if it had begun before.
      await s.context.engine.transaction((tx) =>
        tx.updateTable('option_changes').set({ inserted_at: 1 }).where('id', '=', id).execute(),
      )
    } else {
      const id = await rename()
      await remove(d.id, [d.first])
      expect((await owner.post(`/api/v1/questions/${d.questions.label}/options:undo`, { id })).status).toBe(200)
      await s.context.jobs.settle()
    }
    const { ended_at } = await db
      .selectFrom('option_changes')
      .select('ended_at')
      .where('dataset_id', '=', d.id)
      .executeTakeFirstOrThrow()
    expect(Number(ended_at), what).toBeGreaterThan(1)
    expect((await restore((await only(d.name)).id)).body).toMatchObject({ restored: 1, left_out: [] })
    const { body: decided } = await owner.get(`/api/v1/records/${d.first}/resolutions`)
    expect(decided.items).toMatchObject([{ value: expected }])
  })

  it('leave out answers that are no longer valid', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.first])
    // As if the question had been changed in a way that deleted records cannot follow.
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('questions')
        .set(({ fn, ref, val }) => ({ settings: fn<string>('replace', [ref('settings'), val('"b"'), val('"z"')]) }))
        .where('id', '=', d.questions.label ?? '')
        .execute(),
    )
    const { body } = await restore((await only(d.name)).id)
    expect(body.restored).toBe(1)
    expect(body.left_out.map(({ message }: { message: string }) => message)).toEqual([
      `The answer to “label” by ${d.ann.username} is no longer valid.`,
      'The decision about “label” is no longer valid.',
      'It is no longer gold, since its known answer is no longer valid.',
    ])
    const { body: page } = await s.as('owner').get(`/api/v1/datasets/${d.id}/records?include=responses`)
    const record = page.items.find(({ id }: { id: string }) => id === d.first)
    expect(record.responses[0]).toMatchObject({ status: 'draft', values: {} })
    // The history tells it, and offers to make the record gold again.
    const { items } = (await s.as('owner').get(`/api/v1/records/${d.first}/history`)).body
    expect(items.map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
      'gold.delete',
      'record.restore',
      'record.delete',
    ])
  })

  it('are for those who manage the dataset, and as long as the bin keeps things', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.first])
    const one = await only(d.name)
    const [admin, other] = [
      await s.build.user('admin', { workspaces: [d.workspaceId] }),
      await s.build.user('admin', { workspaces: [(await s.build.workspace()).id] }),
    ]
    expect(await listed(d.name, admin.username)).toMatchObject([{ id: one.id }])
    expect(await listed(d.name, other.username)).toEqual([])
    expect((await s.as(d.ann.username).get('/api/v1/deletions')).status).toBe(403)
    for (const { username } of [other, d.ann]) {
      expect((await s.as(username).get(`/api/v1/deletions/${one.id}/records`)).status).toBe(403)
      expect((await restore(one.id, {}, username)).status).toBe(403)
    }
    expect((await restore('999999999')).body.detail).toBe('Deletion with id `999999999` not found')
    expect((await restore('x')).status).toBe(422)
    await s.as('owner').delete(`/api/v1/datasets/${d.id}`)
    expect([await listed(d.name), (await restore(one.id)).status]).toEqual([[], 404])
    await s.as('owner').post(`/api/v1/bin/${d.id}/restore`)
    expect((await restore(one.id, {}, admin.username)).body).toMatchObject({ restored: 1 })

    await remove(d.id, [d.first])
    const month = 31 * 86_400_000_000
    await s.context.engine.transaction((tx) =>
      tx
        .updateTable('events')
        .set((eb) => ({ at: eb('at', '-', month) }))
        .where('dataset_id', '=', d.id)
        .execute(),
    )
    expect([await listed(d.name), (await restore(one.id)).status]).toEqual([[], 404])
  })

  it('come back a few at a time', async () => {
    const d = await s.build.dataset({ workspaceId: world.workspace.id })
    const text = 'a long text '.repeat(1500)
    const items = Array.from({ length: 100 }, (_, n) => ({ fields: { text: n < 40 ? text : `short ${n}` } }))
    const made = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const ids: string[] = made.body.items.map(({ id }: { id: string }) => id)
    await remove(d.id, ids)
    const one = await only(d.name)
    const listedIds = (await pagesOf(one.id)).flatMap(({ items }) => items.map(({ id }) => id))
    expect(listedIds.toSorted()).toEqual(ids.toSorted())
    const before = await s.context.engine.db.selectFrom('records').select('id').where('dataset_id', '=', d.id).execute()
    expect(before).toEqual([])
    let restored = 0
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await restore(one.id, { after })
      restored += body.restored
      after = body.next
    }
    expect(restored).toBe(100)
    const found = await s
      .as('owner')
      .post(`/api/v1/datasets/${d.id}/records/search`, { query: { text: { q: 'long' } } })
    expect(found.body.total).toBe(40)
    const list = await s.as('owner').get(`/api/v1/datasets/${d.id}/records?limit=200`)
    expect(list.body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
  })

  it('of classic datasets have their latest content if they were deleted twice, and are not offered once logged again', async () => {
    const ds = await world.dataset('Text2Text', 'classic-twice')
    for (const text of ['old', 'new']) {
      await ds.log([{ id: 'a', text }])
      await world.owner.delete(ds.path('/data'), { ids: ['a'] })
    }
    const one = await only('classic-twice')
    expect(one).toMatchObject({ records: 2, left: 1 })
    expect((await restore(one.id, { after: 0 })).body).toEqual({ restored: 1, refused: [], left_out: [], next: null })
    expect((await ds.search()).body.records).toMatchObject([{ id: 'a', text: 'new' }])
    expect(await listed('classic-twice')).toEqual([])
    await world.owner.delete(ds.path('/data'), { ids: ['a'] })
    await ds.log([{ id: 'a', text: 'again' }])
    expect(await listed('classic-twice')).toEqual([])
  })

  it('that are refused are named a few hundred at a time', async () => {
    const ds = await world.dataset('Text2Text', 'classic-refused')
    const records = Array.from({ length: 1200 }, (_, id) => ({ id, text: 'x' }))
    await ds.log(records)
    await world.owner.delete(ds.path('/data'))
    const one = await only('classic-refused')
    await ds.log(records)
    const refused: number[] = []
    for (let after: number | null = 0; after !== null; ) {
      const { body } = await restore(one.id, { after })
      refused.push(body.refused.length)
      after = body.next
    }
    expect(refused.reduce((sum, count) => sum + count, 0)).toBe(1200)
    expect(Math.max(...refused)).toBeLessThan(1000)
  })

  it('that are named twice end the call as soon as they are restored', async () => {
    const ds = await world.dataset('Text2Text', 'classic-named')
    await ds.log(Array.from({ length: 800 }, (_, id) => ({ id, text: 'x' })))
    await world.owner.delete(ds.path('/data'))
    const one = await only('classic-named')
    const { body } = await s.as('owner').get(`/api/v1/deletions/${one.id}/records`)
    const first = body.items[0].id
    let timeMs = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (timeMs += 600))
    const restored = await restore(one.id, { ids: [first, first] }).finally(() => clock.mockRestore())
    expect(restored.body).toMatchObject({ restored: 1, next: null })
  })

  it('of a large deletion come back from any page of the list', async () => {
    const ds = await world.dataset('Text2Text', 'classic-pages')
    await ds.log(Array.from({ length: 1500 }, (_, id) => ({ id, text: `text ${id} `.repeat(20) })))
    await world.owner.delete(ds.path('/data'))
    const one = await only('classic-pages')
    const pages = await pagesOf(one.id)
    expect(pages.length).toBeGreaterThan(2)
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
    expect(ids.toSorted()).toEqual(Array.from({ length: 1500 }, (_, id) => String(id)).toSorted())
    const [, second, third] = pages
    for (const page of [third, second]) {
      const id = page?.items[0]?.id ?? ''
      expect((await restore(one.id, { ids: [id], after: page?.after })).body).toMatchObject({ restored: 1, next: null })
      expect(await only('classic-pages')).toMatchObject({ left: page === third ? 1499 : 1498 })
    }
  })

  it('of feedback datasets are listed once, even if they were deleted twice', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.first, d.second])
    const one = await only(d.name)
    expect((await restore(one.id, { ids: [d.first] })).body).toMatchObject({ restored: 1 })
    await remove(d.id, [d.first])
    const pages = await pagesOf(one.id)
    expect(pages.flatMap(({ items }) => items)).toMatchObject([
      { id: d.second, is_deleted: true },
      { id: d.first, is_deleted: true },
    ])
    expect((await restore(one.id)).body).toMatchObject({ restored: 2 })
    expect((await pagesOf(one.id)).flatMap(({ items }) => items)).toMatchObject([
      { is_deleted: false },
      { is_deleted: false },
    ])
  })

  it('that are named all come back in one call, even if one of them is refused twice', async () => {
    const ds = await world.dataset('Text2Text', 'classic-refused-twice')
    await ds.log([{ id: 'last', text: 'x' }])
    await world.owner.delete(ds.path('/data'), { ids: ['last'] })
    for (const text of ['old', 'new']) {
      await ds.log([{ id: 'again', text }])
      await world.owner.delete(ds.path('/data'), { ids: ['again'] })
    }
    await ds.log([{ id: 'again', text: 'another' }])
    const one = await only('classic-refused-twice')
    expect((await restore(one.id, { ids: ['again', 'last'] })).body).toEqual({
      restored: 1,
      refused: [{ id: 'again', message: 'There is another record with its id now.' }],
      left_out: [],
      next: null,
    })
  })

  it('are passed over if they were restored, also by a version that logged no event of each', async () => {
    const ds = await world.dataset('Text2Text', 'classic-restored-before')
    await ds.log(['a', 'b'].map((id) => ({ id, text: id })))
    await world.owner.delete(ds.path('/data'))
    const { id, dataset } = await only('classic-restored-before')
    const nothing = { restored: 0, refused: [], left_out: [], next: null }
    expect((await restore(id)).body).toEqual({ ...nothing, restored: 2 })
    expect((await restore(id)).body).toEqual(nothing)

    const { engine: store } = s.context
    const migrated = (at: RawBuilder<number>) =>
      store.transaction((tx) =>
        sql`update migrations set applied_at = ${at} where name = '0039-classic-history'`.execute(tx),
      )
    await store.transaction((tx) =>
      tx.deleteFrom('events').where('dataset_id', '=', dataset.id).where('kind', '=', 'task_record.restore').execute(),
    )
    expect((await restore(id)).body.refused).toHaveLength(2)
    await migrated(sql`(select max(at) + 1 from events)`)
    try {
      expect((await restore(id)).body).toEqual(nothing)
    } finally {
      await migrated(sql`0`)
    }
  })

  it('are listed up to a hundred deletions, without those of which nothing is left', async () => {
    const ds = await world.dataset('Text2Text', 'classic-many')
    const ids = Array.from({ length: 120 }, (_, n) => `r${String(n).padStart(3, '0')}`)
    const records = ids.map((id) => ({ id, text: `text of ${id}` }))
    await ds.log(records)
    for (const id of ids) await world.owner.delete(ds.path('/data'), { ids: [id] })
    const { dataset } = await only('classic-many')
    // As if there had been two minutes between each deletion and the next.
    await s.context.engine.transaction(async (tx) => {
      const events = await tx
        .selectFrom('events')
        .select(['seq', 'at'])
        .where('kind', '=', 'task_records.delete')
        .where('dataset_id', '=', dataset.id)
        .orderBy('seq', 'desc')
        .execute()
      for (const [n, { seq, at }] of events.entries())
        await tx
          .updateTable('events')
          .set({ at: Number(at) - n * 120_000_000 })
          .where('seq', '=', seq)
          .execute()
    })
    expect(await listed('classic-many')).toHaveLength(100)
    await ds.log(records.slice(5))
    const rest = await listed('classic-many')
    expect(rest).toMatchObject(
      records
        .slice(0, 5)
        .map(({ text }) => ({ records: 1, left: 1, sample: text }))
        .reverse(),
    )
  })

  it('are not assigned to somebody who leaves the workspace at the same time', async () => {
    const d = await fullDataset()
    await remove(d.id, [d.second])
    const one = await only(d.name)
    let restored: Promise<Reply> | undefined
    await s.context.engine.transaction(async (tx) => {
      await tx.deleteFrom('memberships').where('user_id', '=', d.bob.id).execute()
      restored = restore(one.id)
      if (engine === 'postgres') await untilWaiting(tx, 'memberships')
    })
    expect((await restored)?.body).toMatchObject({ restored: 1 })
    const rows = await s.context.engine.db
      .selectFrom('assignments')
      .selectAll()
      .where('dataset_id', '=', d.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('of classic datasets come back, too', async () => {
    const ds = await world.dataset('TextClassification', 'classic-restore')
    await ds.log(
      [1, 2, 3].map((id) => ({
        ...{ id, inputs: { text: `hello ${id}` }, metadata: { big: id, split: 'train' } },
        annotation: { agent: 'ann', labels: [{ class_label: 'greeting' }] },
        prediction: { agent: 'model', labels: [{ class_label: 'greeting', score: 0.5 }] },
        vectors: { v: { value: [1, id] } },
        status: 'Validated',
      })),
    )
    const read = async () => {
      const { body } = await ds.search({ sort: [{ id: 'id', order: 'asc' }] }, '?include_metrics=true')
      return JSON.stringify(body.records)
    }
    const before = await read()
    const gone = await world.owner.delete(ds.path('/data'), { ids: [1, 2] })
    expect(gone.body).toMatchObject({ processed: 2 })
    expect(await ds.ids({})).toEqual([3])
    const one = await only('classic-restore')
    expect(one).toMatchObject({ records: 2, left: 2, task: 'TextClassification', sample: 'hello 1' })
    const { body: page } = await s.as('owner').get(`/api/v1/deletions/${one.id}/records`)
    expect(page.items).toMatchObject([
      { id: '1', text: 'hello 1', responses: 1, is_deleted: true },
      { id: '2', text: 'hello 2', responses: 1, is_deleted: true },
    ])
    expect((await restore(one.id, { ids: ['2'] })).body).toMatchObject({ restored: 1, refused: [], next: null })
    expect(await only('classic-restore')).toMatchObject({ left: 1 })
    expect((await restore(one.id)).body).toMatchObject({ restored: 1, refused: [], next: null })
    expect(await read()).toBe(before)
    expect(await listed('classic-restore')).toEqual([])
    expect((await ds.search({ query: { query_text: 'hello' } })).body.total).toBe(3)

    await world.owner.delete(ds.path('/data'), { ids: [1] })
    const again = await only('classic-restore')
    await ds.log([{ id: 1, inputs: { text: 'new' }, status: 'Default' }])
    expect((await restore(again.id)).body).toMatchObject({
      restored: 0,
      refused: [{ id: '1', message: 'There is another record with its id now.' }],
    })
  })
})

/** Wait until another transaction waits for one of this transaction's locks, in this table. */
async function untilWaiting(tx: Tx, table: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await sql`select 1 from pg_stat_activity as other join pg_locks as l on l.pid = other.pid
          where other.datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(other.pid))
            and l.relation = to_regclass(${table})`.execute(tx)
        return rows.length
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBeGreaterThan(0)
}
