import { UnreadableFileError } from './detect-format'

/** Size of the chunks read from a file. */
const CHUNK_BYTES = 1 << 20

/** One chunk of a file, and how many bytes of the file were read up to its end. */
export interface Chunk {
  bytes: Uint8Array<ArrayBuffer>
  readBytes: number
}

/** The chunks of a file in order, decompressed if gzipped; read on demand. */
export async function* chunksOf(file: Blob, isGzip: boolean): AsyncGenerator<Chunk> {
  if (!isGzip) {
    yield* slicesOf(file)
    return
  }
  const slices = slicesOf(file)
  let readBytes = 0
  /** Why the file itself could not be read; other failures are of the decompression. */
  let failure: unknown
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await slices.next().catch((cause: unknown) => {
        failure = cause
        throw cause
      })
      if (done) {
        controller.close()
        return
      }
      readBytes = value.readBytes
      controller.enqueue(value.bytes)
    },
  })
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        if (cause === failure) throw cause
        throw new UnreadableFileError(
          'This packed file is damaged or not complete: it cannot be unpacked to its end.',
          {
            cause,
          },
        )
      })
      if (done) return
      yield { bytes: value, readBytes }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The bytes of a part of a file. @throws UnreadableFileError when the file was changed or removed after it was chosen */
export async function bytesOf(file: Blob, start: number, end: number): Promise<ArrayBuffer> {
  try {
    return await file.slice(start, end).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFileError('The file was changed, moved or deleted after it was chosen. Choose it again.', {
      cause,
    })
  }
}

async function* slicesOf(file: Blob): AsyncGenerator<Chunk> {
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    const end = Math.min(start + CHUNK_BYTES, file.size)
    yield { bytes: new Uint8Array(await bytesOf(file, start, end)), readBytes: end }
  }
}
