import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExactJson, exactJsonText, parseExactJson } from './exact-json'

describe('parseExactJson', () => {
  it.each<[string, unknown]>([
    ['12345678901234567', 12345678901234567n],
    ['-98765432109876543210', -98765432109876543210n],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    [
      '[0.12345678901234567, 1e21, 12345678901234567.5, 1234567890123456789e2]',
      [0.12345678901234566, 1e21, 12345678901234568, 1.2345678901234568e20],
    ],
    ['{"12345678901234567": "12345678901234567"}', { '12345678901234567': '12345678901234567' }],
    [
      '{"a": [{"b":12345678901234567}, "x \\"12345678901234567"]}',
      { a: [{ b: 12345678901234567n }, 'x "12345678901234567'] },
    ],
    ['["\\u0000integer:x", 12345678901234567]', ['\0integer:x', 12345678901234567n]],
    [
      '{"__proto__": 12345678901234567}',
      JSON.parse('{"__proto__": 1}', (key, value) => (key === '' ? value : 12345678901234567n)),
    ],
  ])('%s', (text, value) => {
    expect(parseExactJson(text)).toEqual(value)
  })

  it.each(['', '{', '12345678901234567 x', '01234567890123456789', '-'])('refuses %j as JSON does', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })

  it('reads what JSON.parse reads, but for the digits of large whole numbers', () => {
    const rounded = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(JSON.stringify(parseExactJson(text), rounded))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses more digits than can be read in linear time', () => {
    expect(() => parseExactJson('9'.repeat(4301))).toThrow(SyntaxError)
    expect(parseExactJson('9'.repeat(4300))).toBe(10n ** 4300n - 1n)
  })

  // In quadratic time megabytes would take minutes and exceed the time limit of the test.
  it.each([
    ['an unclosed string full of escaped quotes', `[1234567890123456789,"${'\\"'.repeat(2_000_000)}`],
    ['quotes between quotes', `[1234567890123456789${',""'.repeat(1_000_000)}`],
    ['digits without end', `[1234567890123456789,${'1'.repeat(4_000_000)}.`],
    ['numbers without end', `[1234567890123456789,${'-1.'.repeat(1_000_000)}`],
  ])('refuses %s in one pass', (_, text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError)
  })

  it('leaves out what JSON leaves out', () => {
    const value = { a: undefined, b: [undefined, 12345678901234567n], c: { d: undefined, e: -0 } }
    expect(exactJsonText(value)).toBe('{"b":[null,12345678901234567],"c":{"e":-0}}')
  })

  it('reads back what exactJsonText writes', () => {
    const { value } = fc.letrec<{ value: ExactJson }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) || n === 0),
        fc.maxSafeInteger(),
        fc.bigInt({ min: 2n ** 53n }),
        fc.bigInt({ max: -(2n ** 53n) }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(value, (given) => {
        expect(parseExactJson(exactJsonText(given))).toEqual(given)
      }),
    )
  })
})
