import { TASK_LIMITS } from '@postil/contract/task/constants'
import type {
  AnyRecordBody,
  Text2TextBody,
  TextClassificationBody,
  TokenClassificationBody,
} from '@postil/contract/task/records'
import { type Aggregations, type SearchBody, type SearchParams, searchRoutes } from '@postil/contract/task/search'
import { toRecordBody } from '@postil/domain/task-records/wire'
import type { Db } from '../../../db/tables'
import { rawJson } from '../../../http/bodies/raw-json'
import { pageTooLarge } from '../../../http/bodies/reply-size'
import { handle } from '../../../http/calls/handle'
import { invalidTextSearch } from '../../../wire/classic-errors'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { loadPage } from '../records/records.service'
import { askIndex } from '../search-thread/ask-index'
import { keywordsOf } from './keywords'
import { openSearch } from './open-search'

/** Handlers of the searches for the three tasks. All records of a dataset are of its task. */
export const searchHandlers = handle(searchRoutes, {
  searchTextClassification: async ({ db, found, body, query }) =>
    ofTask<TextClassificationBody>(await searchRecords(db, found('task_dataset'), body, query)),
  searchTokenClassification: async ({ db, found, body, query }) =>
    ofTask<TokenClassificationBody>(await searchRecords(db, found('task_dataset'), body, query)),
  searchText2Text: async ({ db, found, body, query }) =>
    ofTask<Text2TextBody>(await searchRecords(db, found('task_dataset'), body, query)),
})

function ofTask<Body>(result: SearchResult): SearchResult & { records: Body[] } {
  return result as SearchResult & { records: Body[] }
}

interface SearchResult {
  total: number
  records: AnyRecordBody[]
  aggregations?: Aggregations
}

/** Search a dataset (classic-api §6.1): returns one page of records, and with the first page the facets of all hits. */
async function searchRecords(
  db: Db,
  dataset: FoundTaskDataset,
  asked: SearchBody | undefined,
  params: SearchParams,
): Promise<SearchResult> {
  const { from, limit, include_metrics } = params
  if (from + limit > TASK_LIMITS.searchWindow)
    throw invalidTextSearch(`Result window is too large: ${from + limit} records`)
  const search = await openSearch(db, dataset)
  const { query, text } = search.compile(asked?.query)
  const sort = search.compileSort(asked?.sort)
  const vector = search.compileVector(asked?.query, limit)
  const facets = from === 0 ? search.facets : undefined
  const { indexed, hasVectors } = search
  // Asked together: the thread counts the facets while the page is read.
  const [{ total, records, keywords }, counted] = await Promise.all([
    askIndex(db, indexed, { op: 'search', query, vector, sort, from, limit, facets }).then(async ({ total, keys }) => {
      const { records, fits } = await loadPage(db, dataset.id, keys, { vectors: hasVectors })
      if (fits < keys.length) throw pageTooLarge(fits)
      return { total, records, keywords: await keywordsOf(records, vector ? undefined : text) }
    }),
    facets && askIndex(db, indexed, { op: 'facets', query, vector, facets }),
  ])
  return {
    total,
    records: records.map(({ document, metrics, vectors }, index) =>
      toRecordBody(document, { vectors, keywords: keywords[index], ...(include_metrics && { metrics }) }),
    ),
    ...(counted !== undefined && { aggregations: rawJson(counted) as Aggregations }),
  }
}
