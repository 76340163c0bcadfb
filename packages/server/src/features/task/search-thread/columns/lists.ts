/** Growing arrays of numbers. Typed arrays, so that a million entries take little memory and no time of the garbage collector. */
export class Int32List {
  data = new Int32Array(1024)
  length = 0

  push(value: number): void {
    this.set(this.length, value)
  }

  at(index: number): number {
    return this.data[index] ?? 0
  }

  /** Set an entry, which may be beyond the end; entries in between become 0. */
  set(index: number, value: number): void {
    if (index >= this.data.length) {
      const larger = new Int32Array(Math.max(this.data.length * 2, index + 1))
      larger.set(this.data)
      this.data = larger
    }
    this.data[index] = value
    this.length = Math.max(this.length, index + 1)
  }
}

export class Float64List {
  data: Float64Array
  length = 0

  /** @param capacity - initial capacity of the array */
  constructor(capacity = 256) {
    this.data = new Float64Array(Math.max(1, capacity))
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const larger = new Float64Array(this.data.length * 2)
      larger.set(this.data)
      this.data = larger
    }
    this.data[this.length] = value
    this.length += 1
  }

  at(index: number): number {
    return this.data[index] ?? 0
  }
}
