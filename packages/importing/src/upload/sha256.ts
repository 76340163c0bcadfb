/**
 * Incremental SHA-256. Browsers offer SHA-256 on https and localhost only, and for whole buffers only; Postil is often run on plain http,
 * with files larger than a buffer.
 */
export class Sha256 {
  #state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  )
  #block = new Uint8Array(64)
  #filled = 0
  #bytes = 0
  #words = new Uint32Array(64)

  update(data: Uint8Array): this {
    this.#bytes += data.length
    let at = 0
    while (at < data.length) {
      const length = Math.min(64 - this.#filled, data.length - at)
      this.#block.set(data.subarray(at, at + length), this.#filled)
      this.#filled += length
      at += length
      if (this.#filled === 64) this.#compress()
    }
    return this
  }

  /** The hash as 64 hexadecimal digits. Nothing can be added after. */
  digest(): string {
    const bits = this.#bytes * 8
    this.#block[this.#filled] = 0x80
    this.#block.fill(0, this.#filled + 1)
    if (this.#filled >= 56) {
      this.#compress()
      this.#block.fill(0)
    }
    const view = new DataView(this.#block.buffer)
    view.setUint32(56, Math.floor(bits / 2 ** 32))
    view.setUint32(60, bits >>> 0)
    this.#compress()
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  #compress(): void {
    const words = this.#words
    const view = new DataView(this.#block.buffer)
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(at * 4)
    for (let at = 16; at < 64; at += 1) {
      const early = words[at - 15] ?? 0
      const late = words[at - 2] ?? 0
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[at] = ((words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1) | 0
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = this.#state
    for (let at = 0; at < 64; at += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (K[at] ?? 0) + (words[at] ?? 0)) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
      this.#state[index] = ((this.#state[index] ?? 0) + word) | 0
    }
    this.#filled = 0
  }
}

/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return new Sha256().update(new TextEncoder().encode(text)).digest()
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4). */
const K = Uint32Array.from(firstPrimes(64).map((prime) => cubeRootFraction(BigInt(prime))))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes
}

/** In integer arithmetic, since all 32 bits must be exact. */
function cubeRootFraction(number: bigint): number {
  const target = number << 96n
  let low = 0n
  let high = 1n << 40n
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle * middle * middle <= target) low = middle
    else high = middle - 1n
  }
  return Number(low & 0xffffffffn)
}
