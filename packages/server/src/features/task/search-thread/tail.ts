import { compareCodePoints } from '@postil/domain/search/index'
import type { NearestRows } from '../../../search/vectors/nearest-rows'
import { type ColumnSpec, columnName, type FilledColumn, makeColumn } from './columns/columns'
import type { NumberColumn } from './columns/number-column'
import type { TermColumn } from './columns/term-column'
import { VectorColumn } from './columns/vector-column'
import type { DocSet } from './doc-set'
import { KeyOrder } from './order/key-order'
import type { IndexRow, RowPlace } from './protocol'
import { type Fetcher, parseRow, readsMetrics, walkRows, walkVectors } from './walk-rows'

const START: RowPlace = { version: -1 }

/**
 * The records newer than all segments, in memory. Live ones are in the order of the store's rows, by version and key. A changed record gets a
 * new place. Columns are built on first use.
 */
export class Tail {
  private readonly keys: string[] = []
  /** Places of the live records, by key. */
  private readonly places = new Map<string, number>()
  private readonly columns = new Map<string, FilledColumn & { spec: ColumnSpec }>()
  private readonly vectors = new Map<string, VectorColumn>()
  private readonly order = new KeyOrder()
  private dead = 0
  /** The position in the store where it begins. */
  private from: RowPlace = START
  /** The position in the store up to which rows are in here. */
  private readTo: RowPlace = START
  /** The version of the newest row seen so far. Until the tail has been updated to it, other rows of that version may be missing. */
  private ahead = START.version

  /** Begin at a position of the store, before any row is read. */
  startAt(from: RowPlace): void {
    this.from = from
    this.readTo = from
    this.ahead = Math.max(this.ahead, from.version)
  }

  /** The number of records, including dead ones. */
  get size(): number {
    return this.keys.length
  }

  /** True when so many records have changed that reading them again is cheaper than keeping the dead ones. */
  get needsCompaction(): boolean {
    return this.dead > 10_000 && this.dead > this.places.size
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    const columns = [...this.columns.values()].map(({ column }) => column.bytes)
    const vectors = [...this.vectors.values()].map((column) => column.bytes)
    return [...columns, ...vectors].reduce((sum, bytes) => sum + bytes, this.keys.length * 150)
  }

  /** The version up to which all rows are in here. */
  get version(): number {
    return this.readTo.version
  }

  get newestSeen(): number {
    return this.ahead
  }

  /** True when it contains all rows up to a version. */
  contains(version: number): boolean {
    return version <= this.version && this.readTo.key === undefined
  }

  keyAt(place: number): string | undefined {
    return this.keys[place]
  }

  keysFrom(place: number): string[] {
    return this.keys.slice(place)
  }

  placeOf(key: string): number | undefined {
    return this.places.get(key)
  }

  isLive(place: number): boolean {
    return this.places.get(this.keys[place] ?? '') === place
  }

  /** Mark a record as dead. Returns the place that it had, or undefined if it is not in here. */
  kill(key: string): number | undefined {
    const place = this.places.get(key)
    if (place === undefined) return undefined
    this.places.delete(key)
    this.dead += 1
    return place
  }

  /** Read the rows up to a version, with a call for the key of each before it is added. */
  async readUpTo(version: number, fetch: Fetcher, onKey: (key: string) => void): Promise<void> {
    const from = this.readTo
    const metrics = [...this.columns.values()].some(({ spec }) => readsMetrics(spec))
    await this.eachRow(from, metrics, fetch, (row) => {
      onKey(row.key)
      this.places.set(row.key, this.keys.length)
      this.keys.push(row.key)
      if (this.columns.size === 0) return
      const parsed = parseRow(row)
      for (const column of this.columns.values()) column.append(parsed)
    })
    for (const [name, column] of this.vectors) await this.fillVector(name, column, from, fetch)
    this.readTo = { version: Math.max(version, this.version) }
  }

  /** Build missing columns in one walk over the rows. No walk is needed when there are none. */
  async ensure(specs: readonly ColumnSpec[], fetch: Fetcher): Promise<void> {
    const missing = [...new Map(specs.map((spec) => [columnName(spec), spec]))].filter(
      ([name]) => !this.columns.has(name),
    )
    if (missing.length === 0) return
    const made = missing.map(([, spec]) => ({ spec, filled: makeColumn(spec) }))
    const metrics = missing.some(([, spec]) => readsMetrics(spec))
    await this.eachRow(this.size === 0 ? undefined : this.from, metrics, fetch, (row) => {
      const place = this.places.get(row.key)
      // Newer rows are added by the next `readUpTo`.
      if (place === undefined || row.version > this.version) return
      const parsed = parseRow(row)
      for (const { filled } of made) {
        if (place < filled.size) throw new Error('The store lists its rows in another order than the index has them.')
        while (filled.size < place) filled.append(undefined)
        filled.append(parsed)
      }
    })
    for (const { spec, filled } of made) {
      while (filled.size < this.size) filled.append(undefined)
      this.columns.set(columnName(spec), Object.assign(filled, { spec }))
    }
  }

  /** A column that was built before. */
  column(spec: ColumnSpec): TermColumn | NumberColumn {
    const found = this.columns.get(columnName(spec))
    if (!found) throw new Error(`The index has no column ${columnName(spec)}.`)
    return found.column
  }

  /**
   * Offer the vectors of some records.
   *
   * @param base - the ordinal of the first record in here
   */
  async offerVectors(
    { name, dimensions }: { name: string; dimensions: number },
    docs: DocSet,
    base: number,
    found: NearestRows,
    fetch: Fetcher,
  ): Promise<void> {
    let column = this.vectors.get(name)
    if (!column) {
      column = new VectorColumn(dimensions)
      await this.fillVector(name, column, this.from, fetch)
      this.vectors.set(name, column)
    }
    column.offer(docs, base, found)
  }

  /**
   * The live records in the order of their keys.
   *
   * @param state - a different object whenever the records have changed
   */
  byKey(alive: DocSet, state: object): { order: Int32Array; placeBehind: (key: string) => number } {
    const order = this.order.of(this.keys, alive, state)
    return { order, placeBehind: (key) => countUpTo(order, (place) => this.keys[place] ?? '', key) }
  }

  private eachRow(from: RowPlace | undefined, metrics: boolean, fetch: Fetcher, visit: (row: IndexRow) => void) {
    return walkRows(from, metrics, fetch, (row) => {
      this.ahead = Math.max(this.ahead, row.version)
      visit(row)
    })
  }

  private async fillVector(name: string, column: VectorColumn, from: RowPlace, fetch: Fetcher): Promise<void> {
    await walkVectors(name, column.dimensions, from, fetch, ({ key, value, version }) => {
      this.ahead = Math.max(this.ahead, version)
      const place = this.places.get(key)
      if (place === undefined || place < column.size) return
      while (column.size < place) column.append(undefined)
      column.append(value ?? undefined)
    })
    while (column.size < this.size) column.append(undefined)
  }
}

/** The number of places, listed in the order of their keys, with a key up to this one. */
function countUpTo(order: Int32Array, keyOf: (place: number) => string, key: string): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareCodePoints(keyOf(order[middle] ?? 0), key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
