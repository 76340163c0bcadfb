import type { SortItem, TaskQuery } from '@postil/contract/task/query'
import type { Query, SearchSchema } from '@postil/domain/search/index'
import { Transaction } from 'kysely'
import { nowMicros } from '../../../db/clock'
import type { Db } from '../../../db/tables'
import { RecentMap } from '../../../search/recent-map'
import { badRequest, invalidTextSearch } from '../../../wire/classic-errors'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { findDatasetFields } from '../records/records.service'
import type { IndexedDataset, MetadataFacets, SortKey, VectorAsked } from '../search-thread/protocol'
import { type CompiledQuery, compileQueryText, compileRules, compileTaskQuery } from './compile-query'
import { taskSchema } from './task-schema'

/** An open dataset with everything needed to search it. */
export interface SearchableDataset {
  indexed: IndexedDataset
  schema: SearchSchema
  facets: MetadataFacets
  hasVectors: boolean
  compile(query: TaskQuery | null | undefined): CompiledQuery
  /** Compile the queries of rules, leaving out invalid ones. */
  compileRules(queries: readonly string[]): Query[]
  compileText(text: string | null | undefined): CompiledQuery['text']
  compileSort(sort: readonly SortItem[] | null | undefined): SortKey[]
  /** @param limit - the page size, and the number of hits when the query does not specify it */
  compileVector(query: TaskQuery | null | undefined, limit: number): VectorAsked | undefined
}

const METADATA = 'metadata.'

const SORTABLE = new Set([
  'id',
  'metadata',
  'score',
  'predicted',
  'predicted_as',
  'predicted_by',
  'annotated_as',
  'annotated_by',
  'status',
  'last_updated',
  'event_timestamp',
])

/** Prepare a dataset for searching. Throws 400 when it is closed. */
export async function openSearch(db: Db, dataset: FoundTaskDataset): Promise<SearchableDataset> {
  const { id, task, version, seals } = assertOpen(dataset)
  const { vectors, schema, facets } = await findFields(db, { id, task, version })
  const nowMs = Math.floor(nowMicros() / 1000)
  return {
    indexed: { id, task, version, seals },
    schema,
    facets,
    hasVectors: vectors.size > 0,
    compile: (query) => compileTaskQuery(query ?? {}, task, schema, nowMs),
    compileRules: (queries) => compileRules(queries, schema, nowMs),
    compileText: (text) => compileQueryText(text, schema, nowMs),
    compileSort: (sort) => compileSort(sort, schema),
    compileVector: (query, limit) => {
      const vector = query?.vector
      if (!vector) return undefined
      const dimensions = vectors.get(vector.name)
      if (dimensions === undefined) throw invalidTextSearch(`The dataset has no vector ${vector.name}`)
      if (dimensions !== vector.value.length)
        throw invalidTextSearch(
          `The vector ${vector.name} has ${dimensions} dimensions, the query ${vector.value.length}`,
        )
      return { name: vector.name, dimensions, value: vector.value, k: vector.k ?? (limit || SIMILAR_DEFAULT) }
    },
  }
}

interface SearchableFields {
  version: number
  vectors: ReadonlyMap<string, number>
  schema: SearchSchema
  facets: MetadataFacets
}

/** Maximum number of datasets whose fields are cached. */
const DATASETS_KEPT = 20
const keptFields = new RecentMap<SearchableFields>(DATASETS_KEPT)

/** What can be searched in a dataset. Every change of that comes with a new version of the dataset, so it is read once for each. */
async function findFields(
  db: Db,
  { id, task, version }: Pick<FoundTaskDataset, 'id' | 'task' | 'version'>,
): Promise<SearchableFields> {
  const kept = keptFields.get(id)
  if (kept?.version === version) return kept
  const { fields, vectors } = await findDatasetFields(db, id)
  const found = {
    version,
    vectors,
    schema: taskSchema({ task, fields, vectors: vectors.keys() }),
    facets: [...fields].flatMap(
      ([name, type]): MetadataFacets => (name.startsWith(METADATA) ? [[name.slice(METADATA.length), type]] : []),
    ),
  }
  // A transaction may see fields that are never committed.
  if (!(db instanceof Transaction)) keptFields.set(id, found)
  return found
}

/** The number of similar records to count when no page of them is requested. */
const SIMILAR_DEFAULT = 5

/**
 * Resolve the fields to sort by (classic-api §7.3). Throws 400 for a field that does not support sorting, or that the dataset does not
 * have.
 */
function compileSort(sort: readonly SortItem[] | null | undefined, schema: SearchSchema): SortKey[] {
  return (sort ?? []).map(({ id, order }) => {
    if (!SORTABLE.has(id.split('.', 1)[0] ?? ''))
      throw badRequest(`Wrong sort id ${id}. Valid values are: ${[...SORTABLE].join(', ')}`)
    const field = schema.find(id)
    if (!field || field.kind === 'std' || field.kind === 'ws')
      throw invalidTextSearch(`No mapping found for [${id}] in order to sort on`)
    return { field, order }
  })
}
