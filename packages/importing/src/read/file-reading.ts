import { type FileShape, UnreadableFileError } from './detect-format'

/**
 * Encodings, most by their `TextDecoder` names; `mixed` is UTF-8 with Windows-1252 for lines that are not valid UTF-8.
 * Those after UTF-16 are not detected: the user chooses them.
 */
export const TEXT_ENCODINGS = [
  'utf-8',
  'mixed',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

/** Everything needed to parse a file again in the same way. */
export interface FileReading extends FileShape {
  encoding: TextEncoding
  isGzip: boolean
  /** For a workbook: the sheet to read, and all sheets. */
  sheet?: string
  sheets?: readonly string[]
}

/** The encoding detected from the first bytes; default UTF-8, until an invalid byte is found. */
export function announcedEncoding(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // UTF-16 without a byte order mark: every other byte of Latin letters is zero, and other text encodings contain no zeros.
  const pairs = Math.floor(head.length / 2)
  const zeros = [0, 0]
  for (let at = 0; at < pairs * 2; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [high = 0, low = 0] = zeros
  if (low > pairs / 3 && high < pairs / 20) return 'utf-16le'
  if (high > pairs / 3 && low < pairs / 20) return 'utf-16be'
  return 'utf-8'
}

/** Invalid UTF-8: the file is then read again line by line, with Windows-1252, in which every byte is valid, for such lines. */
export class NotUtf8Error extends Error {
  override name = 'NotUtf8Error'
}

/** Create a streaming decoder. @throws NotUtf8Error */
export function createDecoder(encoding: TextEncoding): (bytes?: Uint8Array) => string {
  if (encoding === 'mixed') return createLineDecoder()
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new NotUtf8Error('These bytes are not UTF-8.', { cause })
    }
  }
}

const LINE_FEED = 0x0a

/** For files concatenated from others: a line with another encoding does not affect the rest. */
function createLineDecoder(): (bytes?: Uint8Array) => string {
  // Chunks of an unfinished line: joined once, however long it is.
  let rest: Uint8Array[] = []
  return (bytes) => {
    if (!bytes) return decodeLines(joined(rest))
    const end = bytes.lastIndexOf(LINE_FEED) + 1
    if (end === 0) {
      rest.push(bytes)
      return ''
    }
    const lines = joined([...rest, bytes.subarray(0, end)])
    rest = [bytes.subarray(end)]
    return decodeLines(lines)
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function decodeLines(bytes: Uint8Array): string {
  const whole = decodeUtf8(bytes)
  if (whole !== undefined) return whole
  const lines: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const feed = bytes.indexOf(LINE_FEED, start)
    const end = feed === -1 ? bytes.length : feed + 1
    const line = bytes.subarray(start, end)
    lines.push(decodeUtf8(line) ?? new TextDecoder('windows-1252').decode(line))
    start = end
  }
  return lines.join('')
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not valid UTF-8: the caller chooses another encoding.
    return undefined
  }
}

/** The beginning of a file as text; its last character may be cut off. */
export function decodeHead(head: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding).decode(head)
}

/** Refuse binary data, which would become one long unreadable record. */
export function refuseBinary(head: string): void {
  const controls = [...head].filter((sign) => sign < '\t' || (sign > '\r' && sign < ' ')).length
  if (controls > head.length / 20) {
    throw new UnreadableFileError(
      'This file holds no text that can be read here. Choose CSV, JSON, Parquet or plain text.',
    )
  }
}
