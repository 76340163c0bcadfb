import moduleBytes from './dot-products.wat'

/** Rows start at multiples of so many bytes: two steps of four single-precision numbers. */
export const ROW_ALIGNMENT = 32

export type DotProducts = (
  /** Where the rows begin, in bytes. */
  rows: number,
  /** How many there are; may be 0. */
  count: number,
  /** Bytes of a row, a multiple of {@link ROW_ALIGNMENT}. */
  stride: number,
  /** Where the vector is. */
  unit: number,
  /** Where the results go, one single-precision number per row. */
  out: number,
) => void

let compiled: WebAssembly.Module | undefined

/**
 * Dot products over numbers in this memory: WebAssembly has instructions for four numbers at a time, and JavaScript has not. The build
 * translates its text to bytes (`scripts/lib/wat-plugin.mjs`).
 */
export function dotProductsIn(memory: WebAssembly.Memory): DotProducts {
  compiled ??= new WebAssembly.Module(moduleBytes)
  const { dot } = new WebAssembly.Instance(compiled, { env: { memory } }).exports
  if (typeof dot !== 'function') throw new Error('The module exports no function.')
  return (rows, count, stride, unit, out) => {
    dot(rows, count, stride, unit, out)
  }
}
