import { makeSchema, parseSimple, resolveQuery } from '@postil/domain/search/index'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { textStoreOf } from '../db/engines/text-store-of'
import type { BuiltDataset } from '../testing/builders'
import { planOf } from '../testing/plans'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { compileFilters } from './compile-filters'
import { compileSorts } from './compile-sorts'
import { findPage, selectRange } from './find-page'
import { selectRanked } from './find-ranked'
import type { RecordFilter, RecordQuery } from './record-query'
import { findFieldNumbers } from './text/field-numbers'
import { textOf, weighText } from './text-share'
import { selectVectors } from './vectors/find-nearest'

const RECORDS = 4000
/** Most records come after this place in the order of ids. Of a random id, the range could be so short that reading it is quicker. */
const PLACE = '20000000-0000-4000-8000-000000000000'

/** The plans of hot searches: a plan that reads a table from end to end is fast in a test and slow in a year. */
describe.each(engines)('plans of text searches, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset

  async function textFilter(q: string): Promise<RecordFilter> {
    const numbers = await findFieldNumbers(s.context.engine.db, d.id)
    const schema = makeSchema([{ name: 'text', kind: 'std', plain: true }], ['text'])
    const query = resolveQuery(parseSimple(q), schema, { query: q, nowMs: 0 })
    return { on: 'text', match: textStoreOf(s.context.engine.db).match(query, (name) => numbers.get(name)) }
  }

  const queryOf = (filters: RecordFilter[], more: Partial<RecordQuery> = {}): RecordQuery => ({
    datasetId: d.id,
    userId: undefined,
    filters,
    sorts: [],
    ...more,
  })
  const train: RecordFilter = { on: 'metadata', property: 'split', test: { terms: ['train'] } }

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({
      metadata: [{ name: 'split', title: 'S', settings: { type: 'terms' } }],
      vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
    })
    for (let at = 0; at < RECORDS; at += 500) {
      const items = Array.from({ length: 500 }, (_, index) => ({
        fields: { text: `word${(at + index) % 200} common text of some length to fill the row` },
        metadata: { split: (at + index) % 5 === 0 ? 'test' : 'train' },
        vectors: { v: [1, at + index] },
      }))
      await s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items })
    }
    const { engine: store } = s.context
    // PostgreSQL keeps its statistics itself; SQLite must choose well without any.
    if (engine === 'sqlite') return
    await store.analyze()
    await sql`select gin_clean_pending_list('record_words_terms')`.execute(store.db)
  }, 120_000)

  it('ranks hits from the word index, one lookup each', async () => {
    const filter = await textFilter('word7')
    const query = queryOf([filter, train])
    const match = textOf(query)
    if (!match) throw new Error('The text cannot rank.')
    const plan = await planOf(engine, selectRanked(s.context.engine.db, query, match).limit(10))
    if (engine === 'sqlite') {
      expect(plan).toMatch(/SCAN record_words VIRTUAL TABLE INDEX/)
      expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/)
      expect(plan).toMatch(/SEARCH m .*record_terms_(record|term)/)
      expect(plan).not.toMatch(/SCAN (r|m)\b/)
    } else {
      expect(plan).toMatch(/Bitmap Index Scan on record_words_terms/)
      expect(plan).toMatch(/Index Scan using records_pkey/)
      expect(plan).not.toMatch(/Seq Scan/)
    }
  })

  it('sorts what text and filter leave, without reading the dataset', async () => {
    const query = queryOf([await textFilter('word7'), train], {
      isNarrow: true,
      sorts: [{ by: { on: 'metadata', property: 'split', isNumber: false }, order: 'asc' }],
    })
    const from = s.context.engine.db.selectFrom('records as r').select('r.pk').where(compileFilters(query))
    const plan = await planOf(engine, compileSorts(s.context.engine.db, from, query).limit(10))
    if (engine === 'sqlite') {
      expect(plan).toMatch(/SEARCH r USING INTEGER PRIMARY KEY/)
      expect(plan).toMatch(/SEARCH m .*record_terms_(record|term)/)
    } else expect(plan).toMatch(/Bitmap Index Scan on record_words_terms/)
    expect(plan).not.toMatch(/SCAN (r|m)\b|Seq Scan on (records|record_terms|record_words)/)
  })

  it('reads new vectors from the index of their versions', async () => {
    const plan = await planOf(
      engine,
      selectVectors(s.context.engine.db, { vectorId: d.vectors.v ?? '', afterVersion: 7, afterPk: 0, limit: 200 }),
    )
    expect(plan).toMatch(/record_vectors_version/)
    expect(plan).not.toMatch(/\bSort\b|TEMP B-TREE/)
  })

  it('fills a page of a common word from the order of the list, answered records left out', async () => {
    const owner = s.as('owner')
    const queue = `/api/v1/me/datasets/${d.id}/records`
    const idsOf = (reply: { body: { items: { id: string; record?: { id: string } }[] } }) =>
      reply.body.items.map((item) => item.record?.id ?? item.id)
    const search = (q: string, query: string) => owner.post(`${queue}/search?${query}`, { query: { text: { q } } })

    const listed = await owner.get(`${queue}?limit=30`)
    const found = await search('common text', 'limit=30')
    expect(found.body).toMatchObject({ total: RECORDS, ordered_by: 'own' })
    expect(idsOf(found)).toEqual(idsOf(listed))
    for (const id of idsOf(listed).slice(0, 5))
      await owner.post(`/api/v1/records/${id}/responses`, { status: 'discarded' })
    const pending = await search('common text', 'limit=25&response_status=pending')
    expect(pending.body.total).toBe(RECORDS - 5)
    expect(idsOf(pending)).toEqual(idsOf(listed).slice(5))
    const last = await search('common', `limit=10&offset=${RECORDS - 8}&response_status=pending`)
    expect(last.body.items).toHaveLength(3)
    const byTime = await owner.post(`/api/v1/datasets/${d.id}/records/search?limit=3&offset=4`, {
      query: { text: { q: 'common' } },
      sort: [{ scope: { entity: 'record', property: 'inserted_at' }, order: 'desc' }],
    })
    const newest = await owner.get(`/api/v1/datasets/${d.id}/records?sort_by=inserted_at:desc&limit=3&offset=4`)
    expect(idsOf(byTime)).toEqual(idsOf(newest))
  })

  it('reads all hits of a prefix at once where looking one up takes as long, and finds the same', async () => {
    const filter = await textFilter('comm*')
    const found = await findPage(s.context.engine.db, queryOf([filter], { isWide: true }), { offset: 5, limit: 20 })
    expect(found).toEqual(
      await findPage(s.context.engine.db, queryOf([await textFilter('common')]), { offset: 5, limit: 20 }),
    )
    if (engine === 'postgres' || filter.on !== 'text') return
    expect(filter.match.has).toBeUndefined()
    const weighed = await weighText(s.context.engine.db, queryOf([filter]), { offset: 0, limit: 10 })
    expect(weighed.isWide ?? false).toBe(false)
  })

  it('reads the hits of a rare word first, then puts them in order, whatever the engine believes of it', async () => {
    const page = { offset: 0, limit: 10 }
    const { db } = s.context.engine
    const query = await weighText(db, queryOf([await textFilter('word7')], { userId: PLACE }), page)
    const plan = await planOf(engine, selectRange(db, query, PLACE, { side: 'from', ...page }))
    if (engine === 'sqlite') expect(plan).toMatch(/record_words VIRTUAL TABLE[\s\S]*TEMP B-TREE FOR ORDER BY/)
    else expect(plan).toMatch(/Sort Key: \(\(r.id \|\| [\s\S]*record_words_terms/)
  })

  it('looks each record up in the word index on the way to a full page', async () => {
    const query = queryOf([await textFilter('common')], { isWide: true })
    const plan = await planOf(
      engine,
      s.context.engine.db
        .selectFrom('records as r')
        .select('r.pk')
        .where(compileFilters(query))
        .orderBy('r.id')
        .limit(10),
    )
    // In a store of one dataset PostgreSQL may as well follow the ids of all records.
    expect(plan).toMatch(/records_shuffled|records_id_key/)
    if (engine === 'sqlite') expect(plan).toMatch(/CORRELATED SCALAR SUBQUERY|EXISTS/)
    else expect(plan).toMatch(/record_words_pkey/)
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
  })
})
