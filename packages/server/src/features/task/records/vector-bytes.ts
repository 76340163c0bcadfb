/** Encode numbers as vectors are stored: float64, little endian. */
export function toBytes(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8)
  const view = new DataView(bytes.buffer)
  values.forEach((value, index) => {
    view.setFloat64(index * 8, value, true)
  })
  return bytes
}

export function fromBytes(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.byteLength / 8 }, (_, index) => view.getFloat64(index * 8, true))
}
