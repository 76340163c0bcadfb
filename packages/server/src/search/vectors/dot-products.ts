/**
 * Dot products of one vector with many rows, four numbers at a time: WebAssembly has such instructions and JavaScript has not. The module is
 * small enough to be put together here, instruction by instruction.
 */

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

/** Dot products over numbers in this memory. */
export function dotProductsIn(memory: WebAssembly.Memory): DotProducts {
  compiled ??= new WebAssembly.Module(moduleBytes())
  const { dot } = new WebAssembly.Instance(compiled, { env: { memory } }).exports
  if (typeof dot !== 'function') throw new Error('The module exports no function.')
  return (rows, count, stride, unit, out) => {
    dot(rows, count, stride, unit, out)
  }
}

const I32 = 0x7f
const V128 = 0x7b
const NO_RESULT = 0x40
const get = (local: number) => [0x20, local]
const set = (local: number) => [0x21, local]
const tee = (local: number) => [0x22, local]
const i32 = (value: number) => [0x41, value]
const block = [0x02, NO_RESULT]
const loop = [0x03, NO_RESULT]
const end = [0x0b]
const repeatIf = [0x0d, 0]
const isZero = [0x45]
const isBelow = [0x49]
const plus = [0x6a]
const minus = [0x6b]
const plusF32 = [0x92]
const storeF32 = [0x38, 2, 0]
/** Sixteen bytes from an address. */
const load4 = (offset: number) => [0xfd, 0x00, 4, offset]
const zero4 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const lane = (index: number) => [0xfd, 0x1f, index]
const plus4 = [0xfd, 0xe4, 0x01]
const times4 = [0xfd, 0xe6, 0x01]

/** Parameters first, then locals. */
const [rows, count, stride, unit, out, at, stop, a, b] = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** `sum += row[offset…] * unit[offset…]` */
const addProduct = (sum: number, offset: number) => [
  ...get(sum),
  ...get(rows),
  ...load4(offset),
  ...get(at),
  ...load4(offset),
  ...times4,
  ...plus4,
  ...set(sum),
]
const advance = (pointer: number, bytes: number) => [...get(pointer), ...i32(bytes), ...plus, ...set(pointer)]

const BODY = [
  ...block,
  ...get(count),
  ...isZero,
  ...repeatIf,
  ...loop,
  ...zero4,
  ...set(a),
  ...zero4,
  ...set(b),
  ...get(unit),
  ...tee(at),
  ...get(stride),
  ...plus,
  ...set(stop),
  ...loop,
  ...addProduct(a, 0),
  ...addProduct(b, 16),
  ...advance(rows, ROW_ALIGNMENT),
  ...advance(at, ROW_ALIGNMENT),
  ...get(at),
  ...get(stop),
  ...isBelow,
  ...repeatIf,
  ...end,
  ...get(out),
  ...get(a),
  ...get(b),
  ...plus4,
  ...tee(a),
  ...lane(0),
  ...get(a),
  ...lane(1),
  ...plusF32,
  ...get(a),
  ...lane(2),
  ...get(a),
  ...lane(3),
  ...plusF32,
  ...plusF32,
  ...storeF32,
  ...advance(out, 4),
  ...get(count),
  ...i32(1),
  ...minus,
  ...tee(count),
  ...repeatIf,
  ...end,
  ...end,
  ...end,
]

/** The module's sections: the type of the function, the memory it is given, the function, its name outside, its code. */
function moduleBytes(): Uint8Array<ArrayBuffer> {
  const name = (text: string) => [text.length, ...Buffer.from(text)]
  const section = (id: number, content: number[]) => [id, ...length(content), ...content]
  const locals = [2, 2, I32, 2, V128]
  const code = [...locals, ...BODY]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 0]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('dot'), 0, 0]),
    ...section(10, [1, ...length(code), ...code]),
  ])
}

/** The number of bytes that follow, as WebAssembly writes numbers: seven bits at a time. */
function length({ length }: readonly number[]): number[] {
  return length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7]
}
