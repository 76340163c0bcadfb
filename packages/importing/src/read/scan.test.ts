import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, it, vi } from 'vitest'
import { ParquetEncoder } from '../export/encoders'
import { exportTable } from '../export/export-columns'
import { createDecoder } from './file-reading'
import { scanFile } from './scan'

const CSV = 'text,label\nGrüße 漢字,a\n"two\nlines",b\n'

function file(content: string | Uint8Array, name: string): File {
  return new File([typeof content === 'string' ? content : new Uint8Array(content)], name)
}

/** @param unit - `Uint16Array` in the byte order of this machine, little-endian */
function utf16(text: string): Uint8Array {
  return new Uint8Array(Uint16Array.from(`\ufeff${text}`, (sign) => sign.charCodeAt(0)).buffer)
}

/** UTF-16 text with its byte order swapped. */
function turned(bytes: Uint8Array): Uint8Array {
  return bytes.map((_, at) => bytes[at % 2 ? at - 1 : at + 1] ?? 0)
}

/** Data as a Zstandard frame with one uncompressed block: 4 bytes of magic number, 4 bytes of size, 3 bytes of block header. */
function zstdFrame(data: Uint8Array): Uint8Array {
  const frame = new Uint8Array(12 + data.length)
  const view = new DataView(frame.buffer)
  view.setUint32(0, 0xfd2fb528, true)
  view.setUint8(4, 0b1010_0000)
  view.setUint32(5, data.length, true)
  view.setUint16(9, (data.length << 3) | 1, true)
  view.setUint8(11, data.length >> 13)
  frame.set(data, 12)
  return frame
}

