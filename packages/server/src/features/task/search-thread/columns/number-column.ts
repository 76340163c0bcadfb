import type { Bound } from '@postil/domain/search/index'
import type { DocSet } from '../doc-set'
import { Float64List, Int32List } from './lists'

/** One field of all documents as numbers (dates in milliseconds, flags as 0 and 1). A document may have several. */
export class NumberColumn {
  private readonly values = new Float64List()
  private readonly starts = new Int32List()

  constructor() {
    this.starts.push(0)
  }

  get size(): number {
    return this.starts.length - 1
  }

  append(values: readonly number[]): void {
    for (const value of values) this.values.push(value)
    this.starts.push(this.values.length)
  }

  forEachValue(ordinal: number, visit: (value: number) => void): void {
    const end = this.starts.at(ordinal + 1)
    for (let at = this.starts.at(ordinal); at < end; at += 1) visit(this.values.at(at))
  }

  /** The smallest or the greatest value of a document; undefined without values. */
  extreme(ordinal: number, which: 'min' | 'max'): number | undefined {
    let found: number | undefined
    this.forEachValue(ordinal, (value) => {
      if (found === undefined || (which === 'min' ? value < found : value > found)) found = value
    })
    return found
  }

  collectRange(min: Bound<number> | undefined, max: Bound<number> | undefined, into: DocSet): void {
    for (let ordinal = 0; ordinal < this.size; ordinal += 1) {
      const end = this.starts.at(ordinal + 1)
      for (let at = this.starts.at(ordinal); at < end; at += 1) {
        const value = this.values.at(at)
        const above = !min || (min.inclusive ? value >= min.value : value > min.value)
        if (above && (!max || (max.inclusive ? value <= max.value : value < max.value))) into.add(ordinal)
      }
    }
  }

  collectPresent(into: DocSet): void {
    for (let ordinal = 0; ordinal < this.size; ordinal += 1)
      if (this.starts.at(ordinal + 1) > this.starts.at(ordinal)) into.add(ordinal)
  }

  get bytes(): number {
    return this.values.data.byteLength + this.starts.data.byteLength
  }
}
