import { indexedTerm } from '@postil/domain/records/metadata-terms'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../db/tables'
import { isReachable, isTheirs } from './assigned'
import { decidedFor } from './decided'
import { keyRows, keyText } from './key-list'
import { isCompleted } from './known-count'
import { type AnswerStatus, type FilterQuery, GOLD_COUNT, type RecordFilter, type Test } from './record-query'

/** In a query that filters records, the table `records` always has the alias `r`. */
export type RecordTables = Tables & { r: Tables['records'] }
type Builder = ExpressionBuilder<RecordTables, 'r'>

/**
 * Compile a query to conditions on `records as r`: its dataset and each of its filters. By default a filter is "the record is among those
 * with such a value", read from an index of values, so that the engine can start with the most selective filter or only test membership.
 * When few records are left to test (`isNarrow`), it is "the record has such a value".
 */
export function compileFilters(query: FilterQuery): (eb: Builder) => Expression<SqlBool> {
  return (eb) => {
    const filters = query.filters.map((one) => compile(eb, query, one))
    // A narrow query gets its records from a text search, which is limited to the dataset already; repeating the condition would tempt
    // SQLite to read the whole dataset.
    return query.isNarrow ? eb.and(filters) : eb.and([eb('r.dataset_id', '=', query.datasetId), ...filters])
  }
}

function compile(eb: Builder, query: FilterQuery, filter: RecordFilter): Expression<SqlBool> {
  switch (filter.on) {
    case 'status':
      return compileStatus(eb, query, filter.anyOf)
    case 'metadata':
      return compileMetadata(eb, query, filter)
    case 'response':
      return compileResponse(eb, query, filter)
    case 'suggestion':
      return compileSuggestion(eb, query, filter)
    case 'record':
      return compileTime(eb, filter)
    case 'key':
      return eb(`r.${filter.property}`, 'in', filter.anyOf)
    case 'completion':
      return compileCompletion(eb, query, filter)
    case 'doubt':
      return compileDoubt(eb, query, filter)
    case 'decided':
      return compileDecided(eb, query, filter)
    case 'gold':
      return compileGold(eb, query, filter)
    case 'reach':
      return isReachable({ pk: eb.ref('r.pk'), datasetId: eb.ref('r.dataset_id') }, query.userId ?? '')
    case 'text':
      return (query.isWide && filter.match.has?.(eb.ref('r.pk'))) || filter.match.among(eb.ref('r.pk'))
  }
}

function compileStatus(eb: Builder, query: FilterQuery, anyOf: readonly AnswerStatus[]): Expression<SqlBool> {
  const statuses = [...new Set(anyOf)].filter((status) => status !== 'pending')
  const conditions: Expression<SqlBool>[] = []
  if (anyOf.includes('pending')) {
    // Tested record by record, so that a page of pending records stops at its last one, however many were answered. A scalar subquery
    // rather than `not exists`, which PostgreSQL turns into a join of all records with all answers while it has no statistics. It selects
    // the user, which is in the index, so that the response itself is not read.
    const any = eb
      .selectFrom('responses as answered')
      .select('answered.user_id')
      .whereRef('answered.record_pk', '=', 'r.pk')
    const mine = query.userId === undefined ? any : any.where('answered.user_id', '=', query.userId)
    const isUnanswered = eb(mine.limit(1), 'is', null)
    conditions.push(query.userId === undefined ? isUnanswered : eb.and([isUnanswered, ...isOpen(eb, query)]))
  }
  if (statuses.length > 0) {
    const any = eb.selectFrom('responses as given').select('given.record_pk').where('given.status', 'in', statuses)
    const mine = query.userId === undefined ? any : any.where('given.user_id', '=', query.userId)
    // A scalar subquery for the same reason. Without the dataset, since SQLite would otherwise search all answers in the dataset each time.
    const one = mine.whereRef('given.record_pk', '=', 'r.pk').limit(1)
    const among = mine.where('given.dataset_id', '=', query.datasetId)
    conditions.push(query.isNarrow ? eb(one, 'is not', null) : eb('r.pk', 'in', among))
  }
  return eb.or(conditions)
}

