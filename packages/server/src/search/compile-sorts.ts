import { type Expression, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isPostgres } from '../db/engines/is-postgres'
import type { Db } from '../db/tables'
import type { RecordTables } from './compile-filters'
import type { RecordQuery, RecordSort, SortKey } from './record-query'

type Builder = ExpressionBuilder<RecordTables, 'r'>
type Sorted<Out> = SelectQueryBuilder<RecordTables, 'r', Out>

const LEAST_CERTAIN: RecordSort = { by: { on: 'certainty' }, order: 'asc' }
const OLDEST: RecordSort = { by: { on: 'record', property: 'inserted_at' }, order: 'asc' }

/**
 * The sorts of a query. Without explicit sorts, a user gets the order of the dataset's queue, and a list that belongs to no user the order
 * of insertion. The `mixed` queue is not a sort: see `isOwnOrder`.
 */
export function sortsOf({ sorts, userId, queueOrder }: RecordQuery): readonly RecordSort[] {
  if (sorts.length > 0) return sorts
  return [userId !== undefined && queueOrder === 'uncertain' ? LEAST_CERTAIN : OLDEST]
}

/** True for a sort by one time only. Records with equal times are then ordered by insertion, in the direction of the sort. */
export function isTimeOrder([first, ...others]: readonly RecordSort[]): boolean {
  return first?.by.on === 'record' && others.length === 0
}

/** Whether the keys of a sort are numbers; otherwise they are texts. */
export function isNumberSort({ by }: RecordSort): boolean {
  return by.on === 'record' || by.on === 'certainty' || by.isNumber
}

/**
 * Select the keys of a query's sorts as `key0`, `key1` and so on, and order by them. Records without a value come last in both directions;
 * lists compare by their smallest value when ascending, by their largest when descending; texts compare by code point; ties are in the order
 * of insertion.
 */
export function compileSorts<Out>(db: Db, from: Sorted<Out>, query: RecordQuery) {
  const sorts = sortsOf(query)
  let sorted = from.select((eb) => sorts.map((sort, at) => keyOf(db, eb, query, sort).as(`key${at}`)))
  for (const [at, { by, order }] of sorts.entries()) {
    // These two columns are never null. Without a `nulls last`, the engine can read the order from an index.
    if (by.on === 'record') sorted = sorted.orderBy(`r.${by.property}`, order)
    else sorted = sorted.orderBy(sql.ref(`key${at}`), (ob) => (order === 'asc' ? ob.asc() : ob.desc()).nullsLast())
  }
  return sorted.orderBy('r.pk', isTimeOrder(sorts) ? sorts[0]?.order : 'asc')
}

/** The value by which a sort compares a record. */
export function keyOf(db: Db, eb: Builder, query: RecordQuery, sort: RecordSort): RawBuilder<SortKey> {
  return sql`${compileKey(db, eb, query, sort)}`
}

function compileKey(db: Db, eb: Builder, query: RecordQuery, { by, order }: RecordSort): Expression<unknown> {
  const number = (column: string) => extreme(order, sql.ref(column))
  const text = (column: string) => extreme(order, byCodePoint(db, column))
  switch (by.on) {
    case 'record':
      return eb.ref(`r.${by.property}`)
    case 'metadata':
      return eb
        .selectFrom('record_terms as m')
        .select((by.isNumber ? number('m.num') : text('m.term')).as('value'))
        .whereRef('m.record_pk', '=', 'r.pk')
        .where('m.property', '=', by.property)
    case 'response': {
      const any = answerTerms(eb, 'response', by.questionId, by.isNumber ? number('a.num') : text('a.term'))
      return query.userId === undefined ? any : any.where('a.user_id', '=', query.userId)
    }
    case 'certainty':
      return eb
        .selectFrom('answer_terms as a')
        .select(number('a.num').as('value'))
        .whereRef('a.record_pk', '=', 'r.pk')
        .where('a.kind', '=', 'score')
    case 'suggestion':
      if (by.property !== 'agent')
        return answerTerms(
          eb,
          by.property === 'score' ? 'score' : 'suggestion',
          by.questionId,
          by.isNumber ? number('a.num') : text('a.term'),
        )
      return eb
        .selectFrom('suggestions as s')
        .select(text('s.agent').as('value'))
        .whereRef('s.record_pk', '=', 'r.pk')
        .where('s.question_id', '=', by.questionId)
  }
}

function answerTerms(
  eb: Builder,
  kind: 'response' | 'suggestion' | 'score',
  questionId: string,
  value: RawBuilder<SortKey>,
) {
  return eb
    .selectFrom('answer_terms as a')
    .select(value.as('value'))
    .whereRef('a.record_pk', '=', 'r.pk')
    .where('a.kind', '=', kind)
    .where('a.question_id', '=', questionId)
}

/** A text that compares by code point, and not as words of the language that a PostgreSQL database was created for. */
function byCodePoint(db: Db, column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)} collate ${sql.raw(isPostgres(db) ? '"C"' : 'binary')}`
}

function extreme(order: RecordSort['order'], value: RawBuilder<unknown>): RawBuilder<SortKey> {
  return order === 'asc' ? sql`min(${value})` : sql`max(${value})`
}
