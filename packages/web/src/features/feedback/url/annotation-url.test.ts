import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecordFilter, RecordSort, SimilarityQuery } from '../../../find/query.ts'
import { type AnnotationUrl, encodePart, PAGE_SIZES, readUrl, withQuery, writeUrl } from './annotation-url.ts'

const plain = readUrl(new URLSearchParams()).url
const read = (query: string) => readUrl(new URLSearchParams(query))

// Names and values with all characters that separate parts of a URL: dots, tildes, colons, quotes, emoji, lone
// surrogates.
const word = fc.oneof(
  fc.constantFrom('split', 'a.b', 'x~y', 'a:b', 'a b&c=d', '100%', '“q”', '日本', '👩‍👩‍👧', '/', '?', '#', '%2F'),
  fc.string({ minLength: 1, unit: 'binary' }),
)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))
const scope = fc.oneof(
  fc.record({ scope: fc.constant('metadata' as const), name: word }),
  fc.record({ scope: fc.constant('response' as const), name: word }),
  fc.record({
    scope: fc.constant('suggestion' as const),
    name: word,
    property: fc.constantFrom('value' as const, 'score' as const, 'agent' as const),
  }),
)
const condition = fc.oneof(
  fc.record({ terms: fc.array(word, { minLength: 1, maxLength: 5 }) }),
  fc.tuple(number, number).map(([one, two]) => ({ ge: Math.min(one, two), le: Math.max(one, two) })),
  fc.record({ ge: number }),
)
const filter: fc.Arbitrary<RecordFilter> = fc.tuple(scope, condition).map(([about, what]) => ({ ...about, ...what }))
const order = fc.constantFrom('asc' as const, 'desc' as const)
const sort: fc.Arbitrary<RecordSort> = fc.oneof(
  fc.record({
    scope: fc.constant('record' as const),
    name: fc.constant(''),
    property: fc.constantFrom('inserted_at', 'updated_at'),
    order,
  }),
  fc.record({ scope: fc.constantFrom('metadata', 'response'), name: word, property: fc.constant('value'), order }),
  fc.record({
    scope: fc.constant('suggestion' as const),
    name: word,
    property: fc.constantFrom('value', 'score'),
    order,
  }),
)
const similarity: fc.Arbitrary<SimilarityQuery> = fc.record({
  recordId: fc.uuid(),
  vector: word,
  limit: fc.integer({ min: 1, max: 1000 }),
  order: fc.constantFrom('most' as const, 'least' as const),
})
const address: fc.Arbitrary<AnnotationUrl> = fc
  .record(
    {
      status: fc.constantFrom('pending', 'draft', 'submitted', 'discarded'),
      text: fc.record({ q: word.map((q) => q.trim()).filter((q) => q !== ''), field: word }, { requiredKeys: ['q'] }),
      filters: fc.array(filter, { maxLength: 6 }),
      sort: fc.array(sort, { maxLength: 4 }),
      similarity,
      page: fc.integer({ min: 1, max: 499_000 }),
      size: fc.constantFrom(...PAGE_SIZES),
      view: fc.constantFrom('focus' as const, 'bulk' as const),
      recordId: fc.uuid(),
    },
    { requiredKeys: ['status', 'filters', 'sort', 'page', 'size', 'view'] },
  )
  .map((url) => ({ text: undefined, similarity: undefined, ...url }))

