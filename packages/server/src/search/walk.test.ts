import { beforeAll, describe, expect, it } from 'vitest'
import { insertManyRecords, insertManyResponses, planOf } from '../testing/plans'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { findPage, selectSorted } from './find-page'
import type { Placed } from './place'
import type { Place, RecordFilter, RecordQuery, RecordSort } from './record-query'

describe.each(engines)('a walk through a dataset, %s', (engine) => {
  let s: TestServer
  let own: string
  let ann: string

  beforeAll(async () => {
    s = await testServer(engine)
    own = (await s.build.dataset()).id
    const other = (await s.build.dataset()).id
    ann = (await s.build.user('annotator')).id
    await s.context.engine.transaction(async (tx) => {
      // Many came in the same moment.
      await insertManyRecords(tx, 20_000, (at) => ({
        dataset_id: at % 2 === 0 ? own : other,
        inserted_at: Math.floor(at / 64),
      }))
      const records = tx.selectFrom('records').where('dataset_id', '=', own).orderBy('pk')
      const every = await records.select(['pk', 'id', 'dataset_id']).execute()
      // Every second record is answered, one of a hundred of these discarded.
      const answered = every.filter((_, at) => at % 2 === 0)
      await insertManyResponses(tx, ann, answered, (at) => (at % 100 === 0 ? 'discarded' : 'submitted'))
    })
    await s.context.engine.analyze()
  })

  const query = (filters: RecordFilter[] = [], userId?: string): RecordQuery => ({
    datasetId: own,
    userId,
    filters,
    sorts: [],
  })
  const status = (...anyOf: Extract<RecordFilter, { on: 'status' }>['anyOf']): RecordFilter[] => [
    { on: 'status', anyOf },
  ]

  it.each<[what: string, query: () => RecordQuery]>([
    ['all records', () => query()],
    ['what nobody answered', () => query(status('pending'))],
    ['what somebody submitted', () => query(status('submitted'))],
    ['what somebody discarded, which is rare', () => query(status('discarded'))],
    ['what a user submitted', () => query(status('submitted'), ann)],
    ['what a user has not answered or drafted', () => query(status('pending', 'draft'), ann)],
  ])('%s are read from the index of their order, from the place on and unsorted', async (_, make) => {
    const after: Place = { in: 'sort', keys: [100], pk: 6450 }
    const sorts: RecordSort[] = [{ by: { on: 'record', property: 'inserted_at' }, order: 'asc' }]
    const page = selectSorted(s.context.engine.db, { ...make(), sorts }, { offset: 0, limit: 500, after, isWalk: true })
    const plan = await planOf(engine, page)
    expect(plan).toMatch(
      engine === 'sqlite'
        ? // `pk` is the row's own number there, so it bounds the rows of one microsecond without being named.
          /SEARCH r USING COVERING INDEX records_order \(dataset_id=\? AND inserted_at>\?\)/
        : /Index .*records_order[\s\S]*Index Cond: \(\(dataset_id = .*ROW\(inserted_at, pk\) > ROW\(/,
    )
    expect(plan).not.toMatch(/TEMP B-TREE|Sort|Seq Scan|Hash|responses_mine/)
  })

  it('gives each record once, in the order of insertion, wherever a page ends', async () => {
    const { db } = s.context.engine
    const page = (limit: number, after?: Place) => findPage(db, query(), { offset: 0, limit, after, isWalk: true })
    const all = await page(20_000)
    expect(all).toHaveLength(10_000)
    const paged: Placed[] = []
    for (;;) {
      const found = await page(997, paged.at(-1)?.place)
      paged.push(...found)
      if (found.length < 997) break
    }
    expect(paged).toEqual(all)
    const timeOf = ({ place }: Placed) => (place.in === 'sort' ? Number(place.keys[0]) : Number.NaN)
    expect(paged).toEqual([...all].sort((a, b) => timeOf(a) - timeOf(b) || a.pk - b.pk))
  })
})
