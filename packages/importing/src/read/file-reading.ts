import { type FileShape, UnreadableFileError } from './detect-format'

/** Ways to read bytes, most as `TextDecoder` names them; `mixed` is UTF-8, and Windows-1252 in lines that are no UTF-8. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'mixed'

/** Everything it takes to read a file twice the same way. */
export interface FileReading extends FileShape {
  encoding: TextEncoding
  isGzip: boolean
  /** Of a workbook: the sheet that is read, and those there are. */
  sheet?: string
  sheets?: readonly string[]
}

/** The encoding that the first bytes announce or give away; without that it is UTF-8, until a byte says otherwise. */
export function announcedEncoding(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // UTF-16 without its mark: every other byte of Latin letters is zero, and no other text holds zeros.
  const pairs = Math.floor(head.length / 2)
  const zeros = [0, 0]
  for (let at = 0; at < pairs * 2; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [high = 0, low = 0] = zeros
  if (low > pairs / 3 && high < pairs / 20) return 'utf-16le'
  if (high > pairs / 3 && low < pairs / 20) return 'utf-16be'
  return 'utf-8'
}

/** Bytes that are no UTF-8: the file is read again line by line, where a line may be Windows-1252, in which every byte is a sign. */
export class NotUtf8Error extends Error {
  override name = 'NotUtf8Error'
}

/** Decode piece by piece. @throws NotUtf8Error */
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

/** Files that were put together from others: one damaged line does not spoil the rest. */
function createLineDecoder(): (bytes?: Uint8Array) => string {
  // Pieces of a line that goes on: put together once, however long it is.
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
    // No UTF-8: the caller knows what else it may be.
    return undefined
  }
}

/** The beginning of a file as text, whatever its last character was cut to. */
export function decodeHead(head: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding).decode(head)
}

/** Refuse bytes that are no text at all: such a file would become one long unreadable record. */
export function refuseBinary(head: string): void {
  const controls = [...head].filter((sign) => sign < '\t' || (sign > '\r' && sign < ' ')).length
  if (controls > head.length / 20) {
    throw new UnreadableFileError(
      'This file holds no text that can be read here. Choose CSV, JSON, Parquet or plain text.',
    )
  }
}
