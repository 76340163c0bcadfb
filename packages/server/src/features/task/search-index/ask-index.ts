import type { Db } from '../../../db/tables'
import { invalidTextSearch } from '../../../wire/classic-errors'
import { IndexThread } from '../../../workers/index-thread'
import { fetchRows } from './fetch-rows'
import type { Answers, DatasetAsk, DatasetFetch, Fetched, HighlightAsk, IndexedDataset, ThreadAsk } from './protocol'

const thread = new IndexThread<ThreadAsk, unknown, DatasetFetch, Fetched[keyof Fetched]>({
  file: 'task-index',
  title: 'The search index',
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
  handsOver: buffersOf,
  refusal: invalidTextSearch,
})

/** Parts of segments are large, and nobody else has them. Small ones may share a buffer of the driver's. */
function buffersOf(page: Fetched[keyof Fetched]): ArrayBuffer[] {
  if (!Array.isArray(page)) return []
  return page.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.buffer.byteLength === part.byteLength
      ? part.buffer
      : [],
  )
}

/**
 * Ask the search index of a classic dataset. It first reads what was committed up to the given version, through `db`.
 * Throws `InvalidTextSearchError` for a query that takes too much work.
 */
export function askIndex<A extends DatasetAsk>(db: Db, dataset: IndexedDataset, ask: A): Promise<Answers[A['op']]> {
  return thread.ask({ dataset, ask }, db) as Promise<Answers[A['op']]>
}

/** Mark what a query matched in some records' texts, off the HTTP thread. */
export function askHighlight(ask: HighlightAsk): Promise<string[][]> {
  return thread.ask({ dataset: undefined, ask }) as Promise<string[][]>
}
