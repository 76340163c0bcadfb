import { compareCodePoints } from '@postil/domain/search/index'
import { NearestRows } from '../../../search/vectors/nearest-rows'
import type { SealedColumn } from '../segments/column/sealed-column'
import { aligned } from '../segments/format'
import { PartCache, PartsOfQuestion } from '../segments/part-cache'
import { offerSealed } from '../segments/sealed-vectors'
import { Segment } from '../segments/segment'
import { type ColumnSpec, columnName, type FilledColumn, makeColumn } from './columns'
import { type DocRange, DocSet } from './doc-set'
import { Field, NumberField, type Piece, TermField } from './fields'
import { KeyOrder } from './order/key-order'
import type { IndexRow, RowPlace, VectorAsked } from './protocol'
import { VectorColumn } from './vector-column'
import { type Fetcher, parseRow, readsMetrics, walkRows, walkVectors } from './walk-rows'

export type { Fetcher }

/** Deletions or segments that the index has not applied yet are no longer stored, so it must be rebuilt. */
export class IndexTooOldError extends Error {
  override name = 'IndexTooOldError'
}

/** Ends an attempt to answer a query in which a step could not be finished: parts have to be fetched first. */
class IncompleteStepError extends Error {
  override name = 'IncompleteStepError'
}

const START: RowPlace = { version: -1 }

/** Minimum number of documents in a range but the last: those of two full segments. */
const RANGE_DOCS = 131_072

/** The keys of documents with consecutive ordinals, which are either numbered in the order of keys or listed in that order. */
export interface KeyPiece {
  base: number
  size: number
  /** The documents in the order of keys; absent when they are numbered in that order. */
  order?: Int32Array
  keyOf(doc: number): string
  /** The number of documents with a key up to this one. */
  placeBehind(key: string): number
}

/**
 * The records of one dataset in columns: those of its segments, whose parts are read from the store on demand, and the records newer than
 * all segments (the tail), which are in memory. A changed record gets a new ordinal in the tail, and its old one is marked as dead. Live
 * ordinals of the tail are in the order of the store's rows, by version and key; those of a segment are in the order of their keys. Columns
 * of the tail are built on first use.
 */
export class DatasetIndex {
  private segments: Segment[] = []
  private isLoaded = false
  /** The first ordinal of the tail. */
  private base = 0
  private readonly keys: string[] = []
  /** Positions in the tail, by key. */
  private readonly ordinals = new Map<string, number>()
  private readonly columns = new Map<string, FilledColumn & { spec: ColumnSpec }>()
  private readonly vectors = new Map<string, VectorColumn>()
  private alive = new DocSet(0)
  private dead = 0
  private readonly order = new KeyOrder()
  private place: RowPlace = START
  /** Deletions up to this version have been applied. */
  private deletionsTo = -1
  /** The position where the tail begins. */
  private tailFrom: RowPlace = START
  /** The version of the newest row seen so far. Until the index has been updated to it, other rows of that version may be missing. */
  private ahead = -1
  private readonly cache = new Map<string, Map<string, unknown>>()
  private parts: PartsOfQuestion
  /** Fields made for the current attempt to answer a query. */
  private readonly fields = new Map<string, Field>()
  private keyColumns: SealedColumn[] | undefined
  /** The finished steps of the current query. */
  private readonly steps = new Map<string, unknown>()

  constructor(
    private readonly partCache = new PartCache(0),
    private readonly rangeDocs = RANGE_DOCS,
  ) {
    this.parts = new PartsOfQuestion(partCache)
  }

  /** The number of ordinals, including dead ones. */
  get size(): number {
    return this.base + this.keys.length
  }

  /** True when so many records of the tail have changed that rebuilding the index is cheaper than keeping the dead ones. */
  get needsCompaction(): boolean {
    return this.dead > 10_000 && this.dead > this.ordinals.size
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    const parts = [...this.columns.values()].map(({ column }) => column.bytes)
    const vectors = [...this.vectors.values()].map((column) => column.bytes)
    const own = this.keys.length * 150 + this.segments.length * 30_000 + this.base
    return [...parts, ...vectors].reduce((sum, bytes) => sum + bytes, own)
  }

  /** All records, or those of a range, numbered from its start. The caller may change the set. */
  live({ base, size }: DocRange = this.all): DocSet {
    return this.alive.part(base, size).copy()
  }

  emptySet(): DocSet {
    return new DocSet(this.size)
  }