/** What closes a record for a user is looked up like an answer: by itself, for a page that stops at its last record. */
function isOpen(eb: Builder, query: FilterQuery): Expression<SqlBool>[] {
  const { hasAssignments, userId, setAside = [] } = query
  const keys = isList(setAside) ? (setAside.length === 0 ? undefined : keyText(setAside)) : setAside
  const isFree = keys === undefined ? [] : [sql<SqlBool>`${eb.ref('r.pk')} not in ${keyRows(keys)}`]
  const isForThem = hasAssignments && userId !== undefined ? [isTheirs(eb.ref('r.pk'), userId)] : []
  return [...isBelowTarget(eb, query), ...isFree, ...isForThem]
}

/** A value of a prepared statement is an object while the statement is built, so it cannot be told by its type. */
function isList(setAside: readonly number[] | string): setAside is readonly number[] {
  return Array.isArray(setAside)
}

function isBelowTarget(eb: Builder, { target }: FilterQuery): Expression<SqlBool>[] {
  if (target === undefined) return []
  const closed = eb
    .selectFrom('response_counts as closed')
    .select('closed.record_pk')
    .whereRef('closed.record_pk', '=', 'r.pk')
    .where('closed.submitted', '>=', target)
  return [eb(closed.limit(1), 'is', null)]
}

function compileMetadata(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { property, test }: Extract<RecordFilter, { on: 'metadata' }>,
): Expression<SqlBool> {
  const found = eb
    .selectFrom('record_terms as m')
    .select('m.record_pk')
    .where('m.dataset_id', '=', datasetId)
    .where('m.property', '=', property)
    .where((inner) => testOf(test, inner.ref('m.term'), inner.ref('m.num')))
  return isNarrow ? eb.exists(found.whereRef('m.record_pk', '=', 'r.pk')) : eb('r.pk', 'in', found)
}

function compileResponse(
  eb: Builder,
  { datasetId, userId, isNarrow }: FilterQuery,
  { questionId, test }: Extract<RecordFilter, { on: 'response' }>,
): Expression<SqlBool> {
  const any = answerTerms(eb, datasetId, 'response', questionId, test)
  const found = userId === undefined ? any : any.where('a.user_id', '=', userId)
  return isNarrow ? eb.exists(found.whereRef('a.record_pk', '=', 'r.pk')) : eb('r.pk', 'in', found)
}

function compileSuggestion(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { questionId, property, test }: Extract<RecordFilter, { on: 'suggestion' }>,
): Expression<SqlBool> {
  switch (property) {
    case 'value':
    case 'score': {
      const kind = property === 'value' ? 'suggestion' : 'score'
      const found = answerTerms(eb, datasetId, kind, questionId, test)
      return isNarrow ? eb.exists(found.whereRef('a.record_pk', '=', 'r.pk')) : eb('r.pk', 'in', found)
    }
    case 'agent':
    case 'type': {
      const found = eb
        .selectFrom('suggestions as s')
        .select('s.record_pk')
        .where('s.dataset_id', '=', datasetId)
        .where('s.question_id', '=', questionId)
        .where((inner) => testOf(test, inner.ref(`s.${property}`), sql<number | null>`null`))
      return isNarrow ? eb.exists(found.whereRef('s.record_pk', '=', 'r.pk')) : eb('r.pk', 'in', found)
    }
  }
}

function answerTerms(
  eb: Builder,
  datasetId: string,
  kind: 'response' | 'suggestion' | 'score',
  questionId: string,
  test: Test,
) {
  return eb
    .selectFrom('answer_terms as a')
    .select('a.record_pk')
    .where('a.dataset_id', '=', datasetId)
    .where('a.kind', '=', kind)
    .where('a.question_id', '=', questionId)
    .where((inner) => testOf(test, inner.ref('a.term'), inner.ref('a.num')))
}

