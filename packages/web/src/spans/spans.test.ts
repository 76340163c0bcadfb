import type { Span } from '@postil/contract/feedback/answer-value'
import { indexOffsets } from '@postil/domain/spans/code-points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkText, marksByChunk, segmentsOf } from './chunks.ts'
import { addSpan, marksOf, removeSpan } from './marks.ts'
import { occurrencesOf } from './occurrences.ts'
import {
  capitalisedRun,
  caretRange,
  isRightToLeft,
  moveCaret,
  wholeWord,
  wordAt,
  wordsOf,
  wordWithLetter,
} from './words.ts'

const span = (label: string, start: number, end: number): Span => ({ label, start, end })

describe('words', () => {
  it.each([
    ['ไปกรุงเทพกับเพื่อน', 'กรุงเทพ'],
    ['東京へ旅行しました。', '旅行'],
    ['one line\nand Ana Pérez', 'Pérez'],
    ['at 🙂 home', '🙂'],
  ])('a click means the whole word, also in a script without spaces: %s', (text, word) => {
    const start = text.indexOf(word)
    const [first] = [...new Intl.Segmenter().segment(text.slice(start))]
    const range = wholeWord(text, { start, end: start + (first?.segment.length ?? 0) })
    expect(text.slice(range.start, range.end)).toBe(word)
  })

  it.each([
    ['Arabic below English', 'Hello\n2 مرحبا Ana\nbye', 'Ana', true],
    ['English below Arabic', 'مرحبا\nHello مرحبا', 'مرحبا', true],
    ['the words of the other script in it', 'Hello مرحبا', 'مرحبا', false],
    ['Hebrew', 'שלום world', 'world', true],
    ['digits alone', '12\nשלום', '12', false],
    ['Arabic digits before English', '٢٠ Hello', 'Hello', false],
    ['Thai', 'ไปกรุงเทพ', 'ไป', false],
  ])('a paragraph has the direction of its first letter: %s', (_, text, word, isRtl) => {
    expect(isRightToLeft(text, text.indexOf(word))).toBe(isRtl)
  })
})

describe('spans of an answer', () => {
  it('replaces what it touches when marks may not overlap, and says what', () => {
    const spans = [span('a', 0, 4), span('b', 4, 6), span('c', 8, 9)]
    expect(addSpan(spans, span('d', 3, 5), false)).toEqual({
      spans: [span('d', 3, 5), span('c', 8, 9)],
      replaced: [span('a', 0, 4), span('b', 4, 6)],
    })
  })

  it('leaves touching neighbours alone', () => {
    expect(addSpan([span('a', 0, 4)], span('b', 4, 6), false).replaced).toEqual([])
  })

  it('keeps all of them when marks may overlap', () => {
    expect(addSpan([span('a', 0, 4)], span('b', 0, 4), true).spans).toEqual([span('a', 0, 4), span('b', 0, 4)])
  })

  it('knows the same span again', () => {
    expect(addSpan([span('a', 0, 4)], span('a', 0, 4), true)).toEqual({ spans: [span('a', 0, 4)], replaced: [] })
    expect(removeSpan([span('a', 0, 4), span('b', 0, 4)], span('a', 0, 4))).toEqual([span('b', 0, 4)])
  })
})

describe('marks', () => {
  it('counts code points on the wire and UTF-16 units on the screen', () => {
    const text = '👩‍👩‍👧‍👦 Ayọ̀mídé'
    const marks = marksOf(indexOffsets(text), [span('person', 8, 16)], [])
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['Ayọ̀mídé'])
  })

  it('tells chosen, suggested, and both apart', () => {
    const marks = marksOf(
      indexOffsets('one two three'),
      [span('a', 0, 3), span('b', 4, 7)],
      [span('b', 4, 7), span('c', 8, 13)],
    )
    expect(marks.map(({ kind }) => kind)).toEqual(['chosen', 'both', 'suggested'])
  })

  it('stacks marks over the same text on levels of their own', () => {
    const marks = marksOf(
      indexOffsets('x'.repeat(20)),
      [span('a', 0, 10), span('b', 2, 4), span('c', 5, 6), span('d', 12, 13)],
      [],
    )
    expect(marks.map(({ level }) => level)).toEqual([0, 1, 1, 0])
  })
})

const texts = fc.string({ unit: fc.constantFrom('a', 'bc ', '\n', '👩‍👩‍👧‍👦', 'ọ̀', '、', ' word'), maxLength: 900 })

