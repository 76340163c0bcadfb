import type { NearestRows } from '../../../search/vectors/nearest-rows'
import type { DocSet } from '../search-thread/doc-set'
import { aligned } from './format'
import type { PartCache, PartFetcher } from './part-cache'
import type { Segment } from './segment'

/** Number of blocks per request. */
const BLOCKS_A_FETCH = 8

/**
 * Offer those documents of a set that have the vector to a nearest neighbour search. All vectors would take too much memory, so they are
 * read block by block.
 *
 * @param docs - numbered within the segment
 */
export async function offerSealed(
  segment: Segment,
  name: string,
  docs: DocSet,
  dimensions: number,
  to: NearestRows,
  cache: PartCache,
  fetch: PartFetcher,
): Promise<void> {
  const meta = segment.vector(name)
  if (!meta || meta.dimensions !== dimensions) return
  const { blockDocs } = meta
  const wanted = meta.blocks.filter(
    (block) => !docs.isEmptyBetween(block * blockDocs, Math.min(segment.docs, (block + 1) * blockDocs)),
  )
  for (let from = 0; from < wanted.length; from += BLOCKS_A_FETCH) {
    const some = wanted.slice(from, from + BLOCKS_A_FETCH)
    const parts = await readParts(
      some.map((block) => `${segment.id}/vector:${name}/v${block}`),
      cache,
      fetch,
    )
    for (const [at, block] of some.entries()) {
      const rows = parts[at]
      if (!rows) continue
      const first = block * blockDocs
      // For a document without the vector the first number is NaN, and so is its distance.
      to.offer(new Float32Array(rows.buffer, rows.byteOffset, rows.byteLength / 4), (row) =>
        docs.has(first + row) ? segment.base + first + row : undefined,
      )
    }
  }
}

async function readParts(ids: string[], cache: PartCache, fetch: PartFetcher): Promise<Uint8Array[]> {
  const held = new Map(ids.flatMap((id) => [[id, cache.get(id)] as const]))
  const missing = ids.filter((id) => !held.get(id))
  const fetched = missing.length > 0 ? await fetch(missing) : []
  for (const [at, part] of fetched.entries()) {
    const [id = '', own] = [missing[at], aligned(part)]
    held.set(id, own)
    cache.put(id, own)
  }
  return ids.flatMap((id) => held.get(id) ?? [])
}
