import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { UnreadableFileError } from '../detect-format'
import { inspectFile, readFile } from '../read-file'
import { scanFile } from '../scan'
import type { BadRow, SourceRow } from '../source-row'
import { numberKind, readDateCell } from './number-formats'
import { MAX_UNPACKED_BYTES } from './zip'

function fixture(name: string): File {
  return new File([readFileSync(new URL(`./fixtures/${name}`, import.meta.url))], name)
}

async function read(file: File, change: object = {}) {
  const reading = { ...(await inspectFile(file, file.name)), ...change }
  const rows: SourceRow[] = []
  const bad: BadRow[] = []
  let columns: readonly string[] = []
  for await (const batch of readFile(file, reading)) {
    rows.push(...batch.rows)
    bad.push(...batch.bad)
    columns = batch.columns
  }
  return { reading, columns, cells: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line), bad }
}

/** A minimal ZIP file with these parts, compressed. */
function zip(parts: Record<string, string | Buffer>): File {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const packed = deflateRawSync(content)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    pieces.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return new File([Buffer.concat([...pieces, ...directory, end])], 'made.xlsx')
}

/** The parts of a workbook with one sheet. */
function workbook(sheet: string | Buffer): Record<string, string | Buffer> {
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`
  return {
    '_rels/.rels': `<Relationships>${link('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml':
      '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="It\'s 1" r:id="r1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${link('r1', 'worksheet', '/xl/one.xml')}</Relationships>`,
    'xl/one.xml': sheet,
  }
}

describe('a workbook', () => {
  it('is read as what its cells say: texts, numbers, dates, times, results of formulas', async () => {
    const { reading, columns, cells, lines } = await read(fixture('kinds.xlsx'))
    expect(reading).toMatchObject({
      format: 'xlsx',
      sheet: 'Messages 2026',
      sheets: ['Messages 2026', 'Labels'],
      hasHeader: true,
    })
    expect(columns).toEqual(['text', 'label', 'stars', 'sent', 'at', 'time', 'ok', 'sum', 'long'])
    expect(cells).toEqual([
      [
        'Grüße, 漢字 & <b> 🙂',
        'praise',
        3,
        '2026-03-01',
        '2026-03-01T09:05:30',
        '13:45:00',
        true,
        0.3,
        12345678901234600,
      ],
      [' two\nlines ', 'complaint', 4.5, '1900-01-15', undefined, '30:00:00', false, 1e21, -7],
      ['computed', "'=SUM(A1)", 2],
    ])
    expect(lines).toEqual([2, 3, 7])
  })

  it('names sheet and cell of what cannot be read', async () => {
    const { bad } = await read(fixture('kinds.xlsx'))
    expect(bad.map(({ line, reason }) => [line, reason])).toEqual([
      [5, "'Messages 2026'!B5 holds the error #DIV/0!."],
      [6, "'Messages 2026'!K6 stands outside the named columns."],
    ])
  })

  it('is read from another of its sheets', async () => {
    const { cells } = await read(fixture('kinds.xlsx'), { sheet: 'Labels' })
    expect(cells).toEqual([['second sheet', 'b']])
    await expect(read(fixture('kinds.xlsx'), { sheet: 'Gone' })).rejects.toThrow(/no sheet “Gone”/)
  })

  it('is read with shared texts, and from the first sheet that has rows', async () => {
    const { reading, columns, cells } = await read(fixture('shared.xlsx'))
    expect(reading.sheets).toEqual(['Data'])
    expect(columns).toEqual(['column 1', 'column 2', 'text', 'label'])
    expect(cells).toEqual([
      [undefined, undefined, 'shared Grüße 🙂', 'a'],
      [undefined, undefined, 'again', 'a'],
    ])
  })

  it('is read with texts inside their cells, escaped signs and the sizes of ZIP64', async () => {
    expect((await read(fixture('inline.xlsx'))).cells).toEqual([
      ['inline\r\none', 'a'],
      ['_x000D_ stays', 'b'],
    ])
  })

  it('counts days from 1904 where it says so', async () => {
    expect((await read(fixture('from-1904.xlsx'))).cells).toEqual([['from 1904', '2026-03-01']])
  })

  it('may lack places and have namespaces with prefixes', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>text</x:v></x:c><x:c t="str"><x:v>n</x:v></x:c></x:row>' +
      '<x:row><x:c t="str"><x:v>one</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row r="9"><x:c r="B9" t="s"><x:v>5</x:v></x:c></x:row>' +
      '</x:sheetData></x:worksheet>'
    const { columns, cells, bad } = await read(zip(workbook(sheet)))
    expect([columns, cells]).toEqual([['text', 'n'], [['one', 2]]])
    expect(bad).toMatchObject([{ line: 9, reason: "'It''s 1'!B9 refers to a text that the workbook does not have." }])
  })

  it('becomes a profile like that of other files', async () => {
    const scan = await scanFile(fixture('inline.xlsx'))
    expect(scan).toMatchObject({ encoding: 'foreign', badCount: 0, profile: { rows: 2 } })
  })

  it('that would fill the memory when it is unpacked is refused', async () => {
    const bomb = Buffer.alloc(MAX_UNPACKED_BYTES + 1, ' ')
    const file = zip(workbook(Buffer.concat([Buffer.from('<worksheet>'), bomb])))
    expect(file.size).toBeLessThan(1_000_000)
    await expect(read(file)).rejects.toThrow(/“xl\/one.xml” of this workbook is larger than 256 MB when it is unpacked/)
  })

  it.each([
    ['no workbook', zip({ 'hello.txt': 'hello' }), /no Excel workbook/],
    ['cut off', fixture('kinds.xlsx').slice(0, 3000), /damaged/],
    ['not well-formed', zip(workbook('<worksheet><sheetData></worksheet>')), /“xl\/one.xml” is not well-formed/],
    ['with a document type', zip(workbook('<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>')), /declares a document type/],
    ['lacking its rows', zip({ ...workbook(''), 'xl/one.xml': '' }), /damaged/],
  ])('is refused: %s', async (_, content, words) => {
    const file = new File([content], 'bad.xlsx')
    const failure = await read(file).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UnreadableFileError)
    expect(String(failure)).toMatch(words)
  })
})

describe('formats of numbers', () => {
  it.each([
    [0, undefined, 'number'],
    [14, undefined, 'date'],
    [20, undefined, 'time'],
    [164, '0.00E+00', 'number'],
    [164, '#,##0 "days"', 'number'],
    [164, '[Red]0;[Blue]-0', 'number'],
    [164, 'dd/mm/yyyy', 'date'],
    [164, '[$-409]d\\-mmm\\-yy;@', 'date'],
    [164, 'mmm', 'date'],
    [164, '[h]:mm', 'time'],
    [164, 'mm:ss', 'time'],
    [164, 'General', 'number'],
  ])('%s %s is a %s', (id, code, kind) => {
    expect(numberKind(id, code)).toBe(kind)
  })

  it.each([
    [1, '1900-01-01'],
    [59, '1900-02-28'],
    [61, '1900-03-01'],
    [46082.5, '2026-03-01T12:00:00'],
  ])('day %s is %s', (serial, iso) => {
    expect(readDateCell(serial, 'date', false)).toBe(iso)
  })
})
