import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterEdges } from '../text/testing/cluster-edges'
import { overlaps } from './ranges'
import { snapToGraphemes, snapToRanges, snapToWords } from './snap'

/** The text with the selection in square brackets, and the expected selection by words and by characters. */
const selections: [about: string, selected: string, words: string, characters: string][] = [
  ['inside a word', 'say h[ell]o now', 'hello', 'ell'],
  ['over two words', 'say h[ello n]ow', 'hello now', 'ello n'],
  ['white space at the ends', 'say[ hello ]now', 'hello', 'hello'],
  ['a hyphenated word is two', 'the wi-[f]i net', 'fi', 'f'],
  ['punctuation alone', 'what[?!] yes', '?!', '?!'],
  ['a word and its full stop', 'the en[d.]', 'end.', 'd.'],
  ['apostrophe', "I do[n']t", "don't", "n'"],
  ['half an emoji family', 'a \u{1F468}\u200D[\u{1F469}]\u200D\u{1F467} b', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['a skin tone', 'ok 👍[🏽]!', '👍🏽', '👍🏽'],
  ['a letter without its accent', 'caf[e]\u0301 x', 'cafe\u0301', 'e\u0301'],
  ['an accent without its letter', 'cafe[\u0301] x', 'cafe\u0301', 'e\u0301'],
  ['Arabic', 'قال مُحَ[مّ]َد هنا', 'مُحَمَّد', 'مَّ'],
  ['Indic', 'यह क्[ष]ि है', 'क्षि', 'क्षि'],
  ['Han by characters', '我[能吞]下', '能吞', '能吞'],
  ['Han beside Latin', '我的iPh[one手]机', 'iPhone手', 'one手'],
  ['Thai by characters', 'น้ำ[ด]ีมาก', 'ดี', 'ดี'],
  ['half a line break', 'one\r[\ntwo]', 'two', 'two'],
  ['over a line break', 'on[e\r\nt]wo', 'one\r\ntwo', 'e\r\nt'],
  ['half a flag', '🇫🇷\u{1F1E9}[\u{1F1EA}]', '🇩🇪', '🇩🇪'],
]

describe('snapping', () => {
  it.each(selections)('%s', (_, selected, words, characters) => {
    const start = selected.indexOf('[')
    const end = selected.indexOf(']') - 1
    const text = selected.replace('[', '').replace(']', '')
    const byWord = snapToWords(text, { start, end })
    const byCharacter = snapToGraphemes(text, { start, end })
    expect(text.slice(byWord?.start, byWord?.end).normalize()).toBe(words.normalize())
    expect(text.slice(byCharacter?.start, byCharacter?.end).normalize()).toBe(characters.normalize())
  })

  it.each(['a [ ]b', 'a[]b', '[]', '[\r\n\u3000]'])('takes nothing from %j', (selected) => {
    const start = selected.indexOf('[')
    const end = selected.indexOf(']') - 1
    const text = selected.replace('[', '').replace(']', '')
    expect(snapToWords(text, { start, end })).toBeUndefined()
    expect(snapToGraphemes(text, { start, end })).toBeUndefined()
  })

  it('reads a selection made backwards', () => {
    expect(snapToWords('say hello now', { start: 7, end: 5 })).toEqual({ start: 4, end: 9 })
  })

  it('takes all words of a sign that stands for several', () => {
    expect(snapToWords('\u{10000}\uFDFA\u{11176}', { start: 3, end: 4 })).toEqual({ start: 0, end: 5 })
  })

  it('always gives whole clusters, covers what was selected, and rests', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), fc.nat(40), (text, start, end) => {
        const edges = clusterEdges(text)
        for (const snap of [snapToWords, snapToGraphemes]) {
          const range = snap(text, { start, end })
          if (!range) continue
          expect(edges).toContain(range.start)
          expect(edges).toContain(range.end)
          expect(text.slice(Math.min(start, end), Math.max(start, end)).trim().length).toBeLessThanOrEqual(
            range.end - range.start,
          )
          expect(snap(text, range)).toEqual(range)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('overlap', () => {
  it.each([
    [[0, 5], [5, 9], false],
    [[0, 5], [4, 9], true],
    [[0, 9], [3, 4], true],
    [[3, 4], [0, 9], true],
    [[0, 1], [2, 3], false],
  ])('of %j and %j is %s', ([a = 0, b = 0], [c = 0, d = 0], expected) => {
    expect(overlaps({ start: a, end: b }, { start: c, end: d })).toBe(expected)
  })
})

describe('snapToRanges', () => {
  const tokens = [
    { start: 0, end: 3 },
    { start: 4, end: 8 },
    { start: 8, end: 9 },
    { start: 12, end: 15 },
  ]
  it.each([
    ['inside one token', { start: 1, end: 2 }, { start: 0, end: 3 }],
    ['over a gap', { start: 2, end: 5 }, { start: 0, end: 8 }],
    ['tokens that touch', { start: 7, end: 9 }, { start: 4, end: 9 }],
    ['a gap alone', { start: 9, end: 12 }, undefined],
    ['behind all', { start: 15, end: 20 }, undefined],
    ['from a gap on', { start: 10, end: 13 }, { start: 12, end: 15 }],
  ])('%s', (_, selection, expected) => {
    expect(snapToRanges(tokens, selection)).toEqual(expected)
  })
})