  /** All documents in ranges of whole segments. The last one contains the tail. */
  ranges(): DocRange[] {
    const bases = [0]
    for (const { base } of this.segments) if (base >= (bases.at(-1) ?? 0) + this.rangeDocs) bases.push(base)
    return bases.map((base, at) => ({ base, size: (bases[at + 1] ?? this.size) - base }))
  }

  keyOf(ordinal: number): string {
    return this.knownKeyOf(ordinal) ?? ''
  }

  /** The key of a document; undefined while the part that contains it is not loaded. */
  knownKeyOf(ordinal: number): string | undefined {
    if (ordinal >= this.base) return this.keys[ordinal - this.base]
    const at = this.segments.findIndex(({ base, docs }) => ordinal >= base && ordinal < base + docs)
    return this.sealedKeys()[at]?.knownTermAt(ordinal - (this.segments[at]?.base ?? 0))
  }

  /** The ordinal of a record; undefined if it does not exist, or is not in the range. */
  ordinalOf(key: string, range: DocRange = this.all): number | undefined {
    const end = range.base + range.size
    const place = this.ordinals.get(key)
    if (place !== undefined) return this.base + place < end ? this.base + place : undefined
    return this.sealedOrdinals(key, range.base, end).find((ordinal) => this.alive.has(ordinal))
  }

  /**
   * Cache a result until a record changes.
   *
   * @param kept - maximum number of cached results of its kind, which is the name up to the first space
   */
  cached<T>(name: string, kept: number, make: () => T): T {
    const kind = name.slice(0, name.indexOf(' '))
    const results = this.cache.get(kind) ?? new Map<string, unknown>()
    this.cache.set(kind, results)
    if (results.has(name)) return results.get(name) as T
    const value = make()
    if (this.isIncomplete) return value
    if (results.size >= kept) results.delete(results.keys().next().value ?? '')
    results.set(name, value)
    return value
  }

  /** True when all columns contain all records as of the same version. */
  get isSettled(): boolean {
    return this.ahead <= this.place.version
  }

  /** True when a part that was needed in the current attempt is not loaded yet. */
  get isIncomplete(): boolean {
    return this.parts.isIncomplete
  }

  /** Compute something, repeatedly until all parts that it reads are loaded. Throws `IndexTooOldError`. */
  async complete<T>(compute: () => T, fetch: Fetcher): Promise<T> {
    this.steps.clear()
    for (;;) {
      this.startAttempt()
      try {
        const found = compute()
        if (!this.isIncomplete) return found
      } catch (cause) {
        if (!(cause instanceof IncompleteStepError)) throw cause
      }
      await this.parts.fetchMissing((ids) => fetchParts(ids, fetch))
    }
  }

  /**
   * Compute one step of what {@link complete} computes. Its result is kept for further attempts and what it has read is released before the next
   * step reads anything: so a query over any number of records holds only what a single step needs. The caller must not change the result, since
   * further attempts receive the same object.
   *
   * @param name - different for each step
   */
  step<T>(name: string, compute: () => T): T {
    if (this.steps.has(name)) return this.steps.get(name) as T
    const value = compute()
    if (this.isIncomplete) throw new IncompleteStepError()
    this.steps.set(name, value)
    this.parts.release()
    this.startAttempt()
    return value
  }

  /** Release the parts that a query has read, now that it is answered. */
  release(): void {
    this.parts = new PartsOfQuestion(this.partCache)
    this.steps.clear()
    this.startAttempt()
  }

  /** Add everything committed up to a version, or up to the newest row seen. Throws `IndexTooOldError`. */
  async catchUp(atLeast: number, fetch: Fetcher): Promise<void> {
    if (!this.isLoaded) await this.load(fetch)
    const version = Math.max(atLeast, this.ahead)
    if (version <= this.place.version && this.place.key === undefined) return
    // Deletions are applied first, since a record that was deleted and logged again is in both lists.
    if (this.place.version >= 0) {
      const deletions = await fetch({ what: 'deletions', afterVersion: this.deletionsTo })
      if (deletions.goneTo > this.deletionsTo) throw new IndexTooOldError()
      const keys: string[] = JSON.parse(deletions.keys)
      for (const key of keys) this.kill(key)
      await this.killSealed(keys, fetch)
    }
    const from = this.place
    const first = this.keys.length
    const metrics = [...this.columns.values()].some(({ spec }) => readsMetrics(spec))
    await this.eachRow(from, metrics, fetch, (row) => {
      this.kill(row.key)
      this.ordinals.set(row.key, this.keys.length)
      this.keys.push(row.key)
      if (this.columns.size === 0) return
      const parsed = parseRow(row)
      for (const column of this.columns.values()) column.append(parsed)
    })
    await this.killSealed(this.keys.slice(first), fetch)
    this.grow(first)
    for (const [name, column] of this.vectors) await this.fillVector(name, column, from, fetch)
    this.place = { version: Math.max(version, this.place.version) }
    this.deletionsTo = this.place.version
    this.cache.clear()
    this.steps.clear()
    this.startAttempt()
  }

