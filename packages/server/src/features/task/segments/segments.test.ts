import { compareCodePoints } from '@postil/domain/search/index'
import { cloudWords } from '@postil/domain/task-records/word-cloud'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IndexTooOldError } from '../search-thread/attempts'
import type { ColumnSpec } from '../search-thread/columns/columns'
import { DatasetIndex } from '../search-thread/dataset-index'
import { columnsOf, evaluate } from '../search-thread/evaluate'
import type { CountedNumbers } from '../search-thread/fields/number-field'
import { countDocuments, numberColumn, termColumn } from '../search-thread/metrics/counts'
import { cursorAt, takeSorted } from '../search-thread/order/sort'
import { expected, queryText, read } from '../testing/fake-queries'
import { apply, change, FakeStore } from '../testing/fake-store'
import { naiveCounts, sortedKeys } from '../testing/naive-search'
import { PartCache } from './part-cache'

const COLUMNS: ColumnSpec[] = [
  { source: 'text', kind: 'std' },
  { source: 'text', kind: 'ws' },
  { source: 'text', kind: 'cloud' },
  { source: 'metadata.k', kind: 'kw' },
  { source: 'metadata.n', kind: 'number' },
  { source: 'multi_label', kind: 'boolean' },
]
/** So few that each segment is a range. */
const RANGE_DOCS = 32
const COUNTED: ColumnSpec[] = COLUMNS.slice(2, 5)
const SORTS = [
  [],
  [{ name: 'metadata.n', kind: 'number', order: 'desc' }],
  [
    { name: 'metadata.k', kind: 'kw', order: 'asc' },
    { name: 'metadata.n', kind: 'number', order: 'asc' },
  ],
] as const

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant('go on' as const) },
  { weight: 3, arbitrary: fc.constant('seal' as const) },
  { weight: 1, arbitrary: fc.constant('seal two' as const) },
  { weight: 1, arbitrary: fc.constant('merge' as const) },
  { weight: 2, arbitrary: fc.constant('restart' as const) },
)

describe('a dataset in segments', () => {
  it('is searched, sorted and counted like its records, whatever was changed, sealed and merged between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { maxLength: 8 }), step, queryText, fc.nat(2), fc.nat(5)), {
          minLength: 1,
          maxLength: 8,
        }),
        async (rounds) => {
          const store = new FakeStore()
          const cache = new PartCache(2000)
          let index = new DatasetIndex(cache, RANGE_DOCS)
          for (const [changes, what, text, sorted, skipped] of rounds) {
            apply(store, changes)
            if (what === 'seal') await store.seal(COLUMNS)
            if (what === 'seal two') await store.seal(COLUMNS, 2)
            if (what === 'merge') await store.merge(COLUMNS, skipped % 3, 2)
            if (what === 'restart') index = new DatasetIndex(cache, RANGE_DOCS)
            const check = () => checkAnswers(index, store, text, sorted, skipped)
            await check().catch((cause) => {
              // Segments gave way to others since the index was made.
              if (!(cause instanceof IndexTooOldError)) throw cause
              index = new DatasetIndex(cache, RANGE_DOCS)
              return check()
            })
            index.release()
          }
        },
      ),
      { numRuns: 600 },
    )
  })

  it('is searched like the same records in memory when it is large', async () => {
    const store = new FakeStore()
    const random = (at: number, salt: number) => ((at * 2654435761 + salt * 40503) >>> 7) % 10_007
    const words = (at: number) =>
      Array.from({ length: 12 }, (_, place) => `w${Math.floor(random(at, place) ** 1.3 / 30)}`)
    const put = (at: number) =>
      store.put(`k${at}`, {
        text: words(at).join(' '),
        metadata: { k: `u${at}`, n: at % 700 },
        multi_label: at % 3 > 0,
      })
    for (let at = 0; at < 4000; at += 1) put(at)
    const records = new DatasetIndex()
    await store.seal(COLUMNS, 2500)
    await store.seal(COLUMNS)
    for (let at = 0; at < 900; at += 7) put(at)
    for (let at = 3; at < 900; at += 7) store.remove(`k${at}`)
    await store.seal(COLUMNS)
    for (let at = 5; at < 900; at += 7) put(at)
    const rows = store.rowsRead

    const index = new DatasetIndex(new PartCache(1_000_000), RANGE_DOCS)
    await index.catchUp(store.version, store.fetch)
    // Nothing of what is in segments is read again.
    expect(store.rowsRead - rows).toBe(Math.ceil(895 / 7))
    const withoutSegments: typeof store.fetch = (asked) =>
      asked.what === 'segments' ? Promise.resolve([] as never) : store.fetch(asked)
    await records.catchUp(store.version, withoutSegments)
    const texts = [
      'w1',
      'w1 AND w2',
      '"w1 w3"',
      '"w2 w5"~4',
      'w12*',
      '*7',
      'w1?3',
      '/w[12]+/',
      'w200~1',
      'metadata.n:[3 TO 90]',
      'metadata.k:u17?',
      'metadata.k.text:u40',
      '_exists_:text',
      'text.exact:w9',
      'id:k1*',
      'NOT w4',
      'metadata.k:{u3 TO u5]',
      'multi_label:true',
    ]
    for (const text of texts) {
      const query = read(text)
      const foundBy = async (one: DatasetIndex, fetch: typeof store.fetch) => {
        await one.ensure([...columnsOf(query), ...COUNTED], fetch)
        return one.complete(() => {
          const docs = evaluate(one, query)
          return {
            keys: takeSorted(one, docs, { sort: [], count: 5000 }).map((ordinal) => one.keyOf(ordinal)),
            cloud: countDocuments(docs, termColumn(one, 'text', 'cloud'), 50),
            unique: countDocuments(docs, termColumn(one, 'metadata.k'), 20),
          }
        }, fetch)
      }
      expect(await foundBy(index, store.fetch), text).toEqual(await foundBy(records, withoutSegments))
      index.release()
    }
  })
})

