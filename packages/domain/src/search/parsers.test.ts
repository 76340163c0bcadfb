import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Query } from './ast'
import { QuerySyntaxError } from './errors'
import { parseLucene } from './lucene/parse-lucene'
import { matchesQuery } from './match'
import { parseSimple } from './parse-simple'
import { resolveQuery } from './resolve'
import { makeSchema } from './schema'

const schema = makeSchema(
  [
    { name: 'text', kind: 'std' },
    { name: 'tag', kind: 'kw' },
    { name: 'size', kind: 'number' },
  ],
  ['text'],
)
const resolve = (query: string) => resolveQuery(parseLucene(query), schema, { query, nowMs: 0 })

const documents = ['card payment', 'wi-fi card', '中文 foo', '', 'foo bar 😀 café'].map(
  (text, index) =>
    new Map<string, readonly (string | number)[]>([
      ['text', [text]],
      ['tag', [`t${index}`]],
      ['size', [index]],
    ]),
)
const hits = (query: Query) => documents.map((document) => matchesQuery(query, document))

/** Operators of both query languages and a few words, in random order. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'+-=&|!(){}[]^"~*?:\\/<> \t\n',
        '&&',
        '||',
        'AND',
        'OR',
        'NOT',
        'TO',
        'card',
        'foo',
        'tag:',
        'size:',
        '中文',
        '😀',
        '1',
        '_exists_:',
        '\uD800',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('the feedback language', () => {
  it('reads every text and never fails', () => {
    fc.assert(
      fc.property(hostile, (query) => {
        const resolved = resolveQuery(parseSimple(query), schema, { query, nowMs: 0 })
        expect(hits(resolved)).toHaveLength(documents.length)
      }),
      { numRuns: 3000 },
    )
  })

  it('excludes exactly what it would find', () => {
    const word = fc.constantFrom('card', 'foo', 'wi-fi', '中文', '😀', 'caf*', '"card payment"')
    fc.assert(
      fc.property(word, (word) => {
        const [found, excluded] = [word, `-${word}`].map((query) =>
          hits(resolveQuery(parseSimple(query), schema, { query, nowMs: 0 })),
        )
        expect(excluded).toEqual(found?.map((hit) => !hit))
      }),
    )
  })
})

describe('the classic language', () => {
  it('reads every text or says that it cannot', () => {
    let read = 0
    fc.assert(
      fc.property(hostile, (query) => {
        try {
          hits(resolve(query))
          read += 1
        } catch (error) {
          expect(error).toBeInstanceOf(QuerySyntaxError)
          expect(error).toHaveProperty('message', `Failed to parse query [${query}]`)
        }
      }),
      { numRuns: 5000 },
    )
    expect(read).toBeGreaterThan(100)
  })

  it('is Boolean algebra where brackets leave no doubt', () => {
    const { expression } = fc.letrec<{ expression: { query: string; expected: boolean[] } }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        fc
          .constantFrom('card', 'foo', 'tag:t1', 'size:>2', '"foo bar"', 'nope:x')
          .map((query) => ({ query, expected: hits(resolve(query)) })),
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => ({
          query: `(${one.query} AND ${other.query})`,
          expected: one.expected.map((hit, index) => hit && (other.expected[index] ?? false)),
        })),
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => ({
          query: `(${one.query} OR ${other.query})`,
          expected: one.expected.map((hit, index) => hit || (other.expected[index] ?? false)),
        })),
        tie('expression').map(({ query, expected }) => ({
          query: `(NOT ${query})`,
          expected: expected.map((hit) => !hit),
        })),
      ),
    }))
    fc.assert(
      fc.property(expression, ({ query, expected }) => {
        expect(hits(resolve(query))).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('finds any keyword by its quoted value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const query = `tag:"${value.replace(/["\\]/g, '\\$&')}"`
        expect(matchesQuery(resolve(query), new Map([['tag', [value]]]))).toBe(true)
        expect(matchesQuery(resolve(query), new Map([['tag', [`${value}x`]]]))).toBe(false)
      }),
    )
  })

  it('finds any keyword by its escaped value', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a b+-=&|!(){}[]^"~*?:\\/中😀'), minLength: 1 }), (value) => {
        const query = `tag:${value.replace(/[+\-=&|!(){}[\]^"~*?:\\/ ]/g, '\\$&')}`
        expect(matchesQuery(resolve(query), new Map([['tag', [value]]]))).toBe(true)
      }),
    )
  })
})

describe('hostile queries', () => {
  it.each([
    ['a pattern of thousands of stars', '*a'.repeat(600)],
    ['a bound of thousands of digits', `size:${'1'.repeat(30_000)}x`],
    ['a query longer than any', '*a'.repeat(20_000)],
  ])('refuses %s', (_, query) => {
    expect(() => resolve(query)).toThrow(QuerySyntaxError)
  })
})
