import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueryPartError } from '../errors'
import { compileRegex, MAX_REGEX_LENGTH } from './regex'

const cases: [source: string, matched: string[], missed: string[]][] = [
  ['', [''], ['a']],
  ['abc', ['abc'], ['ab', 'abcd', 'xabc']],
  ['a.c', ['abc', 'a😀c'], ['ac', 'abbc']],
  ['ab?c*', ['a', 'ab', 'abcc'], ['abb']],
  ['(ab)+', ['ab', 'abab'], ['', 'aba']],
  ['a{2}', ['aa'], ['a', 'aaa']],
  ['a{2,}', ['aa', 'aaaaa'], ['a']],
  ['a{1,3}', ['a', 'aaa'], ['', 'aaaa']],
  ['(a?){3}', ['', 'a', 'aaa'], ['aaaa']],
  ['(a|bc){2}', ['aa', 'abc', 'bca', 'bcbc'], ['a', 'bc', 'abca']],
  ['a|b', ['a', 'b'], ['c', 'ab']],
  [')', [')'], ['a']],
  ['[a-cx]', ['a', 'b', 'x'], ['d', '', 'ab']],
  ['[^a-c]', ['d', '😀'], ['a', '']],
  ['[]a]', [']', 'a'], ['b']],
  ['[a\\-z]', ['a', '-', 'z'], ['b']],
  ['\\d+', ['123'], ['a', '']],
  ['\\w\\W\\D', ['a-b', '_ x'], ['abc']],
  ['[\\d.]+', ['3.14'], ['3,14']],
  ['a\\.b', ['a.b'], ['axb']],
  ['"a.b*"', ['a.b*'], ['axb']],
  ['@', ['', 'anything'], []],
  ['#', [], ['', 'a']],
  ['a#|b', ['b'], ['a']],
  ['()', [''], ['a']],
  ['~a', ['', 'b', 'aa'], ['a']],
  ['~(.*bad.*)', ['good', ''], ['bad', 'xbady']],
  ['a~bc', ['ac', 'axc', 'abbc'], ['abc']],
  ['.*a.*&.*b.*', ['ab', 'xbxax'], ['a', 'b', '']],
  ['.*foo&~(.*bar.*)', ['foo', 'xfoo'], ['barfoo', 'foox']],
  ['<1-100>', ['1', '42', '100', '007'], ['0', '101', 'x', '']],
  ['<01-20>', ['01', '07', '20'], ['7', '21', '007']],
  ['v<1-10>x', ['v1x', 'v10x'], ['v11x', 'vx']],
  ['*a', ['*a'], ['a']],
  ['x]', ['x]'], ['x']],
]

describe('regular expressions', () => {
  it.each(cases)('%s', (source, matched, missed) => {
    const regex = compileRegex(source, false)
    expect(matched.filter((term) => !regex.matches(term))).toEqual([])
    expect(missed.filter((term) => regex.matches(term))).toEqual([])
  })

  it('fold what they say for folded terms', () => {
    expect(compileRegex('CAFÉ.*', true).matches('cafes')).toBe(true)
    expect(compileRegex('[A-C]ß', true).matches('bss')).toBe(true)
    expect(compileRegex('CAFÉ.*', false).matches('cafes')).toBe(false)
    expect(compileRegex('\\D+', true).matches('abc')).toBe(true)
  })

  it.each([
    '(',
    'a|',
    'a)',
    '(a',
    '[',
    '[a',
    '[^',
    '[b-a]',
    'a{',
    'a{x}',
    'a{2',
    'a{3,2}',
    'a{2000}',
    '"a',
    '<',
    '<a>',
    '<1-',
    'a\\',
    '~',
    '(a|(',
  ])('refuse %s', (source) => {
    expect(() => compileRegex(source, false)).toThrow(QueryPartError)
  })

  it('refuse an overlong or overdeep expression', () => {
    expect(() => compileRegex('a'.repeat(MAX_REGEX_LENGTH + 1), false)).toThrow(QueryPartError)
    expect(() => compileRegex('('.repeat(300) + ')'.repeat(300), false)).toThrow(QueryPartError)
  })

  it.each([
    ['(a+)+b', 'a'.repeat(5000)],
    ['(a|aa)*b', 'a'.repeat(5000)],
    ['(.*)*(.*)*(.*)*x', 'a'.repeat(5000)],
    ['(a?){200}a{200}', 'a'.repeat(255)],
    ['.*a.{30}', 'ab'.repeat(2000)],
    ['(x+x+)+y', 'x'.repeat(255)],
  ])('take %s in reasonable time', (source, term) => {
    const started = performance.now()
    compileRegex(source, false).matches(term)
    expect(performance.now() - started).toBeLessThan(1500)
  })

  it('give up, rather than run away, when too much stays open', () => {
    const hostile = '.*(.{0,1000}&.{0,999}&.{0,998}&.*a)b'
    const started = performance.now()
    expect(() => compileRegex(hostile, false).matches('ab'.repeat(2000))).toThrow(QueryPartError)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  it('agree with the platform on the part of the language they share', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d')
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        atom,
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => one + other),
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `(${one}|${other})`),
        fc
          .tuple(tie('expression'), fc.constantFrom('?', '*', '+', '{2}', '{1,2}'))
          .map(([of, times]) => `(${of})${times}`),
      ),
    }))
    fc.assert(
      fc.property(
        expression,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 7 })),
        (source, terms) => {
          const ours = compileRegex(source, false)
          const platform = new RegExp(`^(?:${source})$`, 'u')
          for (const term of terms)
            expect([source, term, ours.matches(term)]).toEqual([source, term, platform.test(term)])
        },
      ),
      { numRuns: 1500 },
    )
  })
})
