import { parseDocument } from '../exact-metadata'
import { type ColumnSpec, columnName, type FilledColumn, makeColumn } from './columns'
import { DocSet } from './doc-set'
import type { ParsedRow } from './extract'
import { INTERNAL } from './extract'
import { KeyOrder } from './key-order'
import { rowsAPage } from './page-size'
import type { Fetch, Fetched, IndexRow, RowPlace } from './protocol'
import { VectorColumn } from './vector-column'

/** Reads a page of the store. */
export type Fetcher = <F extends Fetch>(fetch: F) => Promise<Fetched[F['what']]>

/** What was deleted since the index was last brought up to date is no longer known: it must be built anew. */
export class IndexTooOldError extends Error {
  override name = 'IndexTooOldError'
}

const START: RowPlace = { version: -1 }

/**
 * The records of one dataset in columns. A record that changes gets a new ordinal behind all others and its old one dies, so live ordinals
 * are always in the order in which the store lists rows: by version, then key. Columns exist only once something asks for them.
 */
export class DatasetIndex {
  private readonly keys: string[] = []
  private readonly ordinals = new Map<string, number>()
  private readonly columns = new Map<string, FilledColumn & { spec: ColumnSpec }>()
  private readonly vectors = new Map<string, VectorColumn>()
  private alive = new DocSet(0)
  private dead = 0
  private readonly order = new KeyOrder()
  private version = -1
  /** The newest row seen so far: others of its time may be missing until the index has caught up with it. */
  private ahead = -1
  private readonly cache = new Map<string, unknown>()

  /** Ordinals given so far, dead ones included. */
  get size(): number {
    return this.keys.length
  }

  /** How many records there are. */
  get count(): number {
    return this.ordinals.size
  }

  /** True when so many records have changed that building anew is cheaper than carrying the dead along. */
  get isWorn(): boolean {
    return this.dead > 10_000 && this.dead > this.count
  }

  /** Rough memory use. */
  get bytes(): number {
    const parts = [...this.columns.values()].map(({ column }) => column.bytes)
    const vectors = [...this.vectors.values()].map((column) => column.bytes)
    return [...parts, ...vectors].reduce((sum, bytes) => sum + bytes, this.size * 150)
  }

  /** A set of all records; the caller may change it. */
  live(): DocSet {
    return this.alive.copy()
  }

  emptySet(): DocSet {
    return new DocSet(this.size)
  }

  keyOf(ordinal: number): string {
    return this.keys[ordinal] ?? ''
  }

  ordinalOf(key: string): number | undefined {
    return this.ordinals.get(key)
  }

  /** Remember a result for as long as no record changes. */
  cached<T>(name: string, make: () => T): T {
    if (this.cache.has(name)) return this.cache.get(name) as T
    const value = make()
    if (this.cache.size >= 64) this.cache.delete(this.cache.keys().next().value ?? '')
    this.cache.set(name, value)
    return value
  }

  /** True when every record is in every column as of one moment. */
  get isSettled(): boolean {
    return this.ahead <= this.version
  }

  /** Take in everything committed up to a version, or up to the newest row seen. Throws `IndexTooOldError`. */
  async catchUp(atLeast: number, fetch: Fetcher): Promise<void> {
    const version = Math.max(atLeast, this.ahead)
    if (version <= this.version) return
    // Deletions first: a record deleted and logged again is in both lists.
    if (this.version >= 0) {
      const { keys, goneTo } = await fetch({ what: 'deletions', afterVersion: this.version })
      if (goneTo > this.version) throw new IndexTooOldError()
      for (const key of keys) this.kill(key)
    }
    const from = { version: this.version }
    const first = this.size
    const metrics = [...this.columns.values()].some(({ spec }) => readsMetrics(spec))
    await this.eachRow(from, metrics, fetch, (row) => {
      this.kill(row.key)
      this.ordinals.set(row.key, this.keys.length)
      this.keys.push(row.key)
      if (this.columns.size === 0) return
      const parsed = parseRow(row)
      for (const column of this.columns.values()) column.append(parsed)
    })
    this.grow(first)
    for (const [name, column] of this.vectors) await this.fillVector(name, column, from, fetch)
    this.version = version
    this.cache.clear()
  }

