import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartCache } from '../../segments/part-cache'
import { FakeStore } from '../../testing/fake-store'
import { sortedKeys } from '../../testing/naive-search'
import type { ColumnSpec } from '../columns/columns'
import { DatasetIndex } from '../dataset-index'
import { cursorAt, takeSorted } from './sort'

const COLUMNS: ColumnSpec[] = [
  { source: 'metadata.k', kind: 'kw' },
  { source: 'metadata.n', kind: 'number' },
]
const BY = {
  k: { name: 'metadata.k', source: 'metadata.k', kind: 'kw' },
  n: { name: 'metadata.n', source: 'metadata.n', kind: 'number' },
} as const

const sortKey = fc.record({
  field: fc.constantFrom(BY.k, BY.n),
  order: fc.constantFrom('asc' as const, 'desc' as const),
})
const value = fc.record(
  {
    k: fc.oneof(fc.constantFrom('a', 'b', '\u{1f600}', '￿', ''), fc.array(fc.constantFrom('a', 'c'), { maxLength: 2 })),
    n: fc.oneof(fc.constantFrom(-1.5, 0, 2, 1e300), fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 })),
  },
  { requiredKeys: [] },
)

describe('a sorted page', () => {
  it.each([
    ['numbers, ascending', [{ field: BY.n, order: 'asc' }], ['r2', 'r4', 'r0', 'r5', 'r1', 'r3']],
    [
      'numbers, descending: those without one are last, too',
      [{ field: BY.n, order: 'desc' }],
      ['r1', 'r0', 'r5', 'r4', 'r2', 'r3'],
    ],
    [
      'texts, then numbers',
      [
        { field: BY.k, order: 'asc' },
        { field: BY.n, order: 'desc' },
      ],
      ['r1', 'r4', 'r3', 'r0', 'r2', 'r5'],
    ],
    [
      'texts, descending: the greatest value counts',
      [{ field: BY.k, order: 'desc' }],
      ['r1', 'r0', 'r2', 'r3', 'r4', 'r5'],
    ],
  ] as const)(
    'is in the order of %s, of equal ones by key, over segments and newer records',
    async (_, sort, wanted) => {
      const store = new FakeStore()
      const put = (key: string, metadata: object) => store.put(key, { text: key, metadata })
      put('r5', { n: 2 })
      put('r1', { k: ['a', 'c'], n: 7 })
      put('r3', { k: 'a' })
      await store.seal(COLUMNS)
      put('r0', { k: 'b', n: 2 })
      put('r2', { k: 'b', n: -1 })
      await store.seal(COLUMNS)
      put('r4', { k: 'a', n: [1, 1.5] })
      expect(await pageOf(store, sort, 0, 10)).toEqual(wanted)
    },
  )

  it('is the same as by plain sorting, wherever it begins, also by its cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(60), value), { minLength: 1, maxLength: 80 }),
        fc.tuple(fc.nat(3), fc.nat(3)),
        fc.array(sortKey, { minLength: 1, maxLength: 3 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 20 }),
        async (records, [first, second], sort, from, count) => {
          const store = new FakeStore()
          for (const [at, [key, metadata]] of records.entries()) {
            store.put(`key ${key}`, { text: 'x', metadata })
            if (at % 20 === first * 5 || at % 33 === second * 10) await store.seal(COLUMNS)
          }
          const all = sortedKeys(store.documents, store.documents.keys(), sort)
          expect(await pageOf(store, sort, from, count)).toEqual(all.slice(from, from + count))
        },
      ),
      { numRuns: 200 },
    )
  })
})

type Sort = Parameters<typeof cursorAt>[1]

/** The keys of a page, found from the beginning, which must be those found behind the cursor of the record before it. */
async function pageOf(store: FakeStore, sort: Sort, from: number, count: number): Promise<string[]> {
  const index = new DatasetIndex(new PartCache(2000))
  await index.catchUp(store.version, store.fetch)
  await index.ensure(COLUMNS, store.fetch)
  const { page, behind } = await index.complete(() => {
    const docs = index.live()
    const taken = takeSorted(index, docs, { sort, count: from + count })
    const before = from > 0 ? taken[from - 1] : undefined
    const after = before === undefined ? undefined : cursorAt(index, sort, before)
    const keysOf = (ordinals: number[]) => ordinals.map((ordinal) => index.keyOf(ordinal))
    const page = keysOf(taken.slice(from))
    return { page, behind: after ? keysOf(takeSorted(index, docs, { sort, after, count })) : page }
  }, store.fetch)
  expect(behind).toEqual(page)
  return page
}
