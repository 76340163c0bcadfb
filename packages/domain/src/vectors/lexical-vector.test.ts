import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEXICAL_DIMENSIONS, lexicalVector } from './lexical-vector'

const cosine = (one: string, other: string) => {
  const b = lexicalVector([other])
  return lexicalVector([one]).reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

describe('lexical vectors', () => {
  it('have length 1, or are zeros when there is no word', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 3 }), (texts) => {
        const vector = lexicalVector(texts)
        expect(vector).toHaveLength(LEXICAL_DIMENSIONS)
        const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
        if (vector.some((value) => value !== 0)) expect(length).toBeCloseTo(1, 5)
      }),
      { numRuns: 30 },
    )
    expect(lexicalVector(['', '!?']).every((value) => value === 0)).toBe(true)
  })

  it.each([
    ['the order of words', 'card payment declined', 'declined payment card'],
    ['case and accents', 'CAFÉ au lait', 'cafe au lait'],
    ['punctuation', 'wi-fi, down!', 'wi fi down'],
  ])('pass over %s', (_, one, other) => {
    expect(cosine(one, other)).toBeCloseTo(1, 5)
  })

  it.each([
    ['a shared word', 'my card was declined', 'the card is new', 'rain in the evening'],
    ['a shared stem', 'payments', 'payment', 'weather'],
    ['a misspelling', 'acommodation', 'accommodation', 'restaurant'],
    ['shared characters without spaces', '手机付款', '手机没电', '天气很好'],
  ])('bring texts nearer by %s', (_, text, near, far) => {
    expect(cosine(text, near)).toBeGreaterThan(cosine(text, far) + 0.15)
  })

  it('stay the same from version to version', () => {
    const found = Array.from(lexicalVector(['hello'])).flatMap((value, at) =>
      value === 0 ? [] : [`${at}:${value.toFixed(3)}`],
    )
    expect(found.join(' ')).toMatchInlineSnapshot(`"8:0.230 26:-0.230 55:-0.857 62:0.230 208:0.230 241:-0.230"`)
  })
})
