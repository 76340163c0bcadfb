import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { laneLines } from './span-lanes.ts'

const span = (label: string, start: number, end: number) => ({ label, start, end })

describe('lanes of spans', () => {
  it('show what each answer marks, cut where words end and spans begin or end', () => {
    const [line] = laneLines('Ann 😀 in Rome', [[span('a', 0, 3)], [span('b', 0, 3), span('b', 9, 11)]])
    expect(line?.map(({ text, marks }) => [text, ...marks.map((mark) => mark?.label)])).toEqual([
      ['Ann', 'a', 'b'],
      [' ', undefined, undefined],
      ['😀 ', undefined, undefined],
      ['in ', undefined, undefined],
      ['Ro', undefined, 'b'],
      ['me', undefined, undefined],
    ])
    expect(line?.[0]?.marks[0]).toEqual({ label: 'a', isStart: true, isEnd: true })
  })

  it('leave out lines in which nothing is marked', () => {
    const text = `${'word '.repeat(100)}end`
    const lines = laneLines(text, [[span('a', 500, 503)], []])
    expect(lines.map((line) => line.at(-1)?.text)).toEqual(['end'])
  })

  it('hold the text of every marked line as it is, and each span from its beginning to its end', () => {
    const places = fc.tuple(fc.nat(60), fc.nat(60)).filter(([one, other]) => one !== other)
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 61, maxLength: 90 }),
        fc.array(places, { maxLength: 4 }),
        (text, list) => {
          const letters = [...text]
          const lanes = list.map(([one, other]) => [span('a', Math.min(one, other), Math.max(one, other))])
          const pieces = laneLines(text, lanes).flat()
          for (const piece of pieces)
            expect(piece.text).toBe(letters.slice(piece.start, piece.start + [...piece.text].length).join(''))
          for (const [lane, [only]] of lanes.entries()) {
            const marked = pieces.filter(({ marks }) => marks[lane] !== undefined).map((piece) => piece.text)
            expect(marked.join('')).toBe(letters.slice(only?.start, only?.end).join(''))
          }
        },
      ),
    )
  })
})