function compileTime(eb: Builder, { property, test }: Extract<RecordFilter, { on: 'record' }>): Expression<SqlBool> {
  if ('terms' in test) {
    const times = test.terms.map(Number).filter(Number.isFinite)
    return times.length === 0 ? eb.lit(false) : eb(`r.${property}`, 'in', times.map(toMicros))
  }
  const { ge, le } = test
  return eb.and([
    ...(ge === undefined ? [] : [eb(`r.${property}`, '>=', toMicros(ge))]),
    ...(le === undefined ? [] : [eb(`r.${property}`, '<=', toMicros(le))]),
  ])
}

function compileCompletion(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { anyOf, ...completion }: Extract<RecordFilter, { on: 'completion' }>,
): Expression<SqlBool> {
  const isAsked = anyOf.includes('completed')
  if (isAsked === anyOf.includes('pending')) return eb.lit(isAsked)
  const completed = eb
    .selectFrom('response_counts as done')
    .select('done.record_pk')
    .where(isCompleted('done', completion))
  if (isNarrow) return eb(completed.whereRef('done.record_pk', '=', 'r.pk'), isAsked ? 'is not' : 'is', null)
  return eb('r.pk', isAsked ? 'in' : 'not in', completed.where('done.dataset_id', '=', datasetId))
}

function compileDoubt(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { anyOf, ofUser }: Extract<RecordFilter, { on: 'doubt' }>,
): Expression<SqlBool> {
  const isOpen = anyOf.includes('open')
  const any = eb.selectFrom('doubts as d').select('d.record_pk').where('d.dataset_id', '=', datasetId)
  const theirs = ofUser === undefined ? any : any.where('d.user_id', '=', ofUser)
  const found =
    isOpen && anyOf.includes('resolved') ? theirs : theirs.where('d.resolved_at', isOpen ? 'is' : 'is not', null)
  return isNarrow ? eb.exists(found.whereRef('d.record_pk', '=', 'r.pk')) : eb('r.pk', 'in', found)
}

function compileDecided(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { notified, from, to }: Extract<RecordFilter, { on: 'decided' }>,
): Expression<SqlBool> {
  const found = decidedFor(datasetId, notified, { from, to })
  const pk = eb.ref('r.pk')
  if (isNarrow) return sql<SqlBool>`exists (select 1 from ${found} and decision.record_pk = ${pk})`
  return sql<SqlBool>`${pk} in (select decision.record_pk from ${found})`
}

function compileGold(
  eb: Builder,
  { datasetId, isNarrow }: FilterQuery,
  { anyOf }: Extract<RecordFilter, { on: 'gold' }>,
): Expression<SqlBool> {
  const isAsked = anyOf.includes('gold')
  if (isAsked === anyOf.includes('ordinary')) return eb.lit(isAsked)
  const gold = eb
    .selectFrom('response_counts as gold')
    .select('gold.record_pk')
    .where('gold.submitted', '>=', sql.lit(GOLD_COUNT))
  if (isNarrow) return eb(gold.whereRef('gold.record_pk', '=', 'r.pk'), isAsked ? 'is not' : 'is', null)
  return eb('r.pk', isAsked ? 'in' : 'not in', gold.where('gold.dataset_id', '=', datasetId))
}

/** Convert milliseconds to the microseconds that are stored. Clients send numbers of any size, so the result is clamped. */
export function toMicros(millis: number): number {
  return Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.round(millis * 1000)))
}

function testOf(test: Test, term: Expression<string | null>, num: Expression<number | null>): Expression<SqlBool> {
  if ('terms' in test) return sql<SqlBool>`${term} in (${sql.join(test.terms.map(indexedTerm))})`
  const bounds = [
    ...(test.ge === undefined ? [] : [sql<SqlBool>`${num} >= ${test.ge}`]),
    ...(test.le === undefined ? [] : [sql<SqlBool>`${num} <= ${test.le}`]),
  ]
  return sql<SqlBool>`(${sql.join(bounds, sql` and `)})`
}
