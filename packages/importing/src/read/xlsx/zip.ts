import { bytesOf } from '../chunks'
import { UnreadableFileError } from '../detect-format'

/** Parts that would be larger than this when decompressed are refused (zip bombs). */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024
const MAX_DIRECTORY_BYTES = 16 * 1024 * 1024
const END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff

interface Entry {
  method: number
  packedBytes: number
  /** Uncompressed size as declared by the file; not trusted for memory. */
  bytes: number
  isEncrypted: boolean
  /** Offset of its local header. */
  offset: number
}

/** The entries of a ZIP file by name, read on demand and decompressed as a stream. */
export class ZipFile {
  readonly #file: Blob
  readonly #entries: ReadonlyMap<string, Entry>

  private constructor(file: Blob, entries: ReadonlyMap<string, Entry>) {
    this.#file = file
    this.#entries = entries
  }

  /** @throws UnreadableFileError */
  static async open(file: Blob): Promise<ZipFile> {
    const tail = await viewOf(file, Math.max(0, file.size - END_BYTES - MAX_COMMENT_BYTES), file.size)
    let at = tail.byteLength - END_BYTES
    while (at >= 0 && tail.getUint32(at, true) !== 0x06054b50) at -= 1
    if (at < 0) throw damaged()
    const bytes = tail.getUint32(at + 12, true)
    const offset = tail.getUint32(at + 16, true)
    if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > file.size) throw damaged()
    return new ZipFile(file, entriesOf(await viewOf(file, offset, offset + bytes)))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The text of an entry, chunk by chunk, with the progress, 0–1. @throws UnreadableFileError when it is missing, damaged, or too large */
  async *text(name: string): AsyncGenerator<{ text: string; share: number }> {
    const decoder = new TextDecoder()
    const total = Math.max(1, this.#entries.get(name)?.bytes ?? 1)
    let bytes = 0
    for await (const piece of this.#bytes(name)) {
      bytes += piece.length
      if (bytes > MAX_UNPACKED_BYTES) {
        const limit = MAX_UNPACKED_BYTES / 1024 / 1024
        throw new UnreadableFileError(
          `The part “${name}” of this workbook is larger than ${limit} MB when it is unpacked. Save the sheet as CSV, then choose that file.`,
        )
      }
      yield { text: decoder.decode(piece, { stream: true }), share: Math.min(1, bytes / total) }
    }
    yield { text: decoder.decode(), share: 1 }
  }

  async *#bytes(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name)
    if (!entry) throw new UnreadableFileError(`This workbook is damaged: its part “${name}” is missing.`)
    if (entry.isEncrypted) throw new UnreadableFileError('This workbook has a password. Save it without one.')
    if (entry.method !== 0 && entry.method !== 8) throw damaged()
    if (entry.offset + 30 > this.#file.size) throw damaged()
    const head = await viewOf(this.#file, entry.offset, entry.offset + 30)
    if (head.getUint32(0, true) !== 0x04034b50) throw damaged()
    const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
    const packed = this.#file.slice(start, start + entry.packedBytes).stream()
    const unpacked = entry.method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
    const reader = unpacked.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        yield value
      }
    } catch (cause) {
      throw damaged(cause)
    } finally {
      // The consumer stopped early: cancel decompression.
      await reader.cancel().catch(() => undefined)
    }
  }
}

function entriesOf(directory: DataView): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  const decoder = new TextDecoder()
  for (let at = 0; at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== 0x02014b50) throw damaged()
    const nameBytes = directory.getUint16(at + 28, true)
    const extraBytes = directory.getUint16(at + 30, true)
    const end = at + 46 + nameBytes + extraBytes + directory.getUint16(at + 32, true)
    if (end > directory.byteLength) throw damaged()
    const name = decoder.decode(new Uint8Array(directory.buffer, at + 46, nameBytes)).replace(/^\//, '')
    const extra = new DataView(directory.buffer, at + 46 + nameBytes, extraBytes)
    const [bytes, packedBytes, offset] = placeOf(directory, at, extra)
    const flags = directory.getUint16(at + 8, true)
    entries.set(name, {
      method: directory.getUint16(at + 10, true),
      bytes,
      packedBytes,
      offset,
      isEncrypted: (flags & 1) === 1,
    })
    at = end
  }
  return entries
}

/** Size, compressed size and offset of an entry. Writers that do not know sizes in advance use the ZIP64 field, even for small files. */
function placeOf(
  directory: DataView,
  at: number,
  extra: DataView,
): [bytes: number, packedBytes: number, offset: number] {
  const UNKNOWN = 0xffffffff
  const given = [24, 20, 42].map((field) => directory.getUint32(at + field, true))
  const [bytes = 0, packedBytes = 0, offset = 0] = given
  if (!given.includes(UNKNOWN)) return [bytes, packedBytes, offset]
  for (let place = 0; place + 4 <= extra.byteLength; ) {
    if (extra.getUint16(place, true) === 1) {
      let next = place + 4
      const values = given.map((value) => {
        if (value !== UNKNOWN) return value
        next += 8
        if (next > extra.byteLength) throw damaged()
        return Number(extra.getBigUint64(next - 8, true))
      })
      return [values[0] ?? 0, values[1] ?? 0, values[2] ?? 0]
    }
    place += 4 + extra.getUint16(place + 2, true)
  }
  throw damaged()
}

async function viewOf(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await bytesOf(file, start, end))
}

function damaged(cause?: unknown): UnreadableFileError {
  return new UnreadableFileError('This ZIP file or Excel workbook is damaged.', { cause })
}
