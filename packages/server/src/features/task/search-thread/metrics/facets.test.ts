import { compareCodePoints } from '@postil/domain/search/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FakeStore } from '../../testing/fake-store'
import { DatasetIndex } from '../dataset-index'
import { CountedTerms } from '../fields/term-counts'
import { metadataColumns, metadataFacets } from './facets'

const number = fc.oneof(
  fc.nat(12),
  fc.integer({ min: -30, max: 1_200 }),
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  fc.constantFrom(10, 100, 1_000, 99, 999, 1e14, 1e15, 1e15 + 1, 2e16, 1e21, -1e15),
)

describe('the facet of whole numbers', () => {
  it('lists the most frequent ones, of equally frequent ones the first as texts, in segments and behind them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(number, { maxLength: 3 }), { minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 8 }),
        async (lists, sealed, size) => {
          const store = new FakeStore()
          const columns = metadataColumns([['n', 'long']])
          for (const [at, n] of lists.entries()) {
            store.put(`k${at}`, { text: '', metadata: { n } })
            if (at === sealed || at === sealed + 5) await store.seal(columns)
          }
          const index = new DatasetIndex()
          await index.catchUp(store.version, store.fetch)
          await index.ensure(columns, store.fetch)
          const found = await index.complete(
            () => metadataFacets(index, index.live(), [['n', 'long']], size),
            store.fetch,
          )
          const counts = new Map<string, number>()
          for (const list of lists)
            for (const n of new Set(list)) counts.set(String(n), (counts.get(String(n)) ?? 0) + 1)
          const expected = [...counts]
            .sort(([one, count], [other, more]) => more - count || compareCodePoints(one, other))
            .slice(0, size)
          expect(found).toEqual(expected.length === 0 ? {} : { n: Object.fromEntries(expected) })
        },
      ),
      { numRuns: 400 },
    )
  })
})

describe('the most frequent terms of several pieces', () => {
  it('are those of all pieces together, of equally frequent ones the first in code point order', () => {
    const term = fc.constantFrom(...'abcdefghijkl', 'ä', '😀', '')
    const count = fc.oneof(fc.nat(3), fc.nat(40))
    const piece = fc.uniqueArray(fc.tuple(term, count), { selector: ([name]) => name })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (lists, size) => {
        const counted = new CountedTerms(
          lists.map((list) => ({
            counts: Int32Array.from(list, ([, count]) => count),
            term: (id) => list[id]?.[0] ?? '',
            idOf: (wanted) => {
              const id = list.findIndex(([name]) => name === wanted)
              return id < 0 ? undefined : id
            },
          })),
        )
        const sums = new Map<string, number>()
        for (const [name, count] of lists.flat()) if (count > 0) sums.set(name, (sums.get(name) ?? 0) + count)
        const expected = [...sums].sort(([one, count], [other, more]) => more - count || compareCodePoints(one, other))
        expect(counted.top(size)).toEqual(expected.slice(0, size))
        expect(new Map(counted.entries())).toEqual(sums)
      }),
      { numRuns: 3000 },
    )
  })
})
