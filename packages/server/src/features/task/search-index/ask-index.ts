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

/**
 * The buffers of segment parts, which are transferred since they are large and not used elsewhere. Small ones may share a buffer with other
 * data of the driver.
 */
function buffersOf(page: Fetched[keyof Fetched]): ArrayBuffer[] {
  if (!Array.isArray(page)) return []
  return page.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.buffer.byteLength === part.byteLength
      ? part.buffer
      : [],
  )
}

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
