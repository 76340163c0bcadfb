import {
  type FieldValue,
  makeSchema,
  matchesQuery,
  parseLucene,
  type Query,
  resolveQuery,
  type SearchDocument,
} from '@postil/domain/search/index'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apply, change, FakeStore, word } from '../testing/fake-store'
import { DatasetIndex, type Fetcher, IndexTooOldError } from './dataset-index'
import { columnsOf, evaluate } from './evaluate'
import type { Fetched } from './protocol'
import { takeSorted } from './sort'

const schema = makeSchema(
  [
    { name: 'text', kind: 'std' },
    { name: 'id', kind: 'kw', plain: true },
    { name: 'metadata.k', kind: 'kw' },
    { name: 'metadata.n', kind: 'number' },
    { name: 'multi_label', kind: 'boolean' },
  ],
  ['text'],
)

const leaf = fc.oneof(
  word,
  word.map((text) => `"${text} beta"`),
  word.map((text) => `"beta ${text}"~3`),
  word.map((text) => `metadata.k:"${text}"`),
  fc.constantFrom(
    'al*',
    '*e',
    'b?ta',
    'betta~',
    '/caf.*/',
    'metadata.k.text:cafe',
    'metadata.k.exact:Alpine',
    'metadata.k:{Alpine TO cafe]',
  ),
  fc.constantFrom(
    'metadata.n:1',
    'metadata.n:[* TO 1}',
    'metadata.n:>=1.5',
    '_exists_:metadata.n',
    '_exists_:metadata.k',
    'multi_label:true',
    'nothing:x',
    '*',
  ),
  fc.nat(8).map((id) => `id:${id}`),
)
const queryText = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' '), tie('node'))
      .map(([one, operator, other]) => `(${one}${operator}${other})`),
    tie('node').map((node) => `(NOT (${node}))`),
  ),
})).node

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

function read(text: string): Query {
  return resolveQuery(parseLucene(text), schema, { query: text, nowMs: 0 })
}

function expected(store: FakeStore, query: Query): string[] {
  return [...store.documents].flatMap(([key, found]) => (matchesQuery(query, valuesOf(key, found)) ? [key] : [])).sort()
}

function valuesOf(key: string, found: Record<string, unknown>): SearchDocument {
  const metadata = found.metadata as Record<string, FieldValue | FieldValue[]>
  const lists: [string, FieldValue[]][] = [
    ['id', [key]],
    ['text', [found.text as string]],
    ['metadata.k', [metadata.k ?? []].flat()],
    ['metadata.n', [metadata.n ?? []].flat()],
    ['multi_label', [(found.multi_label as boolean | undefined) ?? []].flat()],
  ]
  return new Map(lists)
}