describe('the address of the annotation view', () => {
  it('brings back all that it was made of, whatever the names and values', () => {
    fc.assert(
      fc.property(address, (url) => {
        const { url: found, bad } = read(writeUrl(url).toString())
        expect(bad).toEqual([])
        expect(found).toEqual(url)
      }),
    )
  })

  it('survives being copied as a link', () => {
    fc.assert(
      fc.property(address, (url) => {
        const link = new URL(`https://postil.example/dataset/1/annotation-mode?${writeUrl(url)}`)
        expect(readUrl(new URL(link.href).searchParams).url).toEqual(url)
      }),
    )
  })

  it('says nothing about what is as usual', () => {
    expect(writeUrl(plain).toString()).toBe('')
    expect(plain).toMatchObject({ status: 'pending', page: 1, size: 10, view: 'focus', filters: [], sort: [] })
  })

  it('reads the forms that were decided', () => {
    const { url } = read(
      'status=draft&page=11&size=50&view=bulk&q=card+pay&field=text&sort=suggestion:label:score:desc&sort=record::updated_at:asc',
    )
    expect(url).toMatchObject({
      status: 'draft',
      page: 11,
      size: 50,
      view: 'bulk',
      text: { q: 'card pay', field: 'text' },
    })
    expect(url.sort).toEqual([
      { scope: 'suggestion', name: 'label', property: 'score', order: 'desc' },
      { scope: 'record', name: '', property: 'updated_at', order: 'asc' },
    ])
  })

  const uuid = '7b2f3c1e-0000-4000-8000-000000000001'
  const similar = (value: unknown) => `similar=${encodePart(value)}`
  const filters = (...list: unknown[]) => `f=${encodePart(list)}`
  it.each([
    ['an unknown status', 'status=deleted', 'status'],
    ['no page', 'page=0', 'page'],
    ['a page that is no number', 'page=1e3x', 'page'],
    ['a page beyond all pages', 'page=499001', 'page'],
    ['a size not on offer', 'size=37', 'size'],
    ['an unknown view', 'view=<script>', 'view'],
    ['a record that is a path', 'record=../../me', 'record'],
    ['filters that are not base64', 'f=%%%', 'f'],
    ['filters that are cut off', `f=${encodePart([{ scope: 'metadata', name: 'a', terms: ['x'] }]).slice(0, -7)}`, 'f'],
    ['filters that are no list', `f=${encodePart({ and: [] })}`, 'f'],
    ['a filter of an unknown scope', filters({ scope: 'user', name: 'a', terms: ['x'] }), 'f'],
    ['a filter of an unknown property', filters({ scope: 'suggestion', name: 'a', property: 'x', terms: ['x'] }), 'f'],
    ['no terms', filters({ scope: 'metadata', name: 'a', terms: [] }), 'f'],
    ['terms that are no texts', filters({ scope: 'metadata', name: 'a', terms: [{ x: 1 }] }), 'f'],
    ['more terms than the server takes', filters({ scope: 'metadata', name: 'a', terms: Array(251).fill('x') }), 'f'],
    ['more filters than the server takes', filters(...Array(51).fill({ scope: 'metadata', name: 'a', ge: 1 })), 'f'],
    ['a range upside down', filters({ scope: 'metadata', name: 'a', ge: 2, le: 1 }), 'f'],
    ['a range without end', `f=${btoa('[{"scope":"metadata","name":"a","ge":1e999}]')}`, 'f'],
    ['a sort of three parts', 'sort=record:inserted_at:asc', 'sort'],
    ['a sort by what cannot be sorted by', 'sort=record::password:asc', 'sort'],
    ['a sort without a name', 'sort=metadata::value:asc', 'sort'],
    ['a sort that cannot be decoded', 'sort=metadata:%25zz:value:asc', 'sort'],
    ['a reference that is no id', similar({ recordId: 'x', vector: 'v', limit: 50, order: 'most' }), 'similar'],
    ['a limit of nothing', similar({ recordId: uuid, vector: 'v', limit: 0, order: 'most' }), 'similar'],
    ['a limit of everything', similar({ recordId: uuid, vector: 'v', limit: 1e9, order: 'most' }), 'similar'],
    ['an unknown order', similar({ recordId: uuid, vector: 'v', limit: 50, order: 'up' }), 'similar'],
  ])('leaves out %s, says so, and keeps the rest', (_, part, name) => {
    const { url, bad } = read(`${part}&q=card`)
    expect(bad).toEqual([name])
    expect(url).toEqual({ ...plain, text: { q: 'card' } })
  })

  it('never fails, whatever is written in it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('status', 'page', 'q', 'f', 'similar', 'sort', 'record', 'x'), fc.string())),
        (pairs) => {
          const { url } = readUrl(new URLSearchParams(pairs))
          expect(readUrl(writeUrl(url)).url).toEqual(url)
        },
      ),
    )
  })

  it('begins at the first page when a condition changes, and leaves a single record', () => {
    const url = { ...plain, page: 31, recordId: uuid }
    expect(withQuery(url, { text: { q: 'card' } })).toMatchObject({ page: 1, recordId: undefined, text: { q: 'card' } })
  })
})
