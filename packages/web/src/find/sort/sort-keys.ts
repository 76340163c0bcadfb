/** One sort key; earlier keys take precedence. */
export interface SortItem {
  id: string
  order: 'asc' | 'desc'
}

/** One key that records can be sorted by, with its default direction. */
export interface SortKey extends SortItem {
  title: string
}

/** The sort with one key moved; unchanged when the target index does not exist. */
export function placeKey<Item>(sort: readonly Item[], from: number, to: number): readonly Item[] {
  const one = sort[from]
  if (!one || from === to || sort[to] === undefined) return sort
  return sort.toSpliced(from, 1).toSpliced(to, 0, one)
}
