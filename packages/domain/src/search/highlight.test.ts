import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canMark, highlightRanges, isQuickToMark, searchKeywords } from './highlight'
import { parseLucene } from './lucene/parse-lucene'
import { matchesQuery } from './match'
import { parseSimple } from './parse-simple'
import { resolveQuery } from './resolve'
import { makeSchema } from './schema'

const classic = makeSchema(
  [
    { name: 'text', kind: 'std' },
    { name: 'inputs.title', kind: 'std' },
    { name: 'status', kind: 'kw', plain: true },
    { name: 'score', kind: 'number' },
  ],
  ['text'],
)
const feedback = makeSchema([{ name: 'prompt', kind: 'std', plain: true }], ['prompt'])

const lucene = (query: string) => resolveQuery(parseLucene(query), classic, { query, nowMs: 0 })
const simple = (query: string) => resolveQuery(parseSimple(query), feedback, { query, nowMs: 0 })

/** Text with the marked words in square brackets. */
function shown(text: string, ranges: readonly { start: number; end: number }[]): string {
  return ranges
    .toReversed()
    .reduce((out, { start, end }) => `${out.slice(0, start)}[${out.slice(start, end)}]${out.slice(end)}`, text)
}

/** The text with the expected marks in brackets, and the query. */
const simpleCases: [about: string, marked: string, query: string][] = [
  ['whole words', 'My [card] and CARDs', 'card'],
  ['every occurrence', '[rate] it, [Rate] it', 'rate'],
  ['folded words', 'the [Café] of [Łódź]', 'cafe lodz'],
  ['prefix', '[pay] the [payment] to repay', 'pay*'],
  ['a phrase only where it stands', 'card, [card] [payment], payment', '"card payment"'],
  ['nothing excluded', 'a [good] bad thing', 'good -bad'],
  ['no punctuation', 'a, b. ([five])', '$5 (five)'],
  ['Han phrases', '我能[吞][下]玻璃吞', '吞下'],
  ['behind emoji', '👨‍👩‍👧‍👦 [card] 😀', 'card'],
  ['emoji', 'good [👍🏽] job', '👍'],
  ['combining marks', 'a [cafe\u0301] x', 'café'],
  ['one sign of several words', 'a [ﷺ] b', 'الله'],
  ['Arabic with points', 'قال [مُحَمَّد] هنا', 'محمد'],
  ['CRLF', 'one\r\n[two]\r\nthree', 'two'],
  ['nothing', 'any text', '!!!'],
]

describe('highlighting', () => {
  it.each(simpleCases)('%s', (_, marked, query) => {
    const text = marked.replace(/[[\]]/g, '')
    expect(shown(text, highlightRanges(text, simple(query), 'prompt'))).toBe(marked)
  })

  it.each([
    ['either word of an OR', 'a [fox] or a [dog]', 'fox OR dog'],
    ['nothing negated, however deep', 'a [fox] or a dog', 'fox AND (NOT dog) -(dog fox)'],
    ['patterns', '[roam] [foam] x', 'ro* OR /f.am/'],
    ['fuzzy words', '[roam] [foam] x', 'roam~'],
    ['slop', 'the [quick] brown [fox] quick', '"quick fox"~1'],
    ['ranges of words', '[bb] [cc] d', '[b TO c] OR cc'],
    ['exact parts', '[Wi-Fi!] wi-fi', 'text.exact:Wi-Fi\\!'],
    ['what overlaps, once', 'my [Wi-Fi] x', 'text.exact:Wi-Fi AND wi'],
    ['a field that is not asked', 'a fox', 'inputs.title:fox AND status:fox'],
    ['numbers, presence, everything', 'fox 1', '* AND score:1 AND _exists_:text'],
  ])('%s', (_, marked, query) => {
    const text = marked.replace(/[[\]]/g, '')
    expect(shown(text, highlightRanges(text, lucene(query), 'text'))).toBe(marked)
  })

  it('marks something whenever a query without exclusions matches a text', () => {
    const word = fc.constantFrom('card', 'Café', '中文', '😀', 'wi-fi', '3.14', 'न्‍म')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.array(word, { minLength: 1, maxLength: 2 }), (words, asked) => {
        const text = words.join(' ')
        const query = simple(asked.join(' '))
        const ranges = highlightRanges(text, query, 'prompt')
        if (matchesQuery(query, new Map([['prompt', [text]]]))) expect(ranges.length).toBeGreaterThan(0)
        ranges.forEach(({ start, end }, index) => {
          expect(start).toBeLessThan(end)
          expect(start).toBeGreaterThanOrEqual(ranges[index - 1]?.end ?? 0)
        })
      }),
    )
  })
})

describe('search keywords', () => {
  it.each([
    ['my data', 'All My data here', ['My data']],
    ['my data', 'data: my\n data, My', ['data', 'my\n data', 'My']],
    ['data AND data', 'data or data', ['data']],
    ['"quick fox"~1', 'quick brown fox', ['quick', 'fox']],
    ['roam~ NOT x', 'Roam foams', ['Roam']],
    ['手机', '用手机', ['手机']],
    ['NOT data', 'other', []],
  ])('of %s in %j', (query, text, keywords) => {
    expect(searchKeywords([[['text', text]]], lucene(query))).toEqual([keywords])
  })

  it('come from the fields that were asked only', () => {
    const texts = [
      ['text', 'big data'],
      ['inputs.title', 'Big news'],
    ] as const
    expect(searchKeywords([texts], lucene('inputs.title:big'))).toEqual([['Big']])
    expect(searchKeywords([texts, [], texts], lucene('big OR inputs.\\*:big'))).toEqual([
      ['big', 'Big'],
      [],
      ['big', 'Big'],
    ])
  })

  it.each<[query: string, title: string, text: string, isQuick: boolean]>([
    ['data OR dat*', '', 'data', true],
    ['data', '', 'data '.repeat(4000), true],
    ['data', '', 'data '.repeat(4001), false],
    // Texts of other fields are not read.
    ['data', 'data '.repeat(4001), 'data', true],
    ['"big data"', '', 'data', false],
    ['data OR d*a', '', 'data', false],
    ['data~ OR /d.ta/', '', 'data', false],
    ['a b c d e f g h i j', '', 'data', true],
    ['a b c d e f g h i j k', '', 'data', false],
  ])('of %s are found at once in short texts: %#', (query, title, text, isQuick) => {
    const record = [['inputs.title', title] as const, ['text', text] as const]
    expect(isQuickToMark(lucene(query), [record])).toBe(isQuick)
  })

  it.each([
    ['data', true],
    ['score:[0.5 TO 1] AND dat*', true],
    ['NOT data', false],
    ['*:*', false],
    ['score:[0.5 TO 1]', false],
  ])('can be found by %s: %s', (query, can) => {
    expect(canMark(lucene(query))).toBe(can)
  })
})