describe('scanFile', () => {
  it('profiles the cells of an exported CSV file as they were before they were made safe for spreadsheets', async () => {
    const exported = "id,fields.text,suggestions.kind.value\n1,'=1+1,'=sum\n2,b,plain\n"
    const { profile } = await scanFile(file(exported, 'a.csv'))
    expect(profile.columns.map(({ distinct }) => distinct)).toMatchObject([
      ['1', '2'],
      ['=1+1', 'b'],
      ['=sum', 'plain'],
    ])
    const other = await scanFile(file(exported.replaceAll('.', '_'), 'a.csv'))
    expect(other.profile.columns[2]?.distinct).toEqual(["'=sum", 'plain'])
  })

  it.each([
    ['as it was exported', CSV, false],
    ['changed', CSV.replace('a', 'b'), true],
    ['cut short', CSV.slice(0, -2), true],
  ])('tells whether a file is what its manifest says: %s', async (_, content, isChanged) => {
    const bytes = Buffer.from(CSV)
    const fingerprint = { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
    expect(await scanFile(file(content, 'a.csv'), { fingerprint })).toMatchObject({ isChanged })
  })

  it.each([
    ['a.csv', CSV, 'utf-8'],
    ['bom.csv', `\ufeff${CSV}`, 'utf-8'],
    ['a.csv.gz', gzipSync(CSV), 'utf-8'],
    ['wide.csv', utf16(CSV), 'utf-16le'],
    ['wide-unmarked.csv', utf16(CSV).subarray(2), 'utf-16le'],
    ['wide-turned.csv', turned(utf16(CSV).subarray(2)), 'utf-16be'],
    ['lines.jsonl', '{"text":"Grüße 漢字","label":"a"}\n{"text":"two\\nlines","label":"b"}\n', 'utf-8'],
    ['list.json', '[{"text":"Grüße 漢字","label":"a"},{"text":"two\\nlines","label":"b"}]', 'utf-8'],
  ])('reads %s to the same rows', async (name, content, encoding) => {
    const scan = await scanFile(file(content, name))
    expect(scan.reading.encoding).toBe(encoding)
    expect(scan.profile.columns.map((column) => [column.name, column.distinct])).toEqual([
      ['text', ['Grüße 漢字', 'two\nlines']],
      ['label', ['a', 'b']],
    ])
  })

  it.each([
    ['text,label\nGr\xfc\xdfe,a\ncaf\xe9 5,b\n', ['Grüße', 'café 5']],
    ['text,label\ncaf\xe9,a\n\xe6\xbc\xa2\xe5\xad\x97,b\nGr\xc3\xbc\xc3\x9fe,a\n', ['café', '漢字', 'Grüße']],
    [`text,label\n${'plain,a\n'.repeat(200_000)}caf\xe9,b\n\xe6\xbc\xa2,a\nend \xfc`, ['plain', 'café', '漢']],
  ])('reads lines that are no UTF-8 as Windows-1252, and the others as they are: %#', async (content, texts) => {
    const bytes = Uint8Array.from(content, (sign) => sign.charCodeAt(0))
    const scan = await scanFile(file(bytes, 'old.csv'))
    expect(scan.reading.encoding).toBe('mixed')
    expect(scan.profile.columns[0]?.distinct).toEqual(texts)
  })

  it('reads encodings that are not detected when they are chosen', async () => {
    // “本文,分類” and “これ,良い” in Shift_JIS.
    const bytes =
      '967b95b62c95aa97de0a82b182ea2c97c782a20a'.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? []
    const old = file(Uint8Array.from(bytes), 'old.csv')
    const { reading } = await scanFile(old)
    const { profile } = await scanFile(old, { reading: { ...reading, encoding: 'shift_jis', hasHeader: true } })
    expect(profile.columns.map(({ name, distinct }) => [name, distinct])).toEqual([
      ['本文', ['これ']],
      ['分類', ['良い']],
    ])
  })

  it('reads a line that is no UTF-8 out of many pieces', () => {
    const decode = createDecoder('mixed')
    const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
    const pieces = ['one\ncaf', '\xe9 ', '', 'and \xe6', '\xbc', '\nGr\xc3', '\xbc\xc3\x9fe']
    expect([...pieces.map((piece) => decode(bytes(piece))), decode()]).toEqual([
      ...['one\n', '', '', '', '', 'café and æ¼\n', ''],
      'Grüße',
    ])
  })

  it('reads Parquet, with nothing where it has nulls', async () => {
    const schema = {
      guidelines: null,
      allowExtraMetadata: true,
      minSubmitted: 1,
      fields: [
        { name: 'text', title: 'Text', required: true, settings: { type: 'text' as const, use_markdown: false } },
      ],
      questions: [],
      metadata: [],
      vectors: [],
    }
    const none = {
      suggestions: false,
      resolutions: false,
      final: false,
      doubts: false,
      metadata: false,
      vectors: false,
    }
    const choice = { responses: 'mine', layout: 'nested', ...none } as const
    const names = { questions: new Map(), users: new Map(), people: [], userId: '' }
    const encoder = new ParquetEncoder(exportTable(schema, choice, names).columns)
    const rows = Array.from({ length: 12_000 }, (_, at) => [
      `id-${at}`,
      at % 2 ? `e${at}` : undefined,
      `=text ${at} 漢`,
    ])
    const bytes = [encoder.start(), encoder.rows(rows), encoder.end()]
    const scan = await scanFile(
      new File(
        bytes.map((piece) => new Uint8Array(piece)),
        'a.parquet',
      ),
    )
    expect(scan.profile.rows).toBe(12_000)
    expect(scan.encoding).toBe('text')
    expect(scan.preview[1]?.cells.slice(0, 3)).toEqual(['id-1', 'e1', '=text 1 漢'])
    expect(scan.preview[2]?.cells[1]).toBeUndefined()
  })

  it('keeps a byte order mark at the start of a text in Parquet', async () => {
    const texts = ['\ufeffmarked', 'plain', '']
    const buffer = parquetWriteBuffer({ columnData: [{ name: 'text', data: texts, type: 'STRING' }] })
    const { preview } = await scanFile(new File([buffer], 'a.parquet'))
    expect(preview.map(({ cells }) => cells[0])).toEqual(texts)
  })

  it('reads Parquet that was packed with Zstandard', async () => {
    const buffer = parquetWriteBuffer({
      columnData: [
        { name: 'text', data: ['Grüße', null, '漢字'], type: 'STRING' },
        { name: 'big', data: [1n, 2n, 9007199254740993n], type: 'INT64' },
        { name: 'when', data: [new Date(0), new Date(1000), null], type: 'TIMESTAMP' },
      ],
      codec: 'ZSTD',
      compressors: { ZSTD: zstdFrame },
    })
    const scan = await scanFile(new File([buffer], 'a.parquet'))
    expect(scan.preview.map(({ cells }) => cells)).toEqual([
      ['Grüße', 1, '1970-01-01T00:00:00.000Z'],
      [undefined, 2, '1970-01-01T00:00:01.000Z'],
      ['漢字', '9007199254740993', undefined],
    ])
  })

  it('reads the dates, times and decimal numbers of Parquet as people write them, and no pictures', async () => {
    const hour = 3_600_000_000n
    const buffer = parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 5 },
        { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
        { name: 'at', type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } },
        { name: 'local', type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
        { name: 'price', type: 'INT32', converted_type: 'DECIMAL', precision: 9, scale: 2 },
        { name: 'picture', type: 'BYTE_ARRAY' },
      ],
      columnData: [
        { name: 'day', data: [new Date('2026-03-01'), null] },
        { name: 'at', data: [9n * hour + 330_000_000n, 0n] },
        { name: 'local', data: [hour, 2n * hour + 500_000n] },
        { name: 'price', data: [0.57, 12] },
        { name: 'picture', data: [new Uint8Array([0x89, 0x50, 0xff]), new TextEncoder().encode('Grüße')] },
      ],
    })
    const { preview } = await scanFile(new File([buffer], 'a.parquet'))
    expect(preview.map(({ cells }) => cells)).toEqual([
      ['2026-03-01', '09:05:30', '1970-01-01T01:00:00', 0.57, undefined],
      [undefined, '00:00:00', '1970-01-01T02:00:00.500', 12, 'Grüße'],
    ])
  })

  it('names the compression of Parquet that cannot be read, and the rows that are damaged', async () => {
    const columnData = [{ name: 'text', data: Array.from({ length: 3000 }, (_, at) => `Text ${at}`) }]
    const packed = parquetWriteBuffer({ columnData, codec: 'GZIP', compressors: { GZIP: (data) => gzipSync(data) } })
    await expect(scanFile(new File([packed], 'a.parquet'))).rejects.toThrow('compressed with GZIP')
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1000, codec: 'UNCOMPRESSED' }))
    const broken = bytes.fill(0xff, Math.floor(bytes.length * 0.9), Math.floor(bytes.length * 0.92))
    await expect(scanFile(new File([broken], 'a.parquet'))).rejects.toThrow('rows 2001 to 3000 cannot be read')
  })

  it('says that a file was changed after it was chosen', async () => {
    const changed = file(CSV, 'a.csv')
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
    read.mockRejectedValue(new DOMException('The requested file could not be read.', 'NotReadableError'))
    await expect(scanFile(changed)).rejects.toThrow('changed, moved or deleted after it was chosen')
    read.mockRestore()
  })

  it('refuses a packed file that was cut off far behind its beginning', async () => {
    const lines = Array.from({ length: 50_000 }, (_, at) => `${Math.sin(at)},a`).join('\n')
    const packed = gzipSync(`text,label\n${lines}\n`)
    await expect(scanFile(file(packed.subarray(0, packed.length - 1000), 'cut.csv.gz'))).rejects.toThrow(
      'cannot be unpacked to its end',
    )
  })

  it.each([
    ['empty.csv', '', 'empty'],
    ['book.xlsx', 'PK\x03\x04rest', 'Excel'],
    ['a.parquet', 'PAR1 and no more', 'damaged'],
    ['noise.csv', '\x01\x02\x00\x03'.repeat(50), 'no text'],
    ['cut.csv.gz', gzipSync(CSV.repeat(2000)).subarray(0, 12), 'packed'],
  ])('refuses %s in a sentence', async (name, content, words) => {
    await expect(scanFile(file(content, name))).rejects.toThrow(words)
  })

  it('counts bad rows, and keeps where and why', async () => {
    const scan = await scanFile(file('a,b\n1,2\nonly\n3,4\n', 'a.csv'))
    expect(scan).toMatchObject({ badCount: 1, bad: [{ line: 3, text: 'only' }], profile: { rows: 2 } })
  })

  it('tells how far it is, and stops when told to', async () => {
    const long = file(`text\n${'some words in a row\n'.repeat(300_000)}`, 'long.csv')
    const stop = new AbortController()
    const onProgress = vi.fn(() => stop.abort())
    await expect(scanFile(long, { onProgress, signal: stop.signal })).rejects.toThrow(/abort/i)
    expect(onProgress).toHaveBeenCalledOnce()
    expect(onProgress.mock.calls[0]).toEqual([{ rows: expect.any(Number), share: expect.closeTo(0.175, 1) }])
  })
})
