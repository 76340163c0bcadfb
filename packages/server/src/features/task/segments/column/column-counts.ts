import { DocSet } from '../../search-thread/doc-set'
import { BLOCK_BYTES } from '../format'
import type { ColumnBlocks } from './column-blocks'

/** A part of a column: documents, and the blocks of values that contain them. */
export interface ColumnPart {
  docs: number
  blocks: number
}

/**
 * The number of occurrences of each value of a column in some documents, by id.
 *
 * @param eachOnce - count the documents with a value instead of its occurrences
 */
export function countValues(blocks: ColumnBlocks, docs: DocSet, eachOnce: boolean): Int32Array {
  const { terms } = blocks.meta
  const counts = new Int32Array(terms + 1)
  if (isCountedFromAll(blocks, docs)) {
    // Counts over all documents are stored, so only documents that are not in the set are read and subtracted.
    const all = blocks.counts()
    if (all) counts.set(all)
    addCounts(blocks, allBut(blocks, docs), true, counts, -1)
  } else addCounts(blocks, docs, eachOnce, counts, 1)
  counts[terms] = 0
  return counts
}

/**
 * Count the values in every n-th of the blocks that contain some of these documents.
 *
 * @returns the number of documents that were counted
 */
export function countSample(blocks: ColumnBlocks, docs: DocSet, stride: number, counts: Int32Array): number {
  const { size, meta } = blocks
  let seen = 0
  for (let block = 0, at = 0; block * meta.blockDocs < size; block += 1) {
    const some = docs.part(block * meta.blockDocs, Math.min(meta.blockDocs, size - block * meta.blockDocs))
    const count = some.count()
    if (count === 0) continue
    at += 1
    if ((at - 1) % stride > 0) continue
    seen += count
    addBlockCounts(blocks, block, docs, true, counts, 1)
  }
  return seen
}

/** What `countValues` reads. */
export function costOfCount(blocks: ColumnBlocks, docs: DocSet): ColumnPart {
  return partOf(blocks, isCountedFromAll(blocks, docs) ? allBut(blocks, docs) : docs)
}

/** The size of what is read to count every n-th of the blocks that contain some documents, in blocks. */
export function blocksRead(blocks: ColumnBlocks, docs: DocSet, stride: number): number {
  if (stride > 1) return partOf(blocks, docs).blocks / stride
  const stored = isCountedFromAll(blocks, docs) ? blocks.meta.terms * Uint32Array.BYTES_PER_ELEMENT : 0
  return costOfCount(blocks, docs).blocks + stored / BLOCK_BYTES
}

/** The number of some documents, and of the blocks that contain their values. */
export function partOf({ size, meta }: ColumnBlocks, docs: DocSet): ColumnPart {
  let blocks = 0
  for (let first = 0; first < size; first += meta.blockDocs)
    if (!docs.isEmptyBetween(first, Math.min(size, first + meta.blockDocs))) blocks += 1
  return { docs: docs.count(), blocks }
}

function isCountedFromAll({ isCounted, size }: ColumnBlocks, docs: DocSet): boolean {
  return isCounted && docs.count() * 2 > size
}

function allBut({ size }: ColumnBlocks, docs: DocSet): DocSet {
  return new DocSet(size).fill().subtract(docs)
}

function addCounts(blocks: ColumnBlocks, docs: DocSet, eachOnce: boolean, counts: Int32Array, by: 1 | -1): void {
  for (let block = 0; block * blocks.meta.blockDocs < blocks.size; block += 1)
    addBlockCounts(blocks, block, docs, eachOnce, counts, by)
}

function addBlockCounts(
  blocks: ColumnBlocks,
  block: number,
  docs: DocSet,
  eachOnce: boolean,
  counts: Int32Array,
  by: 1 | -1,
): void {
  const { blockDocs, terms } = blocks.meta
  const first = block * blockDocs
  const end = Math.min(blocks.size, first + blockDocs)
  if (docs.isEmptyBetween(first, end)) return
  const values = blocks.values(block)
  if (!values) return
  const { ids, starts } = values
  if (!starts) {
    docs.forEach(
      (doc) => {
        const id = ids[doc - first] ?? 0
        counts[id] = (counts[id] ?? 0) + by
      },
      first,
      end,
    )
    return
  }
  const seen = eachOnce && !blocks.isCounted ? new Int32Array(terms + 1).fill(-1) : undefined
  docs.forEach(
    (doc) => {
      const to = starts[doc - first + 1] ?? 0
      for (let at = starts[doc - first] ?? 0; at < to; at += 1) {
        const id = ids[at] ?? 0
        if (seen) {
          if (seen[id] === doc) continue
          seen[id] = doc
        }
        counts[id] = (counts[id] ?? 0) + by
      }
    },
    first,
    end,
  )
}
