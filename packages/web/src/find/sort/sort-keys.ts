/** One key of an order; earlier ones count more. */
export interface SortItem {
  id: string
  order: 'asc' | 'desc'
}

/** One key that records can be sorted by, in the direction it has when it is added. */
export interface SortKey extends SortItem {
  title: string
}

/** The sort with one key at another place; the same when there is no such place. */
export function placeKey<Item>(sort: readonly Item[], from: number, to: number): readonly Item[] {
  const one = sort[from]
  if (!one || from === to || sort[to] === undefined) return sort
  return sort.toSpliced(from, 1).toSpliced(to, 0, one)
}
