import { NearestRows } from '../../../search/vectors/nearest-rows'
import type { SealedColumn } from '../segments/column/sealed-column'
import { aligned } from '../segments/format'
import { PartCache } from '../segments/part-cache'
import { offerSealed } from '../segments/sealed-vectors'
import { Segment } from '../segments/segment'
import { Attempts, fetchParts, IndexTooOldError } from './attempts'
import { type ColumnSpec, columnName } from './columns/columns'
import { type DocRange, DocSet } from './doc-set'
import { Field, type Piece } from './fields/field'
import { NumberField } from './fields/number-field'
import { TermField } from './fields/term-field'
import type { VectorAsked } from './protocol'
import { Tail } from './tail'
import type { Fetcher } from './walk-rows'

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
  private readonly tail = new Tail()
  private alive = new DocSet(0)
  /** Deletions up to this version have been applied. */
  private deletionsTo = -1
  private readonly cache = new Map<string, Map<string, unknown>>()
  private readonly attempts: Attempts

  constructor(
    partCache = new PartCache(0),
    private readonly rangeDocs = RANGE_DOCS,
  ) {
    this.attempts = new Attempts(partCache)
  }

  /** The number of ordinals, including dead ones. */
  get size(): number {
    return this.base + this.tail.size
  }

  /** True when rebuilding the index is cheaper than keeping its dead records. */
  get needsCompaction(): boolean {
    return this.tail.needsCompaction
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.tail.bytes + this.segments.reduce((sum, { bytes }) => sum + bytes, 0) + this.base
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
    if (ordinal >= this.base) return this.tail.keyAt(ordinal - this.base)
    const at = this.segments.findIndex(({ base, docs }) => ordinal >= base && ordinal < base + docs)
    return this.sealedKeys()[at]?.knownTermAt(ordinal - (this.segments[at]?.base ?? 0))
  }

  /** The ordinal of a record; undefined if it does not exist, or is not in the range. */
  ordinalOf(key: string, range: DocRange = this.all): number | undefined {
    const end = range.base + range.size
    const place = this.tail.placeOf(key)
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

  /** A cached result. */
  known<T>(name: string): T | undefined {
    return this.cache.get(name.slice(0, name.indexOf(' ')))?.get(name) as T | undefined
  }

  /** True when all columns contain all records as of the same version. */
  get isSettled(): boolean {
    return this.tail.newestSeen <= this.tail.version
  }

  /** True when a part that was needed in the current attempt is not loaded yet. */
  get isIncomplete(): boolean {
    return this.attempts.isIncomplete
  }

  /** See {@link Attempts.complete}. */
  complete<T>(compute: () => T, fetch: Fetcher): Promise<T> {
    return this.attempts.complete(compute, fetch)
  }

  /** See {@link Attempts.step}. */
  step<T>(name: string, compute: () => T): T {
    return this.attempts.step(name, compute)
  }

  /** Release the parts that a query has read, now that it is answered. */
  release(): void {
    this.attempts.release()
  }

  /** Add everything committed up to a version, or up to the newest row seen. Throws `IndexTooOldError`. */
  async catchUp(atLeast: number, fetch: Fetcher): Promise<void> {
    if (!this.isLoaded) await this.load(fetch)
    const version = Math.max(atLeast, this.tail.newestSeen)
    if (this.tail.contains(version)) return
    // Deletions are applied first, since a record that was deleted and logged again is in both lists.
    if (this.tail.version >= 0) {
      const deletions = await fetch({ what: 'deletions', afterVersion: this.deletionsTo })
      if (deletions.goneTo > this.deletionsTo) throw new IndexTooOldError()
      const keys: string[] = JSON.parse(deletions.keys)
      for (const key of keys) this.kill(key)
      await this.killSealed(keys, fetch)
    }
    const first = this.tail.size
    await this.tail.readUpTo(version, fetch, (key) => this.kill(key))
    await this.killSealed(this.tail.keysFrom(first), fetch)
    this.grow(first)
    this.deletionsTo = this.tail.version
    this.cache.clear()
    this.attempts.restart()
  }

  /** Build missing columns of the tail. */
  ensure(specs: readonly ColumnSpec[], fetch: Fetcher): Promise<void> {
    return this.tail.ensure(specs, fetch)
  }

  /** The documents of a set that have a vector, nearest first (squared L2 distance; ties by ordinal). */
  async nearest({ name, dimensions, value, k }: VectorAsked, docs: DocSet, fetch: Fetcher): Promise<number[]> {
    const found = new NearestRows(Float32Array.from(value), k)
    const newer = docs.part(this.base, this.tail.size)
    await this.tail.offerVectors({ name, dimensions }, newer, this.base, found, fetch)
    for (const segment of this.segments) {
      const part = docs.part(segment.base, segment.docs)
      const { cache } = this.attempts
      await offerSealed(segment, name, part, dimensions, found, cache, (ids) => fetchParts(ids, fetch))
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
    const { order, placeBehind } = this.tail.byKey(this.alive.part(this.base, this.tail.size), this.alive)
    const keyOf = (doc: number) => this.tail.keyAt(doc) ?? ''
    return [...sealed, { base: this.base, size: this.tail.size, order, keyOf, placeBehind }]
  }

  private get all(): DocRange {
    return { base: 0, size: this.size }
  }

  private made<F extends Field>(spec: ColumnSpec, reading: string, make: (pieces: Piece[]) => F): F {
    return this.attempts.once(`${reading} ${columnName(spec)}`, () =>
      make([
        ...this.segments.map((segment) => ({
          base: segment.base,
          size: segment.docs,
          sealed: segment.column(spec, this.attempts.parts),
        })),
        { base: this.base, size: this.tail.size, tail: this.tail.column(spec) },
      ]),
    )
  }

  private sealedKeys(): SealedColumn[] {
    return this.attempts.once('keys', () => this.segments.map((segment) => segment.keys(this.attempts.parts)))
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
    if (last) this.tail.startAt({ version: last.to_version, ...(last.to_key !== null && { key: last.to_key }) })
    this.deletionsTo = this.segments.at(-1)?.deletionsTo ?? this.tail.version
    this.isLoaded = true
  }

  private kill(key: string): void {
    const place = this.tail.kill(key)
    // A record that was read just now is not in the set yet; `grow` adds only those that are live.
    if (place !== undefined && this.base + place < this.alive.size) this.alive.remove(this.base + place)
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
    for (let place = first; place < this.tail.size; place += 1)
      if (this.tail.isLive(place)) this.alive.add(this.base + place)
  }
}
