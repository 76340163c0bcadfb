import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { RecordTables } from './compile-filters'
import type { RecordQuery, RecordSort } from './record-query'

type Builder = ExpressionBuilder<RecordTables, 'r'>
type Sorted<Out> = SelectQueryBuilder<RecordTables, 'r', Out>

/**
 * Order a query on `records as r` by the query's sorts. Records without a value come last in both directions; lists compare by
 * their smallest value when ascending, their largest when descending; what is still equal stays in the order of insertion.
 */
export function compileSorts<Out>(from: Sorted<Out>, query: RecordQuery): Sorted<Out> {
  let sorted = from
  for (const sort of query.sorts) {
    const { by, order } = sort
    // These two are never null, and said so plainly the engine may read them from an index.
    if (by.on === 'record') sorted = sorted.orderBy(`r.${by.property}`, order)
    else
      sorted = sorted.orderBy(
        (eb) => keyOf(eb, query, sort),
        (ob) => (order === 'asc' ? ob.asc() : ob.desc()).nullsLast(),
      )
  }
  const last = query.sorts.at(-1)
  const isByTime = query.sorts.length === 1 && last?.by.on === 'record'
  return sorted.orderBy('r.pk', isByTime && last ? last.order : 'asc')
}

function keyOf(eb: Builder, query: RecordQuery, { by, order }: RecordSort) {
  switch (by.on) {
    case 'record':
      return eb.ref(`r.${by.property}`)
    case 'metadata':
      return eb
        .selectFrom('record_terms as m')
        .select(extreme(order, by.isNumber ? 'm.num' : 'm.term').as('value'))
        .whereRef('m.record_pk', '=', 'r.pk')
        .where('m.property', '=', by.property)
    case 'response': {
      const any = answerTerms(eb, 'response', by.questionId, by.isNumber, order)
      return query.userId === undefined ? any : any.where('a.user_id', '=', query.userId)
    }
    case 'certainty':
      return eb
        .selectFrom('answer_terms as a')
        .select(extreme(order, 'a.num').as('value'))
        .whereRef('a.record_pk', '=', 'r.pk')
        .where('a.kind', '=', 'score')
    case 'suggestion':
      if (by.property !== 'agent')
        return answerTerms(eb, by.property === 'score' ? 'score' : 'suggestion', by.questionId, by.isNumber, order)
      return eb
        .selectFrom('suggestions as s')
        .select(extreme(order, 's.agent').as('value'))
        .whereRef('s.record_pk', '=', 'r.pk')
        .where('s.question_id', '=', by.questionId)
  }
}

function answerTerms(
  eb: Builder,
  kind: 'response' | 'suggestion' | 'score',
  questionId: string,
  isNumber: boolean,
  order: RecordSort['order'],
) {
  return eb
    .selectFrom('answer_terms as a')
    .select(extreme(order, isNumber ? 'a.num' : 'a.term').as('value'))
    .whereRef('a.record_pk', '=', 'r.pk')
    .where('a.kind', '=', kind)
    .where('a.question_id', '=', questionId)
}

function extreme(order: RecordSort['order'], column: string): RawBuilder<string | number | null> {
  return order === 'asc' ? sql`min(${sql.ref(column)})` : sql`max(${sql.ref(column)})`
}
