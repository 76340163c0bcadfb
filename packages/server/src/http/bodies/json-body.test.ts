import { describe, expect, it } from 'vitest'
import { MalformedBody } from './body-text'
import { parseJsonBody as parseBody } from './json-body'

const parseJsonBody = (text: string, options?: { exactIntegers?: boolean }) => parseBody(Buffer.from(text), options)

describe('parseJsonBody', () => {
  it('accepts NaN and Infinity as Python writes them, and leaves texts unchanged', async () => {
    const text = '{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \\"NaN", "d": "\\\\"}'
    expect(await parseJsonBody(text)).toEqual({
      a: Number.NaN,
      b: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      c: 'NaN "NaN',
      d: '\\',
    })
  })

  it('counts no signs within texts, wherever a text with backslashes ends', async () => {
    const texts = ['[['.repeat(50), '\\', '"', '\\"', `${'['.repeat(65)}\\\\`, ',"{'.repeat(50)]
    expect(await parseJsonBody(JSON.stringify(texts))).toEqual(texts)
    await expect(parseJsonBody(`["\\\\",${'['.repeat(65)}`)).rejects.toThrow(/nests deeper/)
  })

  // Megabytes in quadratic time would take minutes, and end the test by its time limit.
  it.each([
    ['an unclosed string full of escaped quotes', `"${'\\"'.repeat(2_000_000)}NaN`],
    ['the same behind a long number', `[1234567890123456789,"${'\\"'.repeat(2_000_000)}NaN`],
    ['signs without a number', `[${'-'.repeat(4_000_000)}NaN`],
    ['texts without end', `[NaN${',""'.repeat(1_000_000)}`],
  ])('refuses %s in one pass', async (_, text) => {
    for (const exactIntegers of [false, true])
      await expect(parseJsonBody(text, { exactIntegers })).rejects.toThrow(MalformedBody)
  })

  it.each([
    ['small', ''],
    ['large, with small items', '"a",'.repeat(50_000)],
    ['large, with a long text', `"${'é'.repeat(100_000)}",`],
  ])('refuses a %s body of another encoding', async (_, before) => {
    const body = (name: Buffer) => Buffer.concat([Buffer.from(`[${before}"`), name, Buffer.from('","😀"]')])
    await expect(parseBody(body(Buffer.from('Jörg', 'latin1')))).rejects.toThrow('The body is not UTF-8.')
    expect(await parseBody(body(Buffer.from('Jörg')))).toEqual(expect.arrayContaining(['Jörg', '😀']))
  })

  it.each([
    ['objects', `[${'{},'.repeat(1_000_000)}{}]`],
    ['lists', `[${'[],'.repeat(1_000_000)}[]]`],
    ['values', `[${'1,'.repeat(5_000_000)}1]`],
  ])('refuses more %s than memory is meant for', async (_, text) => {
    await expect(parseJsonBody(text)).rejects.toThrow(/more than/)
  })

  it('takes the largest call that clients make: 500 records with five vectors of 1536 numbers', async () => {
    const vector = `[${Array.from({ length: 1536 }, () => '0.5').join(',')}]`
    const record = `{"vectors":{"a":${vector},"b":${vector},"c":${vector},"d":${vector},"e":${vector}}}`
    const body = await parseJsonBody(`{"items":[${Array.from({ length: 500 }, () => record).join(',')}]}`)
    expect(body).toHaveProperty('items.length', 500)
  })
})