  /** Make sure that these columns exist, in one walk over all records for those that do not; an index without records needs none. */
  async ensure(specs: readonly ColumnSpec[], fetch: Fetcher): Promise<void> {
    const missing = [...new Map(specs.map((spec) => [columnName(spec), spec]))].filter(
      ([name]) => !this.columns.has(name),
    )
    if (missing.length === 0) return
    const made = missing.map(([, spec]) => ({ spec, filled: makeColumn(spec) }))
    const metrics = missing.some(([, spec]) => readsMetrics(spec))
    const isEmpty = this.size === 0
    await this.eachRow(isEmpty ? undefined : START, metrics, fetch, (row) => {
      const ordinal = this.ordinals.get(row.key)
      // Rows newer than the index come with the next catching up.
      if (ordinal === undefined || row.version > this.version) return
      const parsed = parseRow(row)
      for (const { filled } of made) {
        if (ordinal < filled.size) throw new Error('The store lists its rows in another order than the index has them.')
        while (filled.size < ordinal) filled.append(undefined)
        filled.append(parsed)
      }
    })
    for (const { spec, filled } of made) {
      while (filled.size < this.size) filled.append(undefined)
      this.columns.set(columnName(spec), Object.assign(filled, { spec }))
    }
  }

  async ensureVector(name: string, dimensions: number, fetch: Fetcher): Promise<VectorColumn> {
    const known = this.vectors.get(name)
    if (known) return known
    const column = new VectorColumn(dimensions)
    await this.fillVector(name, column, START, fetch)
    this.vectors.set(name, column)
    return column
  }

  column(spec: ColumnSpec): FilledColumn['column'] {
    const found = this.columns.get(columnName(spec))
    if (!found) throw new Error(`The index has no column ${columnName(spec)}.`)
    return found.column
  }

  /** All ordinals by key, in code point order. */
  byKey(): Int32Array {
    return this.order.of(this.keys, this.alive)
  }

  private kill(key: string): void {
    const ordinal = this.ordinals.get(key)
    if (ordinal === undefined) return
    this.ordinals.delete(key)
    // An ordinal given a moment ago is not in the set yet; `grow` looks at the map.
    if (ordinal < this.alive.size) this.alive.remove(ordinal)
    this.dead += 1
  }

  private grow(first: number): void {
    this.alive = this.alive.copy(this.size)
    for (let ordinal = first; ordinal < this.size; ordinal += 1)
      if (this.ordinals.get(this.keyOf(ordinal)) === ordinal) this.alive.add(ordinal)
  }

  private async eachRow(
    from: RowPlace | undefined,
    metrics: boolean,
    fetch: Fetcher,
    visit: (row: IndexRow) => void,
  ): Promise<void> {
    const pageBehind = (after: RowPlace, limit: number) => {
      const page = fetch({ what: 'rows', after, limit, metrics })
      // Nobody waits for a page that was asked for ahead when the one before fails.
      page.catch(() => undefined)
      return page
    }
    let next = from && pageBehind(from, rowsAPage(undefined))
    while (next) {
      const rows: IndexRow[] = await next
      const last = rows.at(-1)
      // The store reads the next page while this one is taken in.
      next = last && pageBehind(last, rowsAPage(bytesARow(rows)))
      for (const row of rows) {
        this.ahead = Math.max(this.ahead, row.version)
        visit(row)
      }
    }
  }

  private async fillVector(name: string, column: VectorColumn, from: RowPlace, fetch: Fetcher): Promise<void> {
    const limit = rowsAPage(column.dimensions * Float64Array.BYTES_PER_ELEMENT)
    for (let after: RowPlace | undefined = from; after; ) {
      const rows: Fetched['vectors'] = await fetch({ what: 'vectors', after, limit, name })
      for (const { key, value, version } of rows) {
        this.ahead = Math.max(this.ahead, version)
        const ordinal = this.ordinals.get(key)
        if (ordinal === undefined || ordinal < column.size) continue
        while (column.size < ordinal) column.append(undefined)
        column.append(value ?? undefined)
      }
      after = rows.at(-1)
    }
    while (column.size < this.size) column.append(undefined)
  }
}

function readsMetrics({ source }: ColumnSpec): boolean {
  return source.startsWith('metrics.') || source === INTERNAL.mentionsActual || source === INTERNAL.mentionsPredicted
}

function bytesARow(rows: readonly IndexRow[]): number {
  const bytes = rows.reduce(
    (sum, row) => sum + row.document.length + row.derived.length + (row.metrics?.length ?? 0),
    0,
  )
  return bytes / rows.length
}

function parseRow(row: IndexRow): ParsedRow {
  return {
    key: row.key,
    document: parseDocument(row.document),
    derived: JSON.parse(row.derived),
    metrics: JSON.parse(row.metrics ?? '{}'),
  }
}
