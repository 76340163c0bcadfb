/** Smaller values are copied faster than transferred. They may also share a buffer with other data of a driver, which must stay. */
const LARGE_BYTES = 8 * 1024

/** The buffers of those values that are large and binary: transferred to another thread they are neither copied nor garbage in this one. */
export function largeBuffers(values: Iterable<unknown>): ArrayBuffer[] {
  const found: ArrayBuffer[] = []
  for (const value of values)
    if (
      value instanceof Uint8Array &&
      value.byteLength >= LARGE_BYTES &&
      value.buffer instanceof ArrayBuffer &&
      value.buffer.byteLength === value.byteLength
    )
      found.push(value.buffer)
  return found
}
