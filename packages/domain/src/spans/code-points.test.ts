import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength, indexOffsets, sliceByCodePoints, toCodePoints, toUtf16 } from './code-points'

const FAMILY = '👨‍👩‍👧‍👦'

/** A text, a part of it, and the range of the part in code points. */
const parts: [about: string, text: string, part: string, start: number, end: number][] = [
  ['ASCII', 'hello world', 'world', 6, 11],
  ['behind an emoji', '😀 hi', 'hi', 2, 4],
  ['behind an emoji family', `${FAMILY} hi`, 'hi', 8, 10],
  ['behind a skin tone', '👍🏽 ok', 'ok', 3, 5],
  ['behind a flag', '🇫🇷 Paris', 'Paris', 3, 8],
  ['combining marks', 'cafe\u0301 noir', 'noir', 6, 10],
  ['Arabic', 'مُحَمَّد هنا', 'هنا', 9, 12],
  ['Devanagari', 'क्षि है', 'है', 5, 7],
  ['Han of the astral planes', '𠮷野家で', '家', 2, 3],
  ['CRLF is two', 'a\r\nb', 'b', 3, 4],
  ['lone surrogates are one each', '\uD83Dx\uDE00y', 'y', 3, 4],
]

describe('one offset', () => {
  it.each(parts)('%s', (_, text, part, start, end) => {
    const from = text.indexOf(part)
    expect([toCodePoints(text, from), toCodePoints(text, from + part.length)]).toEqual([start, end])
    expect([toUtf16(text, start), toUtf16(text, end)]).toEqual([from, from + part.length])
    expect(sliceByCodePoints(text, start, end)).toBe(part)
    expect(codePointLength(text)).toBe(Array.from(text).length)
  })

  it('takes an offset inside a pair for the beginning of the pair', () => {
    expect(toCodePoints('a😀b', 2)).toBe(1)
    expect(indexOffsets('a😀b').toCodePoints(2)).toBe(1)
  })

  it('moves offsets outside the text to its ends', () => {
    expect([toCodePoints('a😀', -1), toCodePoints('a😀', 9), toUtf16('a😀', 9), toUtf16('a😀', Number.NaN)]).toEqual([
      0, 2, 3, 0,
    ])
    expect(sliceByCodePoints('a😀b', 2, 1)).toBe('')
    expect(sliceByCodePoints('a😀b', 1)).toBe('😀b')
  })
})

const anyText = fc
  .tuple(fc.string({ unit: 'binary' }), fc.nat(600), fc.nat(300))
  .map(([text, letters, emoji]) => 'x'.repeat(letters) + '😀'.repeat(emoji) + text + '\uD83D'.repeat(emoji % 3) + text)

describe('an index of offsets', () => {
  it('counts as the string iterator does', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const index = indexOffsets(text)
        const chars = Array.from(text)
        let utf16 = 0
        chars.forEach((char, codePoint) => {
          if (index.toUtf16(codePoint) !== utf16) throw new Error(`code point ${codePoint}`)
          if (index.toCodePoints(utf16) !== codePoint) throw new Error(`unit ${utf16}`)
          utf16 += char.length
        })
        expect([index.length, index.toUtf16(chars.length), index.toCodePoints(utf16)]).toEqual([
          chars.length,
          utf16,
          chars.length,
        ])
      }),
    )
  })

  it('agrees with the conversion of one offset', () => {
    fc.assert(
      fc.property(anyText, fc.nat(2000), (text, offset) => {
        const index = indexOffsets(text)
        expect(index.toCodePoints(offset)).toBe(toCodePoints(text, offset))
        expect(index.toUtf16(offset)).toBe(toUtf16(text, offset))
        expect(index.length).toBe(codePointLength(text))
      }),
    )
  })

  it('converts back what it converted', () => {
    fc.assert(
      fc.property(anyText, fc.nat(2000), (text, offset) => {
        const index = indexOffsets(text)
        const codePoints = Math.min(offset, index.length)
        expect(index.toCodePoints(index.toUtf16(codePoints))).toBe(codePoints)
      }),
    )
  })
})
