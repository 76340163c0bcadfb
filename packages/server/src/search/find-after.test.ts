import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { BEGINNING, findAfter, type Place, selectAfter } from './find-after'
import type { RecordFilter, RecordQuery } from './record-query'

describe.each(engines)('records behind a place, %s', (engine) => {
  let s: TestServer
  let own: string
  let ann: string

  beforeAll(async () => {
    s = await testServer(engine)
    own = (await s.build.dataset()).id
    const other = (await s.build.dataset()).id
    ann = (await s.build.user('annotator')).id
    await s.context.engine.transaction(async (tx) => {
      for (let start = 0; start < 20_000; start += 2000) {
        const rows = Array.from({ length: 2000 }, (_, index) => ({
          id: crypto.randomUUID(),
          dataset_id: index % 2 === 0 ? own : other,
          external_id: null,
          fields: '{}',
          metadata: null,
          // Many came in the same moment.
          inserted_at: Math.floor((start + index) / 64),
          updated_at: 0,
        }))
        await tx.insertInto('records').values(rows).execute()
      }
      // Every second record is answered, one of a hundred of these discarded.
      await tx
        .insertInto('responses')
        .columns([
          'id',
          'dataset_id',
          'record_pk',
          'record_id',
          'user_id',
          'status',
          'values',
          'inserted_at',
          'updated_at',
        ])
        .expression(
          tx
            .selectFrom('records')
            .where('dataset_id', '=', own)
            .where(sql<boolean>`pk % 4 = 1`)
            .select((eb) => [
              'id as rid',
              'dataset_id',
              'pk',
              'id',
              eb.val(ann).as('u'),
              sql<string>`case when pk % 400 = 1 then 'discarded' else 'submitted' end`.as('s'),
              sql<null>`null`.as('v'),
              eb.lit(1).as('i'),
              eb.lit(1).as('w'),
            ]),
        )
        .execute()
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
    const place: Place = { insertedAt: 100, pk: 6450 }
    const page = selectAfter(s.context.engine.db, make(), place, 500)
    const steps = await (engine === 'sqlite' ? page.explain(undefined, sql`query plan`) : page.explain())
    const plan = steps.map((step) => Object.values(step).join(' ')).join('\n')
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
    const all = await findAfter(db, query(), BEGINNING, 20_000)
    expect(all).toHaveLength(10_000)
    const paged: Place[] = []
    for (;;) {
      const page = await findAfter(db, query(), paged.at(-1) ?? BEGINNING, 997)
      paged.push(...page)
      if (page.length < 997) break
    }
    expect(paged).toEqual(all)
    expect(paged).toEqual([...all].sort((a, b) => a.insertedAt - b.insertedAt || a.pk - b.pk))
  })
})