async function checkAnswers(index: DatasetIndex, store: FakeStore, text: string, sorted: number, skipped: number) {
  const query = read(text)
  const sort = (SORTS[sorted] ?? []).map(({ name, kind, order }) => ({ field: { name, source: name, kind }, order }))
  await index.catchUp(store.version, store.fetch)
  await index.ensure([...columnsOf(query), ...COUNTED], store.fetch)
  const found = await index.complete(() => {
    const docs = evaluate(index, query)
    const all = takeSorted(index, docs, { sort, count: 100 })
    const last = all[skipped]
    const after = last === undefined ? undefined : cursorAt(index, sort, last)
    return {
      keys: takeSorted(index, docs, { sort: [], count: 100 }).map((ordinal) => index.keyOf(ordinal)),
      sorted: all.map((ordinal) => index.keyOf(ordinal)),
      rest: takeSorted(index, docs, { sort, after, count: 3 }).map((ordinal) => index.keyOf(ordinal)),
      skipped: after ? skipped + 1 : 0,
      single: ['0', '1', '2'].filter((key) => index.ordinalOf(key) !== undefined),
      k: countDocuments(docs, termColumn(index, 'metadata.k'), 100),
      cloud: countDocuments(docs, termColumn(index, 'text', 'cloud'), 100),
      numbers: numbersOf(numberColumn(index, 'metadata.n').counted(docs)),
    }
  }, store.fetch)
  const keys = expected(store, query)
  const documents = keys.map((key) => store.documents.get(key) as unknown as Stored)
  expect(found.keys, text).toEqual(keys)
  expect(found.sorted.toSorted(compareCodePoints), text).toEqual(keys)
  expect(found.sorted, text).toEqual(sortedKeys(store.documents, keys, sort))
  expect(found.rest, text).toEqual(found.sorted.slice(found.skipped).slice(0, 3))
  expect(found.single).toEqual(['0', '1', '2'].filter((key) => store.documents.has(key)))
  expect(found.k).toEqual(naiveCounts(documents.map(({ metadata }) => [metadata.k ?? []].flat())))
  expect(found.cloud).toEqual(naiveCounts(documents.map((document) => cloudWords(document.text))))
  const numbers = naiveCounts(documents.map(({ metadata }) => (metadata.n === undefined ? [] : [String(metadata.n)])))
  expect(Object.fromEntries(found.numbers)).toEqual(numbers)
  const values = found.numbers.map(([value]) => Number(value))
  expect(values).toEqual(values.toSorted((one, other) => one - other))
}

function numbersOf(counted: CountedNumbers): [string, number][] {
  const found: [string, number][] = []
  while (counted.next()) found.push([String(counted.value), counted.count])
  return found
}

interface Stored {
  text: string
  metadata: { k?: string | string[]; n?: number }
}
