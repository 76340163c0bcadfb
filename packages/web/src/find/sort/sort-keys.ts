import type { RecordSort } from '../query.ts'

/** The server takes so many keys (feedback-api: sorts of a search). */
export const SORT_KEYS_MAX = 10

/** One key that a dataset can be sorted by. */
export interface SortKey extends Pick<RecordSort, 'scope' | 'name' | 'property'> {
  title: string
  /** Its direction when it is added: newest and surest first, names from A. */
  order: RecordSort['order']
}

/** Equal for keys that are the same, whatever their direction. */
export function sortKeyId({ scope, name, property }: Pick<RecordSort, 'scope' | 'name' | 'property'>): string {
  return JSON.stringify([scope, name, property])
}

/** The sort with one key at another place; the same when there is no such place. */
export function placeKey(sort: readonly RecordSort[], from: number, to: number): readonly RecordSort[] {
  const one = sort[from]
  if (!one || from === to || sort[to] === undefined) return sort
  return sort.toSpliced(from, 1).toSpliced(to, 0, one)
}

/** A key as it is when it is added. */
export function toSort({ scope, name, property, order }: SortKey): RecordSort {
  return { scope, name, property, order }
}
