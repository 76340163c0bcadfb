import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db } from '../../../db/tables'
import { invalidTextSearch } from '../../../wire/classic-errors'
import { IndexThread } from '../../../workers/index-thread'
import { largeBuffers } from '../../../workers/large-buffers'
import { fetchRows } from './fetch-rows'
import type { Answers, DatasetAsk, DatasetFetch, Fetched, HighlightAsk, IndexedDataset, ThreadAsk } from './protocol'

const thread = new IndexThread<ThreadAsk, unknown, DatasetFetch, Fetched[keyof Fetched]>({
  file: 'task-search',
  title: 'The search index',
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
  handsOver: (page) => (Array.isArray(page) ? largeBuffers(page) : []),
  refusal: invalidTextSearch,
})

/**
 * Memory for cached parts of segments. All searches of a million records read some 50 MB of parts. From PostgreSQL each part takes several
 * times as long as from a file, and a server of PostgreSQL has no threads of the store.
 */
const PARTS_BYTES = { sqlite: 20 * 1024 ** 2, postgres: 60 * 1024 ** 2 }

/**
 * Query the search index of a classic dataset, which is first updated to at least the given version, through `db`. Throws an
 * `invalid_text_search` error for a query that takes too much work.
 */
export function askIndex<A extends DatasetAsk>(db: Db, dataset: IndexedDataset, ask: A): Promise<Answers[A['op']]> {
  const partsBytes = PARTS_BYTES[isPostgres(db) ? 'postgres' : 'sqlite']
  return thread.ask({ dataset, ask, partsBytes }, db) as Promise<Answers[A['op']]>
}

/** Find the keywords that a query matches in some records' texts, outside the HTTP thread. */
export function askHighlight(ask: HighlightAsk): Promise<string[][]> {
  return thread.ask({ dataset: undefined, ask }) as Promise<string[][]>
}
