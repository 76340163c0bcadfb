/**
 * Insert an item into a sorted list that keeps only its first `count` items; ties are inserted after equal items. Selecting a few of many
 * items this way is cheaper than sorting all of them.
 */
export function insertSorted<T>(list: T[], item: T, compare: (one: T, other: T) => number, count: number): void {
  const last = list.at(-1)
  if (list.length >= count && (last === undefined || compare(item, last) >= 0)) return
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    const there = list[middle]
    if (there !== undefined && compare(there, item) <= 0) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, item)
  if (list.length > count) list.pop()
}
