import { describe, expect, it } from 'vitest'
import { MalformedBody, parseJsonBody } from './json-body'

describe('parseJsonBody', () => {
  it('reads what Python writes for numbers that are none, and leaves texts alone', () => {
    const text = '{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\"NaN", "d": "\\\\"}'
    expect(parseJsonBody(text)).toEqual({
      a: Number.NaN,
      b: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      c: 'NaN "NaN',
      d: '\\',
    })
  })

  it('counts no signs within texts, wherever a text with backslashes ends', () => {
    const texts = ['[['.repeat(50), '\\', '"', '\\"', `${'['.repeat(65)}\\\\`, ',"{'.repeat(50)]
    expect(parseJsonBody(JSON.stringify(texts))).toEqual(texts)
    expect(() => parseJsonBody(`["\\\\",${'['.repeat(65)}`)).toThrow(/nests deeper/)
  })

  // Megabytes in quadratic time would take minutes, and end the test by its time limit.
  it.each([
    ['an unclosed string full of escaped quotes', `"${'\\"'.repeat(2_000_000)}NaN`],
    ['the same behind a long number', `[1234567890123456789,"${'\\"'.repeat(2_000_000)}NaN`],
    ['signs without a number', `[${'-'.repeat(4_000_000)}NaN`],
    ['texts without end', `[NaN${',""'.repeat(1_000_000)}`],
  ])('refuses %s in one pass', (_, text) => {
    for (const exactIntegers of [false, true])
      expect(() => parseJsonBody(text, { exactIntegers })).toThrow(MalformedBody)
  })

  it.each([
    ['objects', `[${'{},'.repeat(1_000_000)}{}]`],
    ['lists', `[${'[],'.repeat(1_000_000)}[]]`],
    ['values', `[${'1,'.repeat(5_000_000)}1]`],
  ])('refuses more %s than memory is meant for', (_, text) => {
    expect(() => parseJsonBody(text)).toThrow(/more than/)
  })

  it('takes the largest call that clients make: 500 records with five vectors of 1536 numbers', () => {
    const vector = `[${Array.from({ length: 1536 }, () => '0.5').join(',')}]`
    const record = `{"vectors":{"a":${vector},"b":${vector},"c":${vector},"d":${vector},"e":${vector}}}`
    const body = parseJsonBody(`{"items":[${Array.from({ length: 500 }, () => record).join(',')}]}`)
    expect(body).toHaveProperty('items.length', 500)
  })
})
