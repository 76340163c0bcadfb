import { keyedMutex } from '../../workers/keyed-mutex'
import { LruCache } from '../../workers/lru-cache'
import { serveIndex } from '../../workers/serve-index'
import type { Nearest, NearestAsk, VectorFetch, VectorPage } from './protocol'
import { TooManyVectorsError } from './row-memory'
import { VectorRows } from './vector-rows'

/** The thread that has vectors in memory. It cannot read the store itself: it requests new vectors from the HTTP thread, page by page. */
const BUDGET_BYTES = 1024 ** 3
/** Amount of numbers in a page of vectors: so few that passing them on does not block the HTTP thread for long. */
const PAGE_NUMBERS = 64 * 1024
const LEAST_PAGE = 64
const LARGEST_PAGE = 2000

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

async function catchUp(
  rows: VectorRows,
  { vectorId, dimensions, version }: NearestAsk,
  fetch: FetchPage,
): Promise<void> {
  if (rows.version >= version) return
  const limit = Math.min(LARGEST_PAGE, Math.max(LEAST_PAGE, Math.floor(PAGE_NUMBERS / dimensions)))
  const read = async (afterVersion: number, afterPk: number) => fetch({ vectorId, afterVersion, afterPk, limit })
  let page = await read(rows.version, Number.MAX_SAFE_INTEGER)
  while (page.pks.length > 0) {
    // The next page is read while this one is added. If that fails, nobody waits for it.
    const next = read(page.versions.at(-1) ?? 0, page.pks.at(-1) ?? 0)
    next.catch(() => {})
    rows.put(page)
    page = await next
  }
  // Vectors of newer versions may have been loaded as well. They are loaded again with the next search, since everything is complete only
  // up to `version`.
  rows.version = version
}
