import { compareCodePoints } from '@postil/domain/search/index'
import type { SortKey } from '../search-thread/protocol'

/** A record as the property tests of the index store it. */
interface Sortable {
  metadata: { n?: number | number[]; k?: string | string[] }
}

/** The number of lists that contain each word. */
export function naiveCounts(lists: readonly string[][]): Record<string, number> {
  const words = new Set(lists.flat())
  return Object.fromEntries([...words].map((word) => [word, lists.filter((list) => list.includes(word)).length]))
}

/**
 * The keys sorted by metadata: the least value of a record counts when ascending, otherwise the greatest; records without a value come
 * last.
 */
export function sortedKeys(
  documents: ReadonlyMap<string, unknown>,
  keys: Iterable<string>,
  sort: readonly { field: { name: string }; order: SortKey['order'] }[],
): string[] {
  const valueFor = (key: string, { field, order }: (typeof sort)[number]): string | number | undefined => {
    const { metadata } = documents.get(key) as Sortable
    const values = [(field.name === 'metadata.n' ? metadata.n : metadata.k) ?? []].flat().sort(compare)
    return order === 'asc' ? values[0] : values.at(-1)
  }
  return [...keys].sort((one, other) => {
    for (const key of sort) {
      const [left, right] = [valueFor(one, key), valueFor(other, key)]
      if (left === right) continue
      if (left === undefined) return 1
      if (right === undefined) return -1
      return compare(left, right) * (key.order === 'asc' ? 1 : -1)
    }
    return compareCodePoints(one, other)
  })
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : compareCodePoints(String(one), String(other))
}
