import { lexicalVector } from '@postil/domain/vectors/lexical-vector'
import { describe, expect, it, vi } from 'vitest'
import { insertRows } from '../../../db/insert-rows'
import { JobRunner } from '../../../jobs/job-runner'
import { eventProblems } from '../../../testing/logged-events'
import { insertManyRecords, planOf } from '../../../testing/plans'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { enqueueLexicalVectors, lexicalVectors } from './fill-vectors'
import { selectWithoutVector } from './lexical-vectors.store'

/** The jobs of a server that is started over the same store, and remembers nothing. */
const nextServer = ({ context }: TestServer) => new JobRunner(context, { lexical_vectors: lexicalVectors() })

const TEXTS = [
  'My card payment was declined at the shop',
  'The card payments were declined in shops',
  'Why is the weather so cold in winter',
  'Winter weather and cold winds',
  '',
]

describe.each(engines)('lexical vectors, %s', (engine) => {
  async function world(vectors: object[] = []) {
    const s = await testServer(engine)
    const d = await s.build.dataset({
      fields: [
        { name: 'text', title: 'T', required: true, settings: { type: 'text' } },
        { name: 'more', title: 'M', settings: { type: 'text' } },
      ],
      vectors: vectors as Record<string, unknown>[],
    })
    const items = TEXTS.map((text, at) => ({ external_id: `${at}`, fields: { text } }))
    const made = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const path = `/api/v1/datasets/${d.id}/vectors-settings/lexical`
    const ids: string[] = made.body.items.map((item: { id: string }) => item.id)
    const done = () =>
      vi.waitFor(async () => {
        const { body } = await s.as('owner').get(path)
        expect(body.done).toBe(body.total)
      }, 5000)
    const similar = async (id: string | undefined, order = 'most_similar') => {
      const body = { query: { vector: { name: 'lexical', record_id: id, order } } }
      const reply = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/search`, body)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body.items.map((hit: { record: { external_id: string } }) => hit.record.external_id)
    }
    return { s, d, path, ids, done, similar }
  }

  it('are made for every record, and find similar texts', async () => {
    const { s, path, ids, done, similar } = await world()
    expect((await s.as('owner').get(path)).status).toBe(404)
    const reply = await s.as('owner').post(path)
    expect(reply.status).toBe(201)
    expect(reply.body).toMatchObject({
      vectors_settings: { name: 'lexical', source: 'lexical', dimensions: 256 },
      total: 5,
    })
    await done()
    expect((await similar(ids[0]))[0]).toBe('1')
    expect((await similar(ids[2]))[0]).toBe('3')
    const record = await s.as('owner').get(`/api/v1/records/${ids[0]}`)
    expect(record.body.vectors.lexical).toEqual(Array.from(lexicalVector([TEXTS[0] ?? ''])))
  })

  it('are in the log by the ids of their records, in the transactions that write them', async () => {
    const { s, d, path, ids, done } = await world()
    const { id } = (await s.as('owner').post(path)).body.vectors_settings
    await done()
    await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items: [{ fields: { text: 'later' } }] })
    await done()
    const logged = s.context.engine.db.selectFrom('events').selectAll().where('kind', '=', 'vectors.create')
    const events = await logged.orderBy('seq').execute()
    expect(eventProblems(events)).toEqual([])
    for (const event of events) expect(event).toMatchObject({ subject_id: id, dataset_id: d.id, user_id: null })
    const named = events.flatMap(({ after }): string[] => JSON.parse(after ?? '').ids)
    expect(named.slice(0, ids.length).toSorted()).toEqual(ids.toSorted())
    expect(named).toHaveLength(ids.length + 1)
    expect(events.length).toBeLessThanOrEqual(3)
  })

  it('follow records that come later, by every way in', async () => {
    const { s, d, path, ids, done, similar } = await world()
    await s.as('owner').post(path)
    await done()
    const records = `/api/v1/datasets/${d.id}/records`
    const item = (id: string) => ({ external_id: id, fields: { text: 'Card payment declined', more: 'at the shop' } })
    await s.as('owner').post(records, { items: [item('list')] })
    await s.as('owner').post(`${records}/bulk`, { items: [item('bulk')] })
    await s.as('owner').put(`${records}/bulk`, { items: [item('upsert')] })
    await done()
    expect((await similar(ids[0])).slice(0, 4).sort()).toEqual(['1', 'bulk', 'list', 'upsert'])
  })

  it('are made once, and only for managers', async () => {
    const { s, d, path } = await world([{ name: 'lexical', title: 'Own', dimensions: 2 }])
    const ann = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    expect((await s.as(ann.username).post(path)).status).toBe(403)
    const first = await s.as('owner').post(path)
    expect(first.body.vectors_settings.name).toBe('lexical-2')
    expect((await s.as(ann.username).get(path)).status).toBe(200)
    expect((await s.as('owner').post(path)).status).toBe(409)
    await s.as('owner').delete(`/api/v1/vectors-settings/${first.body.vectors_settings.id}`)
    expect((await s.as('owner').get(path)).status).toBe(404)
  })

  it('go on where a stop left them', async () => {
    const { s, d, path, done } = await world()
    await s.as('owner').post(path)
    await done()
    await s.context.jobs.settle()
    const { engine: store } = s.context
    await store.transaction(async (tx) => {
      await tx.deleteFrom('record_vectors').execute()
      await enqueueLexicalVectors(tx, d.id)
    })
    expect((await s.as('owner').get(path)).body.done).toBe(0)
    await nextServer(s).settle()
    expect((await s.as('owner').get(path)).body.done).toBe(5)
  })

  it('are not looked for again among the records that had theirs a while ago', async () => {
    const { s, d, path, done } = await world()
    const { engine: store } = s.context
    await s.as('owner').post(path)
    await done()
    await s.context.jobs.settle()
    await store.transaction(async (tx) => {
      await tx.deleteFrom('record_vectors').execute()
      await tx.updateTable('records').set({ inserted_at: 1 }).where('external_id', '!=', '4').execute()
      await enqueueLexicalVectors(tx, d.id)
    })
    await s.context.jobs.settle()
    expect((await s.as('owner').get(path)).body.done).toBe(1)
    await store.transaction((tx) => enqueueLexicalVectors(tx, d.id))
    await nextServer(s).settle()
    expect((await s.as('owner').get(path)).body.done).toBe(5)
  })

  it('are made for restored records, however long ago these were inserted', async () => {
    const { s, d, path, ids, done, similar } = await world()
    const owner = s.as('owner')
    const { engine: store } = s.context
    await owner.post(path)
    await done()
    await s.context.jobs.settle()
    // The record is deleted without a vector, as it is when its vector was not made yet.
    await store.transaction(async (tx) => {
      const old = tx.updateTable('records').set({ inserted_at: 1 }).where('external_id', '=', '1')
      const { pk } = await old.returning('pk').executeTakeFirstOrThrow()
      await tx.deleteFrom('record_vectors').where('record_pk', '=', Number(pk)).execute()
    })
    expect((await owner.get(path)).body).toMatchObject({ done: 4, total: 5 })
    expect((await owner.delete(`/api/v1/records/${ids[1]}`)).status).toBe(200)
    const { body } = await owner.get('/api/v1/deletions')
    const [deletion] = body.items.filter((item: { dataset: { name: string } }) => item.dataset.name === d.name)
    const restored = await owner.post(`/api/v1/deletions/${deletion.id}/restore`, {})
    expect(restored.body).toMatchObject({ restored: 1 })
    await s.context.jobs.settle()
    expect((await owner.get(path)).body).toMatchObject({ done: 5, total: 5 })
    expect((await similar(ids[0]))[0]).toBe('1')
  })

  it('are looked for from a place on, in the order of an index, each record by itself', async () => {
    const { s, d } = await world([{ name: 'given', title: 'Given', dimensions: 2 }])
    const { engine: store } = s.context
    await store.transaction(async (tx) => {
      await insertManyRecords(tx, 20_000, (at) => ({ dataset_id: d.id, inserted_at: at }))
      const records = await tx.selectFrom('records').select('pk').orderBy('pk').limit(10_000).execute()
      const value = new Uint8Array(16)
      const vectors = { dataset_id: d.id, vector_id: d.vectors.given ?? '', value, version: 1 }
      await insertRows(
        tx,
        'record_vectors',
        records.map(({ pk }) => ({ ...vectors, record_pk: Number(pk) })),
      )
    })
    await store.analyze()
    const [settings] = await store.db.selectFrom('vectors_settings').selectAll().execute()
    if (!settings) throw new Error('The dataset has no vectors settings.')
    const select = selectWithoutVector(store.db, settings, { insertedAt: 9000, pk: 9000 }, 100)
    const plan = await planOf(engine, select)
    expect(plan).toMatch(
      engine === 'sqlite'
        ? /SEARCH r USING INDEX records_order \(dataset_id=\? AND inserted_at>\?\)/
        : /Index Scan using records_order[\s\S]*ROW\(inserted_at, pk\) > ROW/,
    )
    expect(plan).not.toMatch(/TEMP B-TREE|Sort|Join|Seq Scan/)
    expect(await select.execute()).toHaveLength(100)
  })
})
