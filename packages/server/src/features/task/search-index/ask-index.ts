import type { Db } from '../../../db/tables'
import { invalidTextSearch } from '../../../wire/classic-errors'
import { IndexThread } from '../../../workers/index-thread'
import { largeBuffers } from '../../../workers/large-buffers'
import { fetchRows } from './fetch-rows'
import type { Answers, DatasetAsk, DatasetFetch, Fetched, HighlightAsk, IndexedDataset, ThreadAsk } from './protocol'

const thread = new IndexThread<ThreadAsk, unknown, DatasetFetch, Fetched[keyof Fetched]>({
  file: 'task-index',
  title: 'The search index',
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
  handsOver: (page) => (Array.isArray(page) ? largeBuffers(page) : []),
  refusal: invalidTextSearch,
})

/**
 * Query the search index of a classic dataset, which is first updated to at least the given version, through `db`. Throws an
 * `invalid_text_search` error for a query that takes too much work.
 */
export function askIndex<A extends DatasetAsk>(db: Db, dataset: IndexedDataset, ask: A): Promise<Answers[A['op']]> {
  return thread.ask({ dataset, ask }, db) as Promise<Answers[A['op']]>
}

/** Find the keywords that a query matches in some records' texts, outside the HTTP thread. */
export function askHighlight(ask: HighlightAsk): Promise<string[][]> {
  return thread.ask({ dataset: undefined, ask }) as Promise<string[][]>
}
