import { describe, expect, it } from 'vitest'
import { normalizeMetadata } from './metadata'
import { type MetadataType, metadataNumber, metadataTypeOf, parseMetadataDate, widenType } from './metadata-type'

describe('metadata as stored (classic-api §5.4)', () => {
  it.each([
    ['nested objects become dotted keys', { a: { b: 1, c: { d: 'x' } } }, { 'a.b': 1, 'a.c.d': 'x' }],
    [
      'nothing empty stays',
      { a: null, b: [], c: {}, d: { e: null }, f: 0, g: '', h: false },
      { f: 0, g: '', h: false },
    ],
    ['lists are kept', { a: [1, 'b'] }, { a: [1, 'b'] }],
    ['long texts keep their last 128 code points', { a: `x${'😀'.repeat(128)}` }, { a: '😀'.repeat(128) }],
    ['so do texts in lists', { a: [`x${'y'.repeat(128)}`] }, { a: ['y'.repeat(128)] }],
    ['128 are not too long', { a: '😀'.repeat(128) }, { a: '😀'.repeat(128) }],
    ['protected keys are left alone', { _p: { q: [], r: 'z'.repeat(200) } }, { _p: { q: [], r: 'z'.repeat(200) } }],
  ])('%s', (_, given, stored) => {
    expect(normalizeMetadata(given)).toEqual(stored)
  })
})

describe('types of metadata', () => {
  it('read a number, or a text that is none, in one pass', () => {
    expect([' 12. ', '-.5e1', '1.5', '.', '1e', 'x'].map(metadataNumber)).toEqual([12, -5, 1.5, ...Array(3)])
    expect(metadataNumber(`${'1'.repeat(2_000_000)}x`)).toBeUndefined()
  })

  it('take whole numbers beyond 2^53 for whole numbers', () => {
    const big = 12345678901234567n
    expect(metadataTypeOf(big)).toBe('long')
    const types: MetadataType[] = ['long', 'float', 'date', 'keyword', 'boolean', 'nested']
    const fitting: MetadataType[] = ['long', 'float', 'date', 'keyword']
    expect(types.filter((type) => widenType(type, big) === type)).toEqual(fitting)
  })

  it.each<[unknown, MetadataType | undefined]>([
    [1, 'long'],
    [1.5, 'float'],
    [true, 'boolean'],
    ['x', 'keyword'],
    ['12', 'keyword'],
    ['2024', 'keyword'],
    ['2024-05-01', 'date'],
    ['2024-05-01T10:00:00', 'date'],
    ['2024-05-01T10:00:00.123+02:00', 'date'],
    ['2024/05/01', 'date'],
    ['2024-99-01', 'keyword'],
    [[{ a: 1 }], 'nested'],
    [[[2]], 'long'],
    [[null], undefined],
  ])('%j is %s', (value, type) => {
    expect(metadataTypeOf(value as never)).toBe(type)
  })

  it.each<[MetadataType, unknown, MetadataType | undefined]>([
    ['long', 7, 'long'],
    ['long', '7', 'long'],
    ['long', 7.5, 'float'],
    ['long', 'x', undefined],
    ['long', true, undefined],
    ['float', 7, 'float'],
    ['float', 'x', undefined],
    ['keyword', 1, 'keyword'],
    ['keyword', false, 'keyword'],
    ['keyword', [{ a: 1 }], undefined],
    ['boolean', 'true', 'boolean'],
    ['boolean', 'x', undefined],
    ['boolean', 1, undefined],
    ['date', '2024-05-01', 'date'],
    ['date', 'soon', undefined],
    ['date', 1714550400000, 'date'],
    ['nested', [{ b: 2 }], 'nested'],
    ['nested', 'x', undefined],
    ['long', [1, 2.5], 'float'],
    ['long', null, 'long'],
  ])('%s takes %j as %s', (type, value, wide) => {
    expect(widenType(type, value as never)).toBe(wide)
  })

  it.each([
    ['1970-01-01', 0],
    ['1970-01-01T00:00:01', 1000],
    ['1970-01-01T02:00+02:00', 0],
    ['1970-01-01T02:00+0200', 0],
    ['1970-01-01T02:00+02', 0],
    ['1970-01-01T01', 3_600_000],
    ['1970/01/02', 86_400_000],
    ['1970/01/01 00:00:02', 2000],
    ['1970-01-01T00:00:00.123456', 123],
  ])('reads %s as %d ms', (text, millis) => {
    expect(parseMetadataDate(text)).toBe(millis)
  })
})