describe('drawing in parts', () => {
  it('joins to the text, with every unit under its own marks', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(fc.nat(3000), fc.integer({ min: 1, max: 40 })), { maxLength: 20 }),
        (text, raw) => {
          const index = indexOffsets(text)
          const spans = raw
            .map(([start, length], at) =>
              span(`l${at}`, Math.min(start, index.length), Math.min(start + length, index.length)),
            )
            .filter(({ start, end }) => start < end)
          const marks = marksOf(index, spans, [])
          const chunks = chunkText(text)
          const segments = marksByChunk(chunks, marks).flatMap((own, at) => {
            const chunk = chunks[at]
            return chunk ? segmentsOf(chunk, own) : []
          })
          expect(segments.map((segment) => segment.text).join('')).toBe(text)
          for (const segment of segments) {
            const expected = marks.filter(({ start, end }) => start < segment.end && end > segment.start)
            expect(new Set(segment.marks)).toEqual(new Set(expected))
          }
          // Each mark has one caption.
          expect(segments.flatMap(({ begins }) => begins)).toHaveLength(marks.length)
        },
      ),
    )
  })

  it('parts long lines without cutting a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('👍', 'a'), minLength: 1000, maxLength: 3000 }), (text) => {
        for (const chunk of chunkText(text)) {
          expect(chunk.text.length).toBeLessThanOrEqual(1201)
          expect(() => encodeURIComponent(chunk.text)).not.toThrow()
        }
      }),
      { numRuns: 20 },
    )
  })
})

describe('the caret of the keyboard', () => {
  const text = 'We saw “The Night Ferries” 👩‍👩‍👧‍👦, twice!'
  const words = wordsOf(text)
  const shown = (caret: { anchor: number; at: number }) => {
    const range = caretRange(words, caret)
    return range && text.slice(range.start, range.end)
  }

  it('begins at the first word and moves by words, an emoji being one', () => {
    let caret = moveCaret(undefined, 1, words.length, false)
    const seen = [shown(caret)]
    for (let steps = 0; steps < 7; steps += 1) {
      caret = moveCaret(caret, 1, words.length, false)
      seen.push(shown(caret))
    }
    expect(seen).toEqual(['We', 'saw', 'The', 'Night', 'Ferries', '👩‍👩‍👧‍👦', 'twice', 'twice'])
  })

  it('extends in both directions from where it began', () => {
    const start = { anchor: 3, at: 3 }
    expect(shown(moveCaret(start, 1, words.length, true))).toBe('Night Ferries')
    expect(shown(moveCaret(start, -1, words.length, true))).toBe('The Night')
  })

  it('finds the word at an offset', () => {
    expect(shown({ anchor: wordAt(words, text.indexOf('ght')), at: wordAt(words, text.indexOf('ght')) })).toBe('Night')
    expect(wordAt(words, 10_000)).toBe(words.length - 1)
  })
})

describe('jumps of the caret', () => {
  const text = 'In Calgary, Ana Pérez met an old friend. Ángel came'
  const words = wordsOf(text)
  const wordOf = (at: number | undefined) => at !== undefined && text.slice(words[at]?.start, words[at]?.end)

  it('go to the next word that begins with a letter, in either case, and round', () => {
    const first = wordWithLetter(text, words, -1, 'a')
    expect(wordOf(first)).toBe('Ana')
    const second = wordWithLetter(text, words, first ?? 0, 'a')
    expect(wordOf(second)).toBe('an')
    expect(wordWithLetter(text, words, second ?? 0, 'A')).toBe(first)
    expect(wordWithLetter(text, words, -1, 'x')).toBeUndefined()
  })

  it('go to the next run of capitalised words; punctuation ends a run', () => {
    const runs: string[] = []
    let caret = capitalisedRun(text, words, -1)
    while (caret) {
      const range = caretRange(words, caret)
      runs.push(text.slice(range?.start, range?.end))
      caret = capitalisedRun(text, words, caret.at)
    }
    expect(runs).toEqual(['In Calgary', 'Ana Pérez', 'Ángel'])
  })
})

describe('other occurrences', () => {
  const text = 'Ana met Anabel; Ana and Ana. 🙂 Ana'
  const words = wordsOf(text)

  it('are whole words that are not marked', () => {
    const marks = [
      { start: 0, end: 3 },
      { start: 16, end: 19 },
    ]
    const found = occurrencesOf(text, words, 'Ana', marks)
    expect(found).toEqual([
      { start: 24, end: 27 },
      { start: 32, end: 35 },
    ])
  })

  it('touch no mark, however many marks lie over each other', () => {
    const marks = [
      { start: 0, end: 22 },
      { start: 8, end: 14 },
      { start: 20, end: 22 },
      { start: 27, end: 40 },
    ]
    expect(occurrencesOf(text, words, 'Ana', marks)).toEqual([{ start: 24, end: 27 }])
  })

  it('never touch each other', () => {
    const same = 'a a a a a'
    const found = occurrencesOf(same, wordsOf(same), 'a a', [{ start: 0, end: 3 }])
    expect(found).toEqual([{ start: 4, end: 7 }])
  })
})
