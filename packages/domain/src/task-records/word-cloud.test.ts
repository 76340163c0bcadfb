import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cloudWords, scanCloudWords } from './word-cloud'

describe('words of a cloud', () => {
  it.each([
    ['Rates rise', ['rates', 'rise']],
    ["Don't panic!", ['panic']],
    ['abc123def', ['abc', 'def']],
    ["L'été de la Straße, el perro und der Hund", ['straße', 'perro', 'hund']],
    ['two-way', ['way']],
    ['ÉCOLE école', ['école', 'école']],
    ['123 😀', []],
    ['日本語 text', ['日本語', 'text']],
    // Letters outside the Basic Multilingual Plane, and a lone surrogate.
    ['𝒜𝒷 x𝒜\ud835z', ['𝒜𝒷', 'x𝒜', 'z']],
  ])('%j', (text, words) => {
    expect(cloudWords(text)).toEqual(words)
  })

  it('are the runs of letters of the text in lower case', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aBÉñßİ日٣ 1-_\u0301😀𝒜ﬁ') }), (text) => {
        const words: string[] = []
        scanCloudWords(text, (word) => words.push(word))
        expect(words).toEqual(text.toLowerCase().match(/\p{L}+/gu) ?? [])
      }),
    )
  })
})
