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
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const { done, value } = await slices.next()
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
      const { done, value } = await reader.read()
      if (done) return
      yield { bytes: value, readBytes }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function* slicesOf(file: Blob): AsyncGenerator<Chunk> {
  for (let start = 0; start < file.size; start += CHUNK_BYTES) {
    const end = Math.min(start + CHUNK_BYTES, file.size)
    yield { bytes: new Uint8Array(await file.slice(start, end).arrayBuffer()), readBytes: end }
  }
}
