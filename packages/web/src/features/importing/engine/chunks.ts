/** Bytes read from a file at once. */
export const CHUNK_BYTES = 1 << 20

/** One piece of a file, and how many bytes of the file were read up to its end. */
export interface Chunk {
  bytes: Uint8Array
  readBytes: number
}

/** The pieces of a file one after the other, unpacked when it is gzipped. The next is read only when it is asked for. */
export async function* chunksOf(file: Blob, isGzip: boolean): AsyncGenerator<Chunk> {
  if (!isGzip) {
    for (let start = 0; start < file.size; start += CHUNK_BYTES) {
      const end = Math.min(start + CHUNK_BYTES, file.size)
      yield { bytes: new Uint8Array(await file.slice(start, end).arrayBuffer()), readBytes: end }
    }
    return
  }
  let readBytes = 0
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (bytes, controller) => {
      readBytes += bytes.length
      controller.enqueue(bytes)
    },
  })
  const reader = file.stream().pipeThrough(counted).pipeThrough(new DecompressionStream('gzip')).getReader()
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
