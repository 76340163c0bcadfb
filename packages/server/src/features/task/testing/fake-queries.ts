import { makeSchema, matchesQuery, parseLucene, type Query, resolveQuery } from '@postil/domain/search/index'
import type { FieldValue, SearchDocument } from '@postil/domain/search/match'
import fc from 'fast-check'
import { type FakeStore, word } from './fake-store'

/** Queries on the records of a fake store, and their results by a plain matcher. */

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
/** Any query. */
export const queryText = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc
      .tuple(tie('node'), fc.constantFrom(' AND ', ' OR ', ' '), tie('node'))
      .map(([one, operator, other]) => `(${one}${operator}${other})`),
    tie('node').map((node) => `(NOT (${node}))`),
  ),
})).node

export function read(text: string): Query {
  return resolveQuery(parseLucene(text), schema, { query: text, nowMs: 0 })
}

/** The keys of the records that match, in code point order. */
export function expected(store: FakeStore, query: Query): string[] {
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
