import { keyedMutex } from '../../workers/keyed-mutex'
import { LruCache } from '../../workers/lru-cache'
import { serveIndex } from '../../workers/serve-index'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'
import { TooManyVectorsError } from './row-memory'
import { VectorRows } from './vector-rows'

/** The thread that has vectors in memory. It cannot read the store itself: it requests new vectors from the HTTP thread, page by page. */
const BUDGET_BYTES = 1024 ** 3

const held = new LruCache<VectorRows>(BUDGET_BYTES)
/** Searches of the same vectors run one at a time, since each may load new ones. */
const oneAtATime = keyedMutex()

type FetchPage = (fetch: VectorFetch) => Promise<VectorPage>

serveIndex<NearestAsk, Nearest, VectorFetch, VectorPage>({
  answer: (ask, fetch) =>
    oneAtATime(ask.vectorId, async () => {
      const rows = held.take(ask.vectorId) ?? new VectorRows(ask.dimensions)
      await catchUp(rows, ask, fetch)
      held.put(ask.vectorId, rows)
      return rows.find(ask)
    }),
  isRefusal: (cause) => cause instanceof TooManyVectorsError,
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
  // Vectors of newer versions may have been loaded as well. They are loaded again with the next search, since everything is complete only
  // up to `version`.
  rows.version = version
}
