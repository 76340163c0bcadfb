import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ConllReader, looksLikeConll } from './conll-reader'
import { JsonReader } from './json-reader'
import type { BadRow, SourceRow } from './source-row'
import { TextReader } from './text-reader'

type Kind = 'json' | 'line' | 'paragraph' | 'conll'

function read(kind: Kind, pieces: readonly string[]) {
  const rows: SourceRow[] = []
  const bad: BadRow[] = []
  const sink = { row: (row: SourceRow) => rows.push(row), bad: (row: BadRow) => bad.push(row) }
  const reader =
    kind === 'json' ? new JsonReader(sink) : kind === 'conll' ? new ConllReader(sink) : new TextReader(kind, sink)
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return { rows, bad, columns: reader.columns, cells: rows.map((row) => row.cells) }
}

describe('JsonReader', () => {
  it.each([
    ['lines', '{"a":1,"b":"x"}\n{"a":2}\n'],
    ['a list', '[{"a":1,"b":"x"},\n {"a":2}]'],
    ['a list in a document', '{"version":1,"data":[{"a":1,"b":"x"},{"a":2}]}'],
  ])('reads %s', (_, text) => {
    expect(read('json', [text])).toMatchObject({ columns: ['a', 'b'], cells: [[1, 'x'], [2]], bad: [] })
  })

  it('counts the rows of a list in a document', () => {
    const { rows, bad } = read('json', ['{"data":[{"a":1},\n{"a":2},{"a":3}]}'])
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(bad).toEqual([])
  })

  it('reads columns of values and a single object', () => {
    expect(read('json', ['{"a":{"0":1,"1":2},"b":{"0":"x","1":"y"}}']).cells).toEqual([
      [1, 'x'],
      [2, 'y'],
    ])
    expect(read('json', ['{\n "a": 1\n}']).cells).toEqual([[1]])
  })

  it.each([
    [
      'rows beside the names of their columns',
      '{"columns":["a","b"],"index":[0,1],"data":[[1,"x"],[2,null]]}',
      ['a', 'b'],
      [
        [1, 'x'],
        [2, null],
      ],
    ],
    [
      'objects by their ids',
      '{"r1":{"a":1,"b":"x"},"r2":{"a":2}}',
      ['id', 'a', 'b'],
      [
        ['r1', 1, 'x'],
        ['r2', 2],
      ],
    ],
    [
      'objects that have ids of their own',
      '{"0":{"id":"r1","a":1},"1":{"id":"r2","a":2}}',
      ['id', 'a'],
      [
        ['r1', 1],
        ['r2', 2],
      ],
    ],
    ['a record of two objects', '{"text":{"en":"Hi"},"label":{"gold":"x"}}', ['text.en', 'label.gold'], [['Hi', 'x']]],
    ['an empty object', '{}', [], []],
  ])('reads %s', (_, text, columns, cells) => {
    expect(read('json', [text])).toMatchObject({ columns, cells, bad: [] })
  })

  it('reads as missing what Python writes for numbers that are none', () => {
    const { cells, bad } = read('json', ['{"a":NaN,"t":"NaN, -Infinity"}\n{"a":-Infinity,"t":"y"}\n{"a":NaNny}\n'])
    expect(cells).toEqual([
      [null, 'NaN, -Infinity'],
      [null, 'y'],
    ])
    expect(bad).toMatchObject([{ line: 3 }])
  })

  it('reads them as missing beside an integer of many digits in the extra metadata', () => {
    const { cells, bad } = read('json', ['{"extra_metadata":{"id":12345678901234567890,"n":NaN}}\n{"a":1}\n'])
    expect(cells[0]).toEqual(['{"id":12345678901234567890,"n":null}'])
    expect(bad).toEqual([])
  })

  it('says once where a list was cut off', () => {
    expect(read('json', ['[{"a":1},\n {"a":"b']).bad).toEqual([
      { line: 2, reason: 'The file ends in the middle of this value.', text: '{"a":"b' },
    ])
  })

  it('makes columns of nested objects, and leaves lists alone', () => {
    const { columns, cells } = read('json', ['{"q":"x","m":{"ok":true,"s":{"t":"y"}},"l":[{"a":1}]}\n{"q":"z"}'])
    expect(columns).toEqual(['q', 'm.ok', 'm.s.t', 'l'])
    expect(cells[0]).toEqual(['x', true, 'y', [{ a: 1 }]])
  })

  it('reports what is broken with its line, and goes on', () => {
    const { rows, bad } = read('json', ['{"a":1}\n{"a":\n7\n{"a":2}\n'])
    expect(rows.map(({ line }) => line)).toEqual([1, 4])
    expect(bad).toEqual([
      { line: 2, reason: 'This is not valid JSON.', text: '{"a":' },
      { line: 3, reason: 'This value is not an object with keys.', text: '7' },
    ])
    expect(read('json', ['{"a" 1}\n{"a":2}\n'])).toMatchObject({ bad: [{ line: 1 }], cells: [[2]] })
    expect(read('json', ['[{"a":1},\n{"a":2}']).bad).toMatchObject([{ line: 2 }])
  })

  it('keeps every digit of ids that are too long for a number', () => {
    const { cells, rows } = read('json', [
      '{"id":1234567890123456789,"u":{"id":9007199254740993},"n":[9007199254740993,2],"f":0.125,"k":9007199254740991}\n{"id":1234567890123456788}\n',
    ])
    expect(cells).toEqual([
      ['1234567890123456789', '9007199254740993', ['9007199254740993', 2], 0.125, 9007199254740991],
      ['1234567890123456788'],
    ])
    expect(rows.map(({ line }) => line)).toEqual([1, 2])
  })

  it('is safe with hostile names', () => {
    const { columns, cells } = read('json', ['{"__proto__":{"x":1},"constructor":"y"}\n'])
    expect(columns).toEqual(['__proto__.x', 'constructor'])
    expect(cells).toEqual([[1, 'y']])
    expect(Reflect.get({}, 'x')).toBeUndefined()
  })

  it('gives back any list of objects, whatever its pieces', () => {
    const object = fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.oneof(fc.string(), fc.integer()),
      {
        minKeys: 1,
        noNullPrototype: true,
      },
    )
    fc.assert(
      fc.property(fc.array(object, { minLength: 2 }), fc.boolean(), fc.nat(), (objects, isList, cut) => {
        const text = isList ? JSON.stringify(objects, null, 1) : objects.map((one) => JSON.stringify(one)).join('\n')
        const at = cut % text.length
        const { columns, cells, bad } = read('json', [text.slice(0, at), text.slice(at)])
        expect(bad).toEqual([])
        const again = cells.map((row) =>
          Object.fromEntries(row.flatMap((cell, index) => (cell === undefined ? [] : [[columns[index], cell]]))),
        )
        expect(again).toEqual(objects)
      }),
    )
  })
})

