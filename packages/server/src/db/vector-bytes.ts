/** A vector as stored: 64-bit floats, little endian as on every machine this runs on. */
export function vectorBytes(value: readonly number[]): Uint8Array {
  return new Uint8Array(new Float64Array(value).buffer)
}

/**
 * The numbers of a stored vector: 64-bit floats, or 32-bit ones if there are half as many bytes as its dimensions need. The bytes may start
 * at any offset in their buffer, so they are copied to an aligned one.
 */
export function vectorNumbers(bytes: Uint8Array, dimensions?: number): Float64Array | Float32Array {
  const { buffer } = Uint8Array.from(bytes)
  return bytes.byteLength === (dimensions ?? Infinity) * 4 ? new Float32Array(buffer) : new Float64Array(buffer)
}
