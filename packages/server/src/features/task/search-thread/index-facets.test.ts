import { makeSchema } from '@postil/domain/search/index'
import { cloudWords } from '@postil/domain/task-records/word-cloud'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, change, FakeStore } from '../testing/fake-store'
import { naiveCounts, sortedKeys } from '../testing/naive-search'
import { DatasetIndex } from './dataset-index'
import { countDocuments, termColumn } from './metrics/counts'
import { cursorAt, sortColumns, takeSorted } from './order/sort'
import type { Cursor, SortKey } from './protocol'

interface Stored {
  text: string
  metadata: { k?: string | string[]; n?: number }
}

const schema = makeSchema(
  [
    { name: 'metadata.k', kind: 'kw' },
    { name: 'metadata.n', kind: 'number' },
  ],
  [],
)
const sortKey = fc
  .tuple(fc.constantFrom('metadata.k', 'metadata.n'), fc.constantFrom('asc' as const, 'desc' as const))
  .map(([name, order]): SortKey[] => {
    const field = schema.find(name)
    return field ? [{ field, order }] : []
  })
const sorts = fc.array(sortKey, { maxLength: 2 }).map((keys) => keys.flat())

describe('the search index', () => {
  it('sorts and counts as plain code over the stored records does, whatever was changed between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { maxLength: 8 }), sorts, fc.nat(9)), { minLength: 1, maxLength: 4 }),
        async (rounds) => {
          const store = new FakeStore()
          const index = new DatasetIndex()
          for (const [changes, sort, skipped] of rounds) {
            apply(store, changes)
            await index.catchUp(store.version, store.fetch)
            const counted = [
              { source: 'metadata.k', kind: 'kw' as const },
              { source: 'text', kind: 'cloud' as const },
            ]
            await index.ensure([...sortColumns(sort), ...counted], store.fetch)

            const keys = sortedKeys(store.documents, store.documents.keys(), sort)
            const all = takeSorted(index, index.live(), { sort, count: 100 })
            expect(all.map((ordinal) => index.keyOf(ordinal))).toEqual(keys)
            // A walk goes on where it ended, at any place.
            const last = all[skipped]
            const after: Cursor | undefined = last === undefined ? undefined : cursorAt(index, sort, last)
            const rest = takeSorted(index, index.live(), { sort, after, count: 3 })
            expect(rest.map((ordinal) => index.keyOf(ordinal))).toEqual(keys.slice(after ? skipped + 1 : 0).slice(0, 3))

            const documents = [...store.documents.values()] as unknown as Stored[]
            expect(countDocuments(index.live(), termColumn(index, 'metadata.k'), 100)).toEqual(
              naiveCounts(documents.map(({ metadata }) => [metadata.k ?? []].flat())),
            )
            expect(countDocuments(index.live(), termColumn(index, 'text', 'cloud'), 100)).toEqual(
              naiveCounts(documents.map(({ text }) => cloudWords(text))),
            )
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