describe('TextReader', () => {
  it('reads lines and paragraphs with their line numbers', () => {
    const text = 'one\r\ntwo\n\n\nthree'
    expect(read('line', [text]).rows).toEqual([
      { line: 1, cells: ['one'] },
      { line: 2, cells: ['two'] },
      { line: 5, cells: ['three'] },
    ])
    expect(read('paragraph', [text]).rows).toEqual([
      { line: 1, cells: ['one\ntwo'] },
      { line: 5, cells: ['three'] },
    ])
  })
})

describe('ConllReader', () => {
  const text = 'Ann\tB-person\nLee\tI-person\nin\tO\n🇫🇷\tB-place\nParis\tB-place\n\nHi\tO\nbroken\n'
  it('makes a text and its spans, in code points, of each sentence', () => {
    const { cells, bad } = read('conll', [text.slice(0, 7), text.slice(7)])
    expect(cells).toEqual([
      [
        'Ann Lee in 🇫🇷 Paris',
        [
          { label: 'person', start: 0, end: 7 },
          { label: 'place', start: 11, end: 13 },
          { label: 'place', start: 14, end: 19 },
        ],
      ],
      ['Hi', []],
    ])
    expect(bad).toMatchObject([{ line: 8, text: 'broken' }])
  })

  it.each([
    ['a\tO\nb\tB-x\n\nc\tO\n', true],
    ['text\tlabel\nhello\tgood\n', false],
    ['one\n', false],
  ])('knows %j: %s', (head, is) => {
    expect(looksLikeConll(head)).toBe(is)
  })
})
