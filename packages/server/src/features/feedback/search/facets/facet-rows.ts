import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../../../../db/engines/is-postgres'
import type { Db } from '../../../../db/tables'
import { isTheirs } from '../../../../search/assigned'
import { compileFilters } from '../../../../search/compile-filters'
import { keyRows, keyText } from '../../../../search/key-list'
import { isCompleted } from '../../../../search/known-count'
import { GOLD_COUNT, type RecordQuery } from '../../../../search/record-query'
import type { FacetPlan } from './facet-plan'
import type { Span } from './facet-span'

/** One count of a facet: for a value, or for a histogram bucket by its index. */
export interface FacetRow {
  facet: number
  value: string | null
  count: number
}

export interface CountedFacet {
  plan: FacetPlan
  span: Span | undefined
}

/** The share of the dataset from which on scanning an index of values is cheaper than looking up each hit. */
const LARGE_PART = 1 / 5
/** For larger datasets PostgreSQL would not keep the hits in a hash table, but search their list for each value. */
const MOST_HASHED = 1_000_000

/** The numbers of records that match a query, and of all in the dataset, both approximate. */
export interface Found {
  hits: number
  all: number
}

/** Count several facets over the records of one query in one statement. */
export async function countRows(
  db: Db,
  query: RecordQuery,
  facets: readonly CountedFacet[],
  found: Found,
): Promise<FacetRow[]> {
  const statement = countStatement(db, query, facets, found)
  if (!statement) return []
  const { rows } = await statement.execute(db)
  // PostgreSQL returns a parameter as text.
  return rows.map((row) => ({ ...row, facet: Number(row.facet) }))
}

/**
 * The statement that counts, which evaluates the query once; undefined when there is nothing to count. Separate, so that a test can examine
 * its query plan.
 */
export function countStatement(
  db: Db,
  query: RecordQuery,
  facets: readonly CountedFacet[],
  found: Found,
): RawBuilder<FacetRow> | undefined {
  const hits = hitsOf(db, query, found)
  const selects = facets.flatMap((facet, index) => selectsOf(query, facet, index, hits))
  if (selects.length === 0) return undefined
  const counts = sql.join(selects, sql` union all `)
  return hits.where === 'everywhere'
    ? sql<FacetRow>`${counts}`
    : sql<FacetRow>`with hits as materialized ${hits.select} ${counts}`
}

/** How the rows of the hits are found: all rows of the dataset, a lookup for each hit, or a test of each row in an index of values. */
type Hits = { where: 'everywhere' } | { where: 'through hits' | 'testing rows'; select: RawBuilder<unknown> }

function hitsOf(db: Db, query: RecordQuery, { hits, all }: Found): Hits {
  if (query.filters.length === 0) return { where: 'everywhere' }
  const select = sql`${db.selectFrom('records as r').select('r.pk').where(compileFilters(query))}`
  const isLarge = hits >= all * LARGE_PART && (all <= MOST_HASHED || !isPostgres(db))
  return { where: isLarge ? 'testing rows' : 'through hits', select }
}

/**
 * The condition that a term contains a text in one of its usual spellings of upper and lower case, which both engines evaluate alike,
 * whatever their locale.
 */
function having(term: RawBuilder<unknown>, containing: string | undefined): RawBuilder<unknown> {
  if (containing === undefined) return sql``
  const texts = casesOf(containing).map((text) => sql`replace(${term}, ${text}, '') <> ${term}`)
  return sql` and (${sql.join(texts, sql` or `)})`
}

/** A text as it is, in lower case, in upper case, with a capital first letter, and with each word capitalized. */
function casesOf(text: string): string[] {
  const small = text.toLowerCase()
  const capital = (word: string) => word.replace(/^./u, (letter) => letter.toUpperCase())
  return [
    ...new Set([
      text,
      small,
      text.toUpperCase(),
      capital(small),
      small.replace(/\S+/gu, capital),
      small.replace(/\p{L}+/gu, capital),
    ]),
  ]
}

type ValueTable = 'record_terms' | 'answer_terms' | 'suggestions' | 'responses' | 'response_counts' | 'doubts'

/** The rows of a table that belong to hits, as a `from` clause with its first condition. */
function rowsOf(hits: Hits, table: ValueTable, datasetId: string) {
  const name = sql.table(table)
  switch (hits.where) {
    case 'everywhere':
      return sql`${name} as t where t.dataset_id = ${datasetId}`
    case 'through hits':
      // On SQLite, `cross join` also fixes the join order.
      return sql`hits cross join ${name} as t where t.record_pk = hits.pk`
    case 'testing rows':
      // `is true` keeps PostgreSQL from making a join of it, for which it would assume few hits: it cannot tell how many records are pending.
      return sql`${name} as t where t.dataset_id = ${datasetId} and (t.record_pk in (select pk from hits)) is true`
  }
}

