import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expected, queryText, read } from '../testing/fake-queries'
import { apply, change, FakeStore } from '../testing/fake-store'
import { IndexTooOldError } from './attempts'
import { DatasetIndex } from './dataset-index'
import { columnsOf, evaluate } from './evaluate'
import { takeSorted } from './order/sort'
import type { Fetched } from './protocol'
import type { Fetcher } from './walk-rows'

describe('the search index', () => {
  it('finds what the plain matcher finds, whatever was changed between the searches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { maxLength: 8 }), queryText), { minLength: 1, maxLength: 5 }),
        async (rounds) => {
          const store = new FakeStore()
          const index = new DatasetIndex()
          for (const [changes, text] of rounds) {
            apply(store, changes)
            const query = read(text)
            await index.catchUp(store.version, store.fetch)
            await index.ensure(columnsOf(query), store.fetch)
            expect(index.isSettled).toBe(true)
            const found = takeSorted(index, evaluate(index, query), { sort: [], count: 100 }).map((ordinal) =>
              index.keyOf(ordinal),
            )
            expect(found, text).toEqual(expected(store, query))
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is too old once it cannot learn what was deleted', async () => {
    const store = new FakeStore()
    for (const key of ['a', 'b', 'c']) store.put(key, { text: 'alpha', metadata: {} })
    const index = new DatasetIndex()
    await index.catchUp(store.version, store.fetch)
    store.remove('a')
    store.goneTo = 3
    await index.catchUp(store.version, store.fetch)
    store.remove('b')
    store.goneTo = store.version
    await expect(index.catchUp(store.version, store.fetch)).rejects.toThrow(IndexTooOldError)
  })

  it('takes in changes made while it reads', async () => {
    const store = new FakeStore()
    for (let id = 0; id < 9; id += 1) store.put(String(id), { text: 'alpha', metadata: {} })
    let pages = 0
    const busy = (async (asked) => {
      const rows = (await store.fetch(asked)) as Fetched['rows']
      pages += 1
      if (pages === 2) {
        store.put('0', { text: 'beta', metadata: {} })
        store.put('new', { text: 'beta', metadata: {} })
        store.remove('8')
      }
      return rows
    }) as Fetcher
    const index = new DatasetIndex()
    const query = read('beta')
    await index.catchUp(9, busy)
    await index.ensure(columnsOf(query), busy)
    expect(index.isSettled).toBe(false)
    await index.catchUp(store.version, busy)
    expect(index.isSettled).toBe(true)
    const found = takeSorted(index, evaluate(index, query), { sort: [], count: 100 }).map((ordinal) =>
      index.keyOf(ordinal),
    )
    expect(found).toEqual(['0', 'new'])
    expect(evaluate(index, { type: 'all' }).count()).toBe(store.documents.size)
  })
})
