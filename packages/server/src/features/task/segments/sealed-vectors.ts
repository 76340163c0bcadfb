import type { DocSet } from '../search-index/doc-set'
import type { Near } from '../search-index/vector-column'
import { aligned } from './format'
import type { PartCache, PartFetcher } from './part-cache'
import type { Segment } from './segment'

/** Blocks fetched in one call. */
const BLOCKS_A_FETCH = 8

/**
 * The documents of a segment nearest to a vector, of those in a set. Vectors are too many to be held at once, so that their blocks are looked
 * through as they come.
 */
export async function nearestInSegment(
  segment: Segment,
  name: string,
  docs: DocSet,
  to: readonly number[],
  k: number,
  cache: PartCache,
  fetch: PartFetcher,
): Promise<Near[]> {
  const meta = segment.vector(name)
  if (!meta || meta.dimensions !== to.length) return []
  const { dimensions, blockDocs } = meta
  const target = Float32Array.from(to)
  const wanted = meta.blocks.filter(
    (block) => !docs.isEmptyBetween(block * blockDocs, Math.min(segment.docs, (block + 1) * blockDocs)),
  )
  let found: Near[] = []
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
      const values = new Float32Array(rows.buffer, rows.byteOffset, rows.byteLength / 4)
      const first = block * blockDocs
      docs.forEach(
        (doc) => {
          const distance = squaredDistance(values, (doc - first) * dimensions, target)
          if (!Number.isNaN(distance)) found.push({ ordinal: doc, distance })
        },
        first,
        Math.min(segment.docs, first + blockDocs),
      )
    }
    found = found.sort((one, other) => one.distance - other.distance || one.ordinal - other.ordinal).slice(0, k)
  }
  return found
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

function squaredDistance(values: Float32Array, from: number, target: Float32Array): number {
  let distance = 0
  for (let at = 0; at < target.length; at += 1) {
    const gap = (values[from + at] ?? 0) - (target[at] ?? 0)
    distance += gap * gap
  }
  return distance
}
