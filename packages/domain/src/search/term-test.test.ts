import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCodePoints } from './code-point-order'
import { wildcardParts } from './lucene/lucene-lexer'
import { wildcardTest } from './term-test'

describe('wildcards', () => {
  it.each([
    ['te?t', ['test', 'te😀t'], ['tet', 'teest']],
    ['te*', ['te', 'test'], ['t', 'xte']],
    ['*x', ['x', 'ax'], ['xa', '']],
    ['a*b*c', ['abc', 'aXbbXbc'], ['acb', 'ab']],
    ['*ab', ['aab', 'abab'], ['aba']],
    ['??', ['ab', '😀😀'], ['a', 'abc']],
    ['a\\*b', ['a*b'], ['axb']],
    ['\\?*', ['?x'], ['x']],
  ])('%s', (pattern, matched, missed) => {
    const parts = wildcardParts(pattern)
    expect(matched.filter((term) => !wildcardTest(parts)(term))).toEqual([])
    expect(missed.filter((term) => wildcardTest(parts)(term))).toEqual([])
  })

  it('agree with a regular expression', () => {
    const text = (extra: string) => fc.string({ unit: fc.constantFrom('a', 'b', '😀', ...extra), maxLength: 8 })
    fc.assert(
      fc.property(text('*?'), text(''), (pattern, term) => {
        const regex = new RegExp(`^${pattern.replace(/\*+/g, '.*').replaceAll('?', '.')}$`, 'u')
        expect(wildcardTest(wildcardParts(pattern))(term)).toBe(regex.test(term))
      }),
      { numRuns: 2000 },
    )
  })

  it('take a hostile pattern in no more steps than the product of both lengths', () => {
    expect(wildcardTest(wildcardParts(`${'a*'.repeat(100)}b`))('a'.repeat(5000))).toBe(false)
  })
})

describe('order by code points', () => {
  it('is the order of the UTF-8 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(Math.sign(compareCodePoints(one, other))).toBe(
          Math.sign(Buffer.compare(Buffer.from(one), Buffer.from(other))),
        )
      }),
    )
  })

  it('puts emoji behind all other characters of the first plane', () => {
    expect(['😀', 'ﬁ', 'a', 'ab', '', '中'].toSorted(compareCodePoints)).toEqual(['', 'a', 'ab', '中', 'ﬁ', '😀'])
  })
})
