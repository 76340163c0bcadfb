import type { Db } from '../../db/tables'
import { IndexThread } from '../../workers/index-thread'
import { fetchVectors } from './fetch-vectors'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'

const thread = new IndexThread<NearestAsk, Nearest, VectorFetch, VectorPage>({
  file: 'vector-index',
  title: 'The vector index',
  read: fetchVectors,
  handsOver: (page) => [page.bytes.buffer],
})

/** Ask the thread that holds vectors; it first reads what was committed up to the version asked for, through `db`. */
export function askNearest(db: Db, ask: NearestAsk): Promise<Nearest> {
  return thread.ask(ask, db)
}
