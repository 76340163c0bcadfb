import { keyedMutex } from '../../workers/keyed-mutex'
import { LruCache } from '../../workers/lru-cache'
import { serveIndex } from '../../workers/serve-index'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'
import { VectorRows } from './vector-rows'

/** The thread that holds vectors in memory. It has no store of its own: what is new is asked of the HTTP thread, page by page. */
const BUDGET_BYTES = 1024 ** 3

const held = new LruCache<VectorRows>(BUDGET_BYTES)
/** Questions about the same vectors take turns, since each may bring in new ones. */
const inTurn = keyedMutex()

type FetchPage = (fetch: VectorFetch) => Promise<VectorPage>

serveIndex<NearestAsk, Nearest, VectorFetch, VectorPage>({
  answer: (ask, fetch) =>
    inTurn(ask.vectorId, async () => {
      const rows = held.take(ask.vectorId) ?? new VectorRows(ask.dimensions)
      await catchUp(rows, ask, fetch)
      held.put(ask.vectorId, rows)
      return rows.find(ask)
    }),
})

async function catchUp(rows: VectorRows, { vectorId, version }: NearestAsk, fetch: FetchPage): Promise<void> {
  if (rows.version >= version) return
  let place = { afterVersion: rows.version, afterPk: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await fetch({ vectorId, ...place })
    const last = page.pks.length - 1
    if (last < 0) break
    rows.put(page)
    place = { afterVersion: page.versions[last] ?? 0, afterPk: page.pks[last] ?? 0 }
  }
  // Newer ones that came along are read again with their version; those up to it are all in.
  rows.version = version
}