function selectsOf(
  query: RecordQuery,
  { plan: { source, size, containing }, span }: CountedFacet,
  facet: number,
  hits: Hits,
): RawBuilder<FacetRow>[] {
  const { datasetId, userId, target, hasAssignments, setAside = [] } = query
  const rows = (table: ValueTable) => rowsOf(hits, table, datasetId)
  const top = (value: RawBuilder<unknown>, from: RawBuilder<unknown>, records = sql`count(*)`) =>
    sql<FacetRow>`select * from (select ${facet} as facet, ${value} as value, ${records} as count from ${from}${having(value, containing)} group by 2 order by count desc, min(t.record_pk) limit ${size + 1}) as f${sql.raw(String(facet))}`
  const histogram = (num: RawBuilder<unknown>, from: RawBuilder<unknown>, records = sql`count(*)`) => {
    if (!span) return []
    // Multiplied before dividing, so that 0.6 of ten buckets is bucket 6 and not, by rounding, bucket 5.
    const bucket = sql`cast(floor((${num} - ${span.from}) * ${span.count} / ${span.width}) as integer)`
    return [
      sql<FacetRow>`select ${facet} as facet, cast(${bucket} as text) as value, ${records} as count from ${from} and ${num} is not null group by 2`,
    ]
  }
  const eachRecord = sql`count(distinct t.record_pk)`
  const mine = userId === undefined ? sql`` : sql` and t.user_id = ${userId}`
  switch (source.of) {
    case 'metadata': {
      const from = sql`${rows('record_terms')} and t.property = ${source.property}`
      return source.isNumber ? histogram(sql`t.num`, from) : [top(sql`t.term`, sql`${from} and t.term is not null`)]
    }
    case 'answers': {
      const from = sql`${rows('answer_terms')} and t.kind = ${source.kind} and t.question_id = ${source.questionId}`
      if (source.kind === 'suggestion') return [top(sql`t.term`, from)]
      return [top(sql`t.term`, sql`${from}${mine}`, userId === undefined ? eachRecord : undefined)]
    }
    case 'scores':
      return histogram(
        sql`t.num`,
        sql`${rows('answer_terms')} and t.kind = 'score' and t.question_id = ${source.questionId}`,
        eachRecord,
      )
    case 'suggestions': {
      const column = sql.ref(`t.${source.column}`)
      return [
        top(column, sql`${rows('suggestions')} and t.question_id = ${source.questionId} and ${column} is not null`),
      ]
    }
    case 'status': {
      const records = userId === undefined ? eachRecord : sql`count(*)`
      const from = sql`${rows('responses')}${mine}`
      return [
        sql<FacetRow>`select ${facet} as facet, t.status as value, ${records} as count from ${from} group by t.status`,
        sql<FacetRow>`select ${facet} as facet, 'answered' as value, ${records} as count from ${from}`,
        allOf(facet, hits, datasetId),
        ...(setAside.length === 0 ? [] : [setAsideOf(facet, hits, setAside)]),
        ...(target === undefined || userId === undefined
          ? []
          : [
              sql<FacetRow>`select ${facet} as facet, 'closed' as value, count(*) as count from ${rows('response_counts')} and t.submitted >= ${target}
                and not exists (select 1 from responses as own where own.record_pk = t.record_pk and own.user_id = ${userId})`,
            ]),
        ...(hasAssignments && userId !== undefined ? [awayOf(facet, hits, query, userId)] : []),
      ]
    }
    case 'completion':
      return [
        sql<FacetRow>`select ${facet} as facet, 'completed' as value, count(*) as count from ${rows('response_counts')} and ${isCompleted('t', source)}`,
        allOf(facet, hits, datasetId),
      ]
    case 'doubt': {
      const from =
        source.ofUser === undefined ? rows('doubts') : sql`${rows('doubts')} and t.user_id = ${source.ofUser}`
      return [
        sql<FacetRow>`select ${facet} as facet, case when t.resolved_at is null then 'open' else 'resolved' end as value, ${eachRecord} as count from ${from} group by 2`,
      ]
    }
    case 'gold':
      return [
        sql<FacetRow>`select ${facet} as facet, 'gold' as value, count(*) as count from ${rows('response_counts')} and t.submitted >= ${sql.lit(GOLD_COUNT)}`,
        allOf(facet, hits, datasetId),
      ]
    case 'time': {
      const column = sql.ref(`r.${source.property}`)
      const from =
        hits.where === 'everywhere'
          ? sql`records as r where r.dataset_id = ${datasetId}`
          : sql`hits cross join records as r where r.pk = hits.pk`
      return histogram(column, from)
    }
  }
}

/** Records for others only, as far as they are in none of the other counts. */
function awayOf(facet: number, hits: Hits, { datasetId, target }: RecordQuery, userId: string): RawBuilder<FacetRow> {
  const from =
    hits.where === 'everywhere'
      ? sql`(select distinct record_pk as pk from assignments where dataset_id = ${datasetId}) as t`
      : sql`hits as t`
  const isClosed =
    target === undefined
      ? sql``
      : sql` and not exists (select 1 from response_counts as c where c.record_pk = t.pk and c.submitted >= ${target})`
  return sql<FacetRow>`select ${facet} as facet, 'away' as value, count(*) as count from ${from} where not ${isTheirs(sql.ref('t.pk'), userId)}
    and not exists (select 1 from responses as own where own.record_pk = t.pk and own.user_id = ${userId})${isClosed}`
}

function setAsideOf(facet: number, hits: Hits, setAside: readonly number[]): RawBuilder<FacetRow> {
  return hits.where === 'everywhere'
    ? sql<FacetRow>`select ${facet} as facet, 'set aside' as value, cast(${setAside.length} as bigint) as count`
    : sql<FacetRow>`select ${facet} as facet, 'set aside' as value, count(*) as count from hits where pk in ${keyRows(keyText(setAside))}`
}

function allOf(facet: number, hits: Hits, datasetId: string): RawBuilder<FacetRow> {
  return hits.where === 'everywhere'
    ? sql<FacetRow>`select ${facet} as facet, 'all' as value, records as count from dataset_stats where dataset_id = ${datasetId}`
    : sql<FacetRow>`select ${facet} as facet, 'all' as value, count(*) as count from hits`
}
