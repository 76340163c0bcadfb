import { sql } from 'kysely'
import { selectByCopy } from '../../db/engines/copied-rows'
import { isPostgres } from '../../db/engines/is-postgres'
import type { Db, VectorsSettingsTable } from '../../db/tables'
import { InvalidError } from '../../errors'
import { IndexThread } from '../../workers/index-thread'
import { compileFilters } from '../compile-filters'
import type { ScoredHit } from '../find-ranked'
import type { RecordQuery } from '../record-query'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'

/** Number of additional hits to request, to make up for records deleted since their vector was read. */
const EXTRA_HITS = 16

/** A vector search: exact, over all records that match the query and have such a vector. */
export interface SimilarityQuery {
  settings: Pick<VectorsSettingsTable, 'id' | 'dimensions'>
  target: Float64Array
  order: 'most_similar' | 'least_similar'
  /** The record that the target vector belongs to, which is not a hit. */
  exceptPk: number | undefined
  /** Number of records to skip at the beginning of the result. */
  offset: number
  limit: number
  /** Maximum number of records in the whole result; `offset` and `limit` select a page of it. */
  maxResults: number | undefined
}

/** One page of the nearest records, and the number of records in the whole result. */
export interface NearestPage {
  hits: ScoredHit[]
  total: number
}

/** Number of pks per statement, below the engines' limits for parameters. */
const LIVING_CHUNK = 10_000

/** Find the most (or least) similar of the records that match a query, best first, with a score from 0 to 1. */
export async function findNearest(db: Db, query: RecordQuery, similarity: SimilarityQuery): Promise<NearestPage> {
  const { offset, limit, maxResults = Number.POSITIVE_INFINITY } = similarity
  const end = Math.min(offset + limit, maxResults)
  const [version, among] = await Promise.all([
    findVersion(db, similarity.settings.id),
    query.filters.length === 0 ? undefined : findPks(db, query),
  ])
  const [found, matches] = await Promise.all([
    findFirst(db, { version, among }, similarity, end),
    // Counted while vectors are compared, although few hits would be all of them: mostly there are more.
    end < maxResults ? countMatches(db, query, similarity) : end,
  ])
  const total = found.length < end ? found.length : Math.min(maxResults, matches)
  return { hits: found.slice(offset), total }
}

async function findFirst(
  db: Db,
  { version, among }: Pick<NearestAsk, 'version' | 'among'>,
  { settings, target, order, exceptPk }: SimilarityQuery,
  limit: number,
): Promise<ScoredHit[]> {
  const without = new Set(exceptPk === undefined ? [] : [exceptPk])
  for (;;) {
    const count = limit + EXTRA_HITS
    const ask: NearestAsk = {
      vectorId: settings.id,
      dimensions: settings.dimensions,
      version,
      target,
      order: order === 'most_similar' ? 'nearest' : 'farthest',
      count,
      among,
      without: [...without],
    }
    const { pks, cosines } = await askNearest(db, ask)
    // With filters, the pks have just been read from the store. Without filters, records may have been deleted since their vector was read.
    const living = among === undefined ? await findLiving(db, pks) : new Set(pks)
    const hits = pks.flatMap((pk, index) => {
      const cosine = Math.max(-1, Math.min(1, cosines[index] ?? 0))
      return living.has(pk) ? [{ pk, score: (1 + (order === 'most_similar' ? cosine : -cosine)) / 2 }] : []
    })
    if (hits.length >= limit || pks.length < count) return hits.slice(0, limit)
    for (const pk of pks) if (!living.has(pk)) without.add(pk)
  }
}

/** The number of records that match a query and have the vector, without the one the target belongs to. */
async function countMatches(db: Db, query: RecordQuery, { settings, exceptPk }: SimilarityQuery): Promise<number> {
  const row = await db
    .selectFrom('record_vectors as v')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('v.vector_id', '=', settings.id)
    .$if(exceptPk !== undefined, (vectors) => vectors.where('v.record_pk', '!=', exceptPk ?? 0))
    .$if(query.filters.length > 0, (vectors) =>
      vectors.where(
        'v.record_pk',
        'in',
        db.selectFrom('records as r').select(sql<number>`r.pk`.as('pk')).where(compileFilters(query)),
      ),
    )
    .executeTakeFirst()
  return row?.count ?? 0
}

async function findVersion(db: Db, vectorId: string): Promise<number> {
  const row = await db
    .selectFrom('vector_versions')
    .select('version')
    .where('vector_id', '=', vectorId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * The pks of all records that match a query, as one comma-separated text: for a hundred thousand pks, this is far quicker to pass between
 * threads than rows.
 */
async function findPks(db: Db, query: RecordQuery): Promise<string> {
  const row = await db
    .selectFrom('records as r')
    .select(sql<string | null>`string_agg(cast(r.pk as text), ',')`.as('pks'))
    .where(compileFilters(query))
    .executeTakeFirst()
  return row?.pks ?? ''
}

async function findLiving(db: Db, pks: readonly number[]): Promise<Set<number>> {
  const living = new Set<number>()
  for (let from = 0; from < pks.length; from += LIVING_CHUNK) {
    const chunk = pks.slice(from, from + LIVING_CHUNK)
    const rows = await db.selectFrom('records').select('pk').where('pk', 'in', chunk).execute()
    for (const { pk } of rows) living.add(pk)
  }
  return living
}

const thread = new IndexThread<NearestAsk, Nearest, VectorFetch, VectorPage>({
  file: 'vector-index',
  title: 'The vector index',
  read: fetchVectors,
  handsOver: (page) => [page.bytes.buffer],
  refusal: (message) => new InvalidError(message),
})

/** Search in the thread that has the vectors in memory. It first reads new vectors up to the requested version, through `db`. */
function askNearest(db: Db, ask: NearestAsk): Promise<Nearest> {
  return thread.ask(ask, db)
}

/** Read one page of vectors, in the order of their versions. */
async function fetchVectors(db: Db, fetch: VectorFetch): Promise<VectorPage> {
  const rows = await readVectors(db, selectVectors(db, fetch))
  // All vectors of a page must have the same length, so the page ends before the first one that differs.
  const width = rows[0]?.value.byteLength ?? 0
  const others = rows.findIndex(({ value }) => value.byteLength !== width)
  const page = others === -1 ? rows : rows.slice(0, others)
  const bytes = new Uint8Array(page.length * width)
  for (const [index, { value }] of page.entries()) bytes.set(value, index * width)
  return {
    pks: page.map(({ record_pk }) => record_pk),
    versions: page.map(({ version }) => version),
    bytes,
  }
}

async function readVectors(db: Db, select: ReturnType<typeof selectVectors>) {
  if (!isPostgres(db)) return select.execute()
  const rows = await selectByCopy(db, select)
  return rows.flatMap(([pk, version, value]) =>
    pk && version && value ? [{ record_pk: readInteger(pk), version: readInteger(version), value }] : [],
  )
}

/** A `bigint` as PostgreSQL sends it. */
function readInteger({ buffer }: Uint8Array<ArrayBuffer>): number {
  return Number(new DataView(buffer).getBigInt64(0))
}

/** Select one page of vectors. Separate, so that a test can examine its query plan. */
export function selectVectors(db: Db, { vectorId, afterVersion, afterPk, limit }: VectorFetch) {
  return db
    .selectFrom('record_vectors')
    .select(['record_pk', 'version', 'value'])
    .where('vector_id', '=', vectorId)
    .where(sql<boolean>`(version, record_pk) > (${afterVersion}, ${afterPk})`)
    .orderBy('version')
    .orderBy('record_pk')
    .limit(limit)
}
