import { countValues } from '../../segments/column/column-counts'
import { Float64List } from '../columns/lists'
import { NumberColumn } from '../columns/number-column'
import type { DocSet } from '../doc-set'
import { Field } from './field'

/** A field of numbers. */
export class NumberField extends Field {
  /** All values of some documents. */
  valuesOf(docs: DocSet): Float64Array {
    const values = new Float64List(docs.count())
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = docs.part(base, size)
      const push = (value: number) => {
        values.push(value)
      }
      if (sealed) sealed.column.forEachNumber(part, push)
      else if (tail instanceof NumberColumn)
        part.forEach((doc) => {
          tail.forEachValue(doc, push)
        })
    }
    return values.data.subarray(0, values.length)
  }

  /** The distinct values of some documents in ascending order, with the number of documents that have each. */
  counted(docs: DocSet): CountedNumbers {
    const lists = this.pieces.flatMap(({ base, size, sealed, tail }): CountedNumbers[] => {
      const part = docs.part(base, size)
      if (sealed) return [new ListedNumbers(sealed.column.numbers(), countValues(sealed.column.blocks, part, true))]
      return tail instanceof NumberColumn ? [countInTail(tail, part)] : []
    })
    return new MergedNumbers(lists)
  }
}

/** Distinct numbers with their counts, iterated in ascending order without an object for each, since there may be a million. */
export interface CountedNumbers {
  readonly value: number
  /** The number of documents with the value. */
  readonly count: number
  /** Advance to the next value; false when there is none. */
  next(): boolean
}

function countInTail(column: NumberColumn, docs: DocSet): CountedNumbers {
  const counts = new Map<number, number>()
  const seen = new Set<number>()
  docs.forEach((doc) => {
    seen.clear()
    column.forEachValue(doc, (value) => {
      if (!seen.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
      seen.add(value)
    })
  })
  const values = Float64Array.from(counts.keys()).sort()
  return new ListedNumbers(
    values,
    Int32Array.from(values, (value) => counts.get(value) ?? 0),
  )
}

/** Values with their counts, some of which may be 0 and are skipped. */
class ListedNumbers implements CountedNumbers {
  private at = -1

  constructor(
    private readonly values: Float64Array,
    private readonly counts: Int32Array,
  ) {}

  get value(): number {
    return this.values[this.at] ?? Number.NaN
  }

  get count(): number {
    return this.counts[this.at] ?? 0
  }

  next(): boolean {
    do this.at += 1
    while (this.at < this.values.length && this.counts[this.at] === 0)
    return this.at < this.values.length
  }
}

/** Merges ascending lists: a heap with the list on top whose current value is the least. */
class MergedNumbers implements CountedNumbers {
  value = Number.NaN
  count = 0
  private readonly heap: CountedNumbers[]

  constructor(lists: readonly CountedNumbers[]) {
    this.heap = lists.filter((list) => list.next()).sort((one, other) => one.value - other.value)
  }

  next(): boolean {
    const { heap } = this
    let [first] = heap
    if (!first) return false
    this.value = first.value
    this.count = 0
    while (first && first.value === this.value) {
      this.count += first.count
      if (!first.next()) {
        const last = heap.pop()
        if (last && last !== first) heap[0] = last
      }
      this.sink()
      first = heap[0]
    }
    return true
  }

  /** Restore the order of the heap after the list on top has advanced. */
  private sink(): void {
    const { heap } = this
    const [moved] = heap
    for (let at = 0; moved; ) {
      const left = at * 2 + 1
      const [one, other] = [heap[left], heap[left + 1]]
      if (!one) return
      const child = other && other.value < one.value ? left + 1 : left
      const least = child === left ? one : other
      if (!least || least.value >= moved.value) return
      heap[at] = least
      heap[child] = moved
      at = child
    }
  }
}
