import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { quote } from '../export/export-text'
import { CsvReader, guessDelimiter, nameColumns } from './csv-reader'
import type { BadRow, Cell, SourceRow } from './source-row'

function read(pieces: readonly string[], options = { delimiter: ',', hasHeader: true }) {
  const rows: SourceRow[] = []
  const bad: BadRow[] = []
  const reader = new CsvReader(options, { row: (row) => rows.push(row), bad: (row) => bad.push(row) })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return { rows, bad, columns: reader.columns }
}

describe('CsvReader', () => {
  it.each<[string, string, Cell[][]]>([
    [
      'plain rows',
      'a,b\n1,2\n3,4\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['no break at the end', 'a,b\n1,2', [['1', '2']]],
    ['returns and feeds', 'a,b\r\n1,2\r\n', [['1', '2']]],
    ['old returns', 'a,b\r1,2\r', [['1', '2']]],
    ['quotes, separators and breaks in cells', 'a,b\n"x, ""y""\nz",2', [['x, "y"\nz', '2']]],
    ['nothing and an empty text', 'a,b\n,""', [[undefined, '']]],
    ['a quote inside a cell', 'a,b\n5" pipe,2', [['5" pipe', '2']]],
    [
      'a quote that another line seems to close',
      'a,b\n"open,1\nhe said "hi",2\n"x\ny" ,3\n',
      [
        ['"open', '1'],
        ['he said "hi"', '2'],
        ['x\ny ', '3'],
      ],
    ],
    ['blank lines', 'a,b\n\n1,2\n\n', [['1', '2']]],
    ['an empty last cell', 'a,b\n1,', [['1', undefined]]],
    [
      'a separator at the end of every row but the first',
      'a,b\n1,2,\n3,4,,\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a one-column file', 'a\nx\n', [['x']]],
    ['a first line that names the separator', 'sep=,\r\na,b\r\n1,2\r\n', [['1', '2']]],
  ])('reads %s', (_, text, cells) => {
    const { rows, bad } = read([text])
    expect(rows.map((row) => row.cells)).toEqual(cells)
    expect(bad).toEqual([])
  })

  it('reports rows of another length with their line, and goes on', () => {
    const { rows, bad } = read(['a,b\n1,2\n3\n"x\ny",2\n4,5,6\n7,8\n'])
    expect(rows.map(({ line }) => line)).toEqual([2, 4, 7])
    expect(bad).toEqual([
      { line: 3, reason: 'This row has 1 cell; the first row has 2.', text: '3' },
      { line: 6, reason: 'This row has 3 cells; the first row has 2.', text: '4,5,6' },
    ])
  })

  it('loses one line, not the file, to a quote that is never closed', () => {
    const { rows, bad } = read(['a,b\n"open,2\n3,4\n5,6\n'])
    expect(rows.map((row) => row.cells)).toEqual([
      ['3', '4'],
      ['5', '6'],
    ])
    expect(bad).toMatchObject([{ line: 2, text: '"open,2' }])
  })

  it('reads a quoted text as long as a book, in pieces', () => {
    const book = 'word, "said" she\n'.repeat(200_000)
    const text = `a,b\n${quote(book)},2\n3,4\n`
    const pieces = Array.from({ length: Math.ceil(text.length / 1e6) }, (_, at) => text.slice(at * 1e6, (at + 1) * 1e6))
    expect(read(pieces)).toMatchObject({ rows: [{ cells: [book, '2'] }, { cells: ['3', '4'] }], bad: [] })
  })

  it('looks at a long quoted text a few times, not once for each piece it comes in', () => {
    const piece = 'he said ""no"" '.repeat(100)
    const looked = vi.spyOn(String.prototype, 'indexOf')
    const { rows } = read(['a,b\n"', ...Array.from({ length: 100 }, () => piece), '",2\n3,4\n'])
    const count = looked.mock.calls.length
    looked.mockRestore()
    expect(rows).toMatchObject([{ line: 2 }, { cells: ['3', '4'] }])
    // 20,000 pairs of quotes; scanned again for each chunk they would be a million.
    expect(count).toBeLessThan(150_000)
  })

  it('says how many columns can be read', () => {
    const wide = Array.from({ length: 501 }, (_, at) => `c${at}`).join(',')
    expect(read([`${wide}\n${wide}\n`]).bad).toMatchObject([{ reason: 'This row has 501 cells; 500 can be read.' }])
  })

  it('names columns that have no name, or the same', () => {
    expect(nameColumns(['a', '', 'a', ' a '])).toEqual(['a', 'column 2', 'a 2', 'a 3'])
    expect(read(['x,y'], { delimiter: ',', hasHeader: false }).columns).toEqual(['column 1', 'column 2'])
  })

  it.each([
    ['a,b,c\n', ','],
    ['a;b;c\n1,5;2;3', ';'],
    ['a\tb\n', '\t'],
    ['"a,b";c\n', ';'],
    ['alone\n', ','],
  ])('guesses the separator of %j', (head, sign) => {
    expect(guessDelimiter(head)).toBe(sign)
  })

  it('gives back any table, whatever its pieces', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\r', '\n', '\r\n', ',', '', ' x '))
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }))
    fc.assert(
      fc.property(table, fc.array(fc.nat(200)), (rows, cuts) => {
        const header = rows[0]?.map((_, index) => `c${index}`) ?? []
        const text = [header, ...rows].map((row) => row.map(quote).join(',')).join('\r\n')
        const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
        const pieces = [0, ...at].map((from, index) => text.slice(from, at[index] ?? text.length))
        expect(read(pieces).rows.map((row) => row.cells)).toEqual(rows)
      }),
    )
  })
})
