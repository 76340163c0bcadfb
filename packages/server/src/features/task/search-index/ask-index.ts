import type { Db } from '../../../db/tables'
import type { BeforeWrite } from '../../../http/calls/handle'
import { invalidTextSearch } from '../../../wire/classic-errors'
import { IndexThread } from '../../../workers/index-thread'
import { fetchRows } from './fetch-rows'
import type { Answers, DatasetAsk, DatasetFetch, Fetched, HighlightAsk, IndexedDataset, ThreadAsk } from './protocol'

const thread = new IndexThread<ThreadAsk, unknown, DatasetFetch, Fetched[keyof Fetched]>({
  file: 'task-index',
  title: 'The search index',
  read: (db, { datasetId, fetch }) => fetchRows(db, datasetId, fetch),
  refusal: invalidTextSearch,
})

/**
 * Ask the search index of a classic dataset. It first reads what was committed up to the given version, through `db`.
 * Throws `InvalidTextSearchError` for a query that takes too much work.
 */
export function askIndex<A extends DatasetAsk>(db: Db, dataset: IndexedDataset, ask: A): Promise<Answers[A['op']]> {
  return thread.ask({ dataset, ask }, db) as Promise<Answers[A['op']]>
}

/**
 * Have the index of a dataset read what it does not know yet, before a change that will ask it: within the change's transaction all other writes
 * would wait for that.
 */
export async function readIndexAhead(before: BeforeWrite | undefined): Promise<void> {
  if (!before) return
  const { db } = before.context.engine
  const readAhead = async () => {
    const { id, task, version } = await before.find('task_dataset')
    await askIndex(db, { id, task, version }, { op: 'keys', query: { type: 'none' } })
  }
  // The transaction meets the same failure, in its order of checks.
  await readAhead().catch(() => {})
}

/** Mark what a query matched in some records' texts, off the HTTP thread. */
export function askHighlight(ask: HighlightAsk): Promise<string[][]> {
  return thread.ask({ dataset: undefined, ask }) as Promise<string[][]>
}
