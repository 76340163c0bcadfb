import { compareCodePoints } from '@postil/domain/search/index'
import type { DocSet } from '../doc-set'

/** All documents by key, in code point order. Updated incrementally, since sorting a large dataset takes longer than searching it. */
export class KeyOrder {
  private order: Int32Array = new Int32Array(0)
  /** Documents with ordinals below this are already sorted. */
  private size = 0
  private state: object | undefined

  /**
   * The documents in order.
   *
   * @param keys - key by ordinal; ordinals are only ever added
   * @param alive - the documents to list
   * @param state - a different object whenever the documents have changed
   */
  of(keys: readonly string[], alive: DocSet, state: object): Int32Array {
    if (this.state === state) return this.order
    const keyOf = (ordinal: number) => keys[ordinal] ?? ''
    const added: number[] = []
    for (let ordinal = this.size; ordinal < keys.length; ordinal += 1) if (alive.has(ordinal)) added.push(ordinal)
    added.sort((one, other) => compareCodePoints(keyOf(one), keyOf(other)))
    this.order = merge(
      this.order.filter((ordinal) => alive.has(ordinal)),
      Int32Array.from(added),
      (one, other) => compareCodePoints(keyOf(one), keyOf(other)),
    )
    this.size = keys.length
    this.state = state
    return this.order
  }
}

/** Merge two sorted lists. Each item of the shorter one is located by binary search, and runs of the longer one are copied as a whole. */
function merge(long: Int32Array, short: Int32Array, compare: (one: number, other: number) => number): Int32Array {
  if (long.length < short.length) return merge(short, long, compare)
  const merged = new Int32Array(long.length + short.length)
  let taken = 0
  for (const [at, item] of short.entries()) {
    let low = taken
    let high = long.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(long[middle] ?? 0, item) < 0) low = middle + 1
      else high = middle
    }
    merged.set(long.subarray(taken, low), taken + at)
    merged[low + at] = item
    taken = low
  }
  merged.set(long.subarray(taken), taken + short.length)
  return merged
}
