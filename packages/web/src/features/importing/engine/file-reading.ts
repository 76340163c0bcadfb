import { type FileShape, UnreadableFileError } from '@postil/domain/importing/detect-format'

/** Encodings that are tried, each as `TextDecoder` names it. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Everything it takes to read a file twice the same way. */
export interface FileReading extends FileShape {
  encoding: TextEncoding
  isGzip: boolean
}

/** The encoding that the first bytes announce; without an announcement it is UTF-8, until a byte says otherwise. */
export function announcedEncoding(head: Uint8Array): TextEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Bytes that are no UTF-8: the file is read again as Windows-1252, where every byte is a sign. */
export class NotUtf8Error extends Error {
  override name = 'NotUtf8Error'
}

/** Decode piece by piece. @throws NotUtf8Error */
export function createDecoder(encoding: TextEncoding): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return (bytes) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (cause) {
      throw new NotUtf8Error('These bytes are not UTF-8.', { cause })
    }
  }
}

/** The beginning of a file as text, whatever its last character was cut to. */
export function decodeHead(head: Uint8Array, encoding: TextEncoding): string {
  return new TextDecoder(encoding).decode(head)
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
