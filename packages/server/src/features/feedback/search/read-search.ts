import type { RecordSearch, TextQuery } from '@postil/contract/feedback/record-search'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { SearchSort } from '@postil/contract/feedback/search-scopes'
import { MAX_SIMPLE_WORDS, makeSchema, parseSimple, resolveQuery } from '@postil/domain/search/index'
import type { SessionUser } from '../../../context'
import { textStoreOf } from '../../../db/engines/text-store-of'
import type { DatasetTable, Db } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { loadQueue } from '../../../search/open-elsewhere'
import {
  type QueueState,
  type RecordFilter,
  type RecordQuery,
  type RecordSort,
  withGold,
} from '../../../search/record-query'
import { findSettledNumbers } from '../../../search/text/field-numbers'
import type { SimilarityQuery } from '../../../search/vectors/find-nearest'
import type { ListScope } from '../records/list-query/list-records'
import type { Include } from '../records/list-query/parse-include'
import { parseListQuery } from '../records/list-query/parse-list-query'
import { readFilter } from './read-filter'
import { readVector } from './read-vector'
import { getProperty, getQuestion, loadSearchSchema, type SchemaNeeds, type SearchSchema } from './search-schema'

/** A search, resolved against the dataset. */
export interface ReadSearch {
  schema: SearchSchema
  query: RecordQuery
  /** What is pending for the user without the filters of the query. */
  queue: QueueState
  similarity: SimilarityQuery | undefined
  include: Include
}

/** Resolve a search; errors are reported in the order of feedback-api §6.3. Throws `InvalidError`. */
export async function readSearch(
  db: Db,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordListQuery,
  body: RecordSearch,
  scope: ListScope,
  needs: Partial<SchemaNeeds> = {},
): Promise<ReadSearch> {
  const { text, vector } = body.query ?? {}
  const scopes = [...(body.filters?.and ?? []), ...(body.sort ?? [])].map((one) => one.scope)
  const [schema, queue] = await Promise.all([
    loadSearchSchema(db, user, dataset, {
      properties:
        given.metadata.length > 0 || given.sort_by.length > 0 || scopes.some(({ entity }) => entity === 'metadata'),
      questions: scopes.some((one) => 'question' in one),
      ...needs,
    }),
    loadQueue(db, dataset, scope === 'mine' ? user.id : undefined),
  ])
  const filters: RecordFilter[] = (body.filters?.and ?? []).map((filter) => readFilter(schema, filter))
  const sorts = (body.sort ?? []).map((sort) => readSort(schema, sort))
  const similarity = vector ? await readVector(db, user, dataset, vector, given) : undefined
  if (text) filters.push(await readText(db, dataset, text))
  const listed = parseListQuery(given, schema.properties)
  return {
    schema,
    query: withGold({
      datasetId: dataset.id,
      ...queue,
      filters: [...filters, ...listed.filters],
      sorts: sorts.length > 0 ? sorts : listed.sorts,
    }),
    queue,
    similarity,
    include: listed.include,
  }
}

/** Resolve a sort key of a search. Throws `InvalidError` for unknown names and for properties without an order. */
function readSort(schema: SearchSchema, { scope, order }: SearchSort): RecordSort {
  switch (scope.entity) {
    case 'record':
      if (scope.property === 'status') throw new InvalidError('Records cannot be sorted by their status')
      if (scope.property === 'decided_at') throw new InvalidError('Records cannot be sorted by decisions')
      if (scope.property === 'gold') throw new InvalidError('Records cannot be sorted by whether they are gold')
      if (scope.property === 'doubt') throw new InvalidError('Records cannot be sorted by doubts')
      if (scope.property === 'id' || scope.property === 'external_id')
        throw new InvalidError('Records cannot be sorted by their ids')
      return { by: { on: 'record', property: scope.property }, order }
    case 'metadata': {
      const { name, isNumber } = getProperty(schema, scope.metadata_property)
      return { by: { on: 'metadata', property: name, isNumber }, order }
    }
    case 'suggestion': {
      const { id, settings } = getQuestion(schema, scope.question)
      const { property } = scope
      if (property === 'type') throw new InvalidError('Records cannot be sorted by the type of a suggestion')
      const isNumber = property === 'score' || (property === 'value' && settings.type === 'rating')
      return { by: { on: 'suggestion', questionId: id, property, isNumber }, order }
    }
    case 'response': {
      if (!scope.question) throw new InvalidError('Records cannot be sorted by the status of a response')
      const { id, settings } = getQuestion(schema, scope.question)
      return { by: { on: 'response', questionId: id, isNumber: settings.type === 'rating' }, order }
    }
  }
}

/** Maximum length of a query in UTF-16 units, far more than its maximum number of words (`MAX_SIMPLE_WORDS`) takes; the rest is cut off. */
const MAX_UNITS = 20_000
/** Maximum number of lookups of a word in a field: PostgreSQL allows 65,535 values per statement, and a phrase takes two or three. */
const MAX_LOOKUPS = 8192

/** Resolve a text query to a filter, on one field or on all of them together. Throws `InvalidError` for a field that does not exist. */
async function readText(
  db: Db,
  dataset: Pick<DatasetTable, 'id' | 'status'>,
  { q, field }: TextQuery,
): Promise<RecordFilter> {
  const numbers = await findSettledNumbers(db, dataset)
  const names = [...numbers.keys()]
  if (typeof field === 'string' && !names.includes(field))
    throw new InvalidError(`Field \`${field}\` not found in dataset \`${dataset.id}\`.`)
  const asked = typeof field === 'string' ? [field] : names
  const schema = makeSchema(
    names.map((name) => ({ name, kind: 'std', plain: true })),
    asked,
  )
  const most = Math.min(MAX_SIMPLE_WORDS, Math.ceil(MAX_LOOKUPS / Math.max(1, asked.length)))
  const query = resolveQuery(parseSimple(q.slice(0, MAX_UNITS), most), schema, { query: q, nowMs: 0 })
  return { on: 'text', match: textStoreOf(db).match(query, (name) => numbers.get(name)) }
}
