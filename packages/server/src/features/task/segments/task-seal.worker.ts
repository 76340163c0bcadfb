import { serveIndex } from '../../../workers/serve-index'
import { DatasetIndex } from '../search-thread/dataset-index'
import type { DatasetFetch, Fetch, Fetched } from '../search-thread/protocol'
import type { Fetcher } from '../search-thread/walk-rows'
import { buildSegment } from './build-segment'
import type { MadeSegment, SealAsk } from './make-segment'
import { PartCache } from './part-cache'

/** The thread that builds segments. It ends when there are no more to build. */

/** Size of the part cache: for each new segment, the keys of earlier ones are searched once. */
const PARTS_BYTES = 16 * 1024 ** 2
/** Size of the parts that are returned at once: they are written in one short transaction. */
const TAKEN_BYTES = 1024 ** 2

const unwritten = new Map<string, [name: string, bytes: Uint8Array][]>()

serveIndex<SealAsk, MadeSegment | [string, Uint8Array][], DatasetFetch, Fetched[keyof Fetched]>({
  async answer(ask, fetch) {
    if (ask.op === 'take') return take(ask.id)
    const fetcher: Fetcher = <F extends Fetch>(of: F) =>
      fetch({ datasetId: ask.datasetId, fetch: of }) as Promise<Fetched[F['what']]>
    const { keys, parts, ...made } = await buildSegment(ask, fetcher)
    unwritten.set(ask.id, parts)
    if (!ask.isNew) return { ...made, dead: [] }
    const deletions = await fetcher({ what: 'deletions', afterVersion: ask.from.version })
    const changed = new Set([...(JSON.parse(deletions.keys) as string[]), ...keys])
    return { ...made, dead: await new DatasetIndex(new PartCache(PARTS_BYTES)).killed([...changed], fetcher) }
  },
})

/** The next parts of a segment; empty when all are taken. Throws when they are lost because the thread was restarted. */
function take(id: string): [string, Uint8Array][] {
  const parts = unwritten.get(id)
  if (!parts) throw new Error('The thread that prepares records for searches was started anew.')
  const taken: typeof parts = []
  for (let bytes = 0; parts.length > 0 && bytes < TAKEN_BYTES; ) {
    const next = parts.shift()
    if (!next) break
    taken.push(next)
    bytes += next[1].byteLength
  }
  if (taken.length === 0) unwritten.delete(id)
  return taken
}