  /** Build missing columns of the tail in one walk over its records. No walk is needed when the tail is empty. */
  async ensure(specs: readonly ColumnSpec[], fetch: Fetcher): Promise<void> {
    const missing = [...new Map(specs.map((spec) => [columnName(spec), spec]))].filter(
      ([name]) => !this.columns.has(name),
    )
    if (missing.length === 0) return
    const made = missing.map(([, spec]) => ({ spec, filled: makeColumn(spec) }))
    const metrics = missing.some(([, spec]) => readsMetrics(spec))
    const isEmpty = this.keys.length === 0
    await this.eachRow(isEmpty ? undefined : this.tailFrom, metrics, fetch, (row) => {
      const ordinal = this.ordinals.get(row.key)
      // Rows newer than the index are added by the next `catchUp`.
      if (ordinal === undefined || row.version > this.place.version) return
      const parsed = parseRow(row)
      for (const { filled } of made) {
        if (ordinal < filled.size) throw new Error('The store lists its rows in another order than the index has them.')
        while (filled.size < ordinal) filled.append(undefined)
        filled.append(parsed)
      }
    })
    for (const { spec, filled } of made) {
      while (filled.size < this.keys.length) filled.append(undefined)
      this.columns.set(columnName(spec), Object.assign(filled, { spec }))
    }
  }

  /** The documents of a set that have a vector, nearest first (squared L2 distance; ties by ordinal). */
  async nearest({ name, dimensions, value, k }: VectorAsked, docs: DocSet, fetch: Fetcher): Promise<number[]> {
    let column = this.vectors.get(name)
    if (!column) {
      column = new VectorColumn(dimensions)
      await this.fillVector(name, column, this.tailFrom, fetch)
      this.vectors.set(name, column)
    }
    const found = new NearestRows(Float32Array.from(value), k)
    column.offer(docs.part(this.base, this.keys.length), this.base, found)
    for (const segment of this.segments) {
      const part = docs.part(segment.base, segment.docs)
      await offerSealed(segment, name, part, dimensions, found, this.partCache, (ids) => fetchParts(ids, fetch))
    }
    return found.sorted().map(({ id }) => id)
  }

  /** The dead documents of those segments in which documents die when records with these keys are changed or deleted. */
  async killed(keys: readonly string[], fetch: Fetcher): Promise<{ id: string; dead: Uint8Array }[]> {
    await this.load(fetch)
    const before = this.live()
    await this.killSealed(keys, fetch)
    const touched = before.subtract(this.alive)
    return this.segments.flatMap(({ id, base, docs }) =>
      docs === 0 || touched.isEmptyBetween(base, base + docs)
        ? []
        : [{ id, dead: new DocSet(docs).fill().subtract(this.alive.part(base, docs)).toBytes() }],
    )
  }

  /** A field of all documents, for the current attempt. */
  field(spec: ColumnSpec): Field {
    return this.made(spec, 'any', (pieces) => new Field(spec, pieces))
  }

  /** A field of words or keywords. */
  terms(spec: ColumnSpec): TermField {
    return this.made(spec, 'terms', (pieces) => new TermField(spec, pieces))
  }

  /** A field of numbers. */
  numbers(spec: ColumnSpec): NumberField {
    return this.made(spec, 'numbers', (pieces) => new NumberField(spec, pieces))
  }

  /** The keys of all documents, in the same pieces as those of a field. */
  keyPieces(): KeyPiece[] {
    const sealed = this.segments.map(({ base, docs }, at): KeyPiece => {
      const keys = this.sealedKeys()[at]
      return {
        base,
        size: docs,
        keyOf: (doc) => keys?.termAt(doc) ?? '',
        placeBehind: (key) => {
          const place = keys?.placeOf(key) ?? 0
          return keys?.knownTermAt(place) === key ? place + 1 : place
        },
      }
    })
    const order = this.order.of(this.keys, this.alive.part(this.base, this.keys.length), this.alive)
    const keyOf = (doc: number) => this.keys[doc] ?? ''
    const placeBehind = (key: string) => countUpTo(order, keyOf, key)
    return [...sealed, { base: this.base, size: this.keys.length, order, keyOf, placeBehind }]
  }

