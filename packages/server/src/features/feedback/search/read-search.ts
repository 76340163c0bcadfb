import type { RecordSearch } from '@postil/contract/feedback/record-search'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { loadQueue } from '../../../search/open-elsewhere'
import type { RecordFilter, RecordQuery } from '../../../search/record-query'
import type { SimilarityQuery } from '../../../search/vectors/find-nearest'
import type { Include } from '../records/list-query/parse-include'
import { parseListQuery } from '../records/list-query/parse-list-query'
import type { ListScope } from '../records/list-records'
import { readFilter } from './read-filter'
import { readSort } from './read-sort'
import { readText } from './read-text'
import { readVector } from './read-vector'
import { loadSearchSchema, type SchemaNeeds, type SearchSchema } from './search-schema'

/** A search, read against the dataset. */
export interface ReadSearch {
  schema: SearchSchema
  query: RecordQuery
  similarity: SimilarityQuery | undefined
  include: Include
}

/** Read a search; what is wrong is said in the order of feedback-api §6.3. Throws `InvalidError`. */
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
  const schema = await loadSearchSchema(db, user, dataset, {
    properties:
      given.metadata.length > 0 || given.sort_by.length > 0 || scopes.some(({ entity }) => entity === 'metadata'),
    questions: scopes.some((one) => 'question' in one),
    ...needs,
  })
  const filters: RecordFilter[] = (body.filters?.and ?? []).map((filter) => readFilter(schema, filter))
  const sorts = (body.sort ?? []).map((sort) => readSort(schema, sort))
  const similarity = vector ? await readVector(db, dataset.id, vector, given) : undefined
  if (text) filters.push(await readText(db, dataset, text))
  const listed = parseListQuery(given, schema.properties)
  const userId = scope === 'mine' ? user.id : undefined
  return {
    schema,
    query: {
      datasetId: dataset.id,
      ...(await loadQueue(db, dataset, userId)),
      filters: [...filters, ...listed.filters],
      sorts: sorts.length > 0 ? sorts : listed.sorts,
    },
    similarity,
    include: listed.include,
  }
}
