/** Growing arrays of numbers; typed, so that a million entries cost little and the collector does not walk them. */
export class Int32List {
  data = new Int32Array(1024)
  length = 0

  push(value: number): void {
    this.set(this.length, value)
  }

  at(index: number): number {
    return this.data[index] ?? 0
  }

  /** Set an entry, which may lie beyond the end; those between are 0. */
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
  data = new Float64Array(256)
  length = 0

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