  private get all(): DocRange {
    return { base: 0, size: this.size }
  }

  private made<F extends Field>(spec: ColumnSpec, reading: string, make: (pieces: Piece[]) => F): F {
    const name = `${reading} ${columnName(spec)}`
    const known = this.fields.get(name)
    if (known) return known as F
    const tail = this.columns.get(columnName(spec))
    if (!tail) throw new Error(`The index has no column ${columnName(spec)}.`)
    const field = make([
      ...this.segments.map((segment) => ({
        base: segment.base,
        size: segment.docs,
        sealed: segment.column(spec, this.parts),
      })),
      { base: this.base, size: this.keys.length, tail: tail.column },
    ])
    this.fields.set(name, field)
    return field
  }

  private startAttempt(): void {
    this.fields.clear()
    this.keyColumns = undefined
  }

  private sealedKeys(): SealedColumn[] {
    this.keyColumns ??= this.segments.map((segment) => segment.keys(this.parts))
    return this.keyColumns
  }

  /** Read the list of segments. */
  private async load(fetch: Fetcher): Promise<void> {
    const rows = await fetch({ what: 'segments' })
    this.segments = []
    this.base = 0
    for (const row of rows) {
      this.segments.push(new Segment(row, this.base))
      this.base += (row.docs + 31) & ~31
    }
    this.alive = new DocSet(this.base)
    for (const { row, base, docs } of this.segments) {
      const dead = aligned(row.dead)
      const bits = new Int32Array(dead.buffer, dead.byteOffset, dead.byteLength >>> 2)
      this.alive.part(base, docs).fill().subtract(new DocSet(docs, bits))
    }
    const last = rows.at(-1)
    if (last) this.place = { version: last.to_version, ...(last.to_key !== null && { key: last.to_key }) }
    this.deletionsTo = this.segments.at(-1)?.deletionsTo ?? this.place.version
    this.tailFrom = this.place
    this.ahead = Math.max(this.ahead, this.place.version)
    this.isLoaded = true
  }

  private kill(key: string): void {
    const ordinal = this.ordinals.get(key)
    if (ordinal === undefined) return
    this.ordinals.delete(key)
    // A recently assigned ordinal is not in the set yet; `grow` checks the map instead.
    if (this.base + ordinal < this.alive.size) this.alive.remove(this.base + ordinal)
    this.dead += 1
  }

  private async killSealed(keys: readonly string[], fetch: Fetcher): Promise<void> {
    if (this.segments.length === 0 || keys.length === 0) return
    const found = await this.complete(() => keys.flatMap((key) => this.sealedOrdinals(key)), fetch)
    for (const ordinal of found) this.alive.remove(ordinal)
  }

  /** The documents of segments with a key, including dead ones, optionally only of segments in a range. */
  private sealedOrdinals(key: string, from = 0, to = this.base): number[] {
    return this.sealedKeys().flatMap((keys, at) => {
      const base = this.segments[at]?.base ?? 0
      const doc = base >= from && base < to ? keys.idOf(key) : undefined
      return doc === undefined ? [] : [base + doc]
    })
  }

  private grow(first: number): void {
    this.alive = this.alive.copy(this.size)
    for (let place = first; place < this.keys.length; place += 1)
      if (this.ordinals.get(this.keys[place] ?? '') === place) this.alive.add(this.base + place)
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
      const ordinal = this.ordinals.get(key)
      if (ordinal === undefined || ordinal < column.size) return
      while (column.size < ordinal) column.append(undefined)
      column.append(value ?? undefined)
    })
    while (column.size < this.keys.length) column.append(undefined)
  }
}

/** The number of documents, given in the order of their keys, with a key up to this one. */
function countUpTo(order: Int32Array, keyOf: (doc: number) => string, key: string): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareCodePoints(keyOf(order[middle] ?? 0), key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

async function fetchParts(ids: string[], fetch: Fetcher): Promise<Uint8Array[]> {
  const parts = await fetch({ what: 'parts', ids })
  // The segment has been merged into a larger one.
  if (parts.some((part) => part === null)) throw new IndexTooOldError()
  return parts.flatMap((part) => part ?? [])
}
