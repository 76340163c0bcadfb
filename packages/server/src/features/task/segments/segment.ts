import type { ColumnSpec } from '../search-thread/columns/columns'
import { SealedColumn } from './column/sealed-column'
import { KEY_COLUMN, type SegmentMeta } from './format'
import type { PartSource } from './part-cache'

/** A segment as listed in the store. */
export interface SegmentRow {
  id: string
  docs: number
  /** JSON text of a `SegmentMeta`. */
  meta: string
  /** One bit for each document that was changed or deleted since. */
  dead: Uint8Array
  /** The inclusive end of the segment's range, by version and key; without a key, all of that version. */
  to_version: number
  to_key: string | null
}

/** A column of a segment, and how to read it. */
export interface FoundColumn {
  column: SealedColumn
  /** The column contains whole values, but the query is about the terms of a value. */
  isWhole: boolean
}

/** A segment in an index: its documents have the ordinals from `base` on. */
export class Segment {
  readonly docs: number
  private readonly meta: SegmentMeta

  constructor(
    readonly row: SegmentRow,
    readonly base: number,
  ) {
    this.docs = row.docs
    this.meta = JSON.parse(row.meta)
  }

  get id(): string {
    return this.row.id
  }

  /** Deletions up to this version are marked as dead in this segment and in those before it. */
  get deletionsTo(): number {
    return this.meta.deletionsTo ?? this.row.to_version
  }

  /** Approximate size of the description in memory, in bytes: its text, and what was parsed from it. */
  get bytes(): number {
    return this.row.meta.length * 4
  }

  keys(parts: PartSource): SealedColumn {
    return this.named(KEY_COLUMN, parts) ?? emptyColumn(this.id, parts)
  }

  /** The column for a field; undefined when no document has a value. */
  column({ source, kind }: ColumnSpec, parts: PartSource): FoundColumn | undefined {
    const own = this.named(`${kind}:${plainSource(source)}`, parts)
    if (own) return { column: own, isWhole: false }
    if (kind !== 'std' && kind !== 'ws' && kind !== 'cloud') return undefined
    const whole = this.named(`kw:${plainSource(source)}`, parts)
    return whole && { column: whole, isWhole: true }
  }

  vector(name: string): SegmentMeta['vectors'][string] | undefined {
    return Object.hasOwn(this.meta.vectors, name) ? this.meta.vectors[name] : undefined
  }

  private named(name: string, parts: PartSource): SealedColumn | undefined {
    const meta = Object.hasOwn(this.meta.columns, name) ? this.meta.columns[name] : undefined
    return meta && new SealedColumn(this.id, meta, this.docs, parts)
  }
}

/** The field itself, for the `.wordcloud` field of a text, which has the same values. */
export function plainSource(source: string): string {
  return source.endsWith('.wordcloud') ? source.slice(0, -'.wordcloud'.length) : source
}

function emptyColumn(segment: string, parts: PartSource): SealedColumn {
  const meta = { stored: KEY_COLUMN, isNumbers: false, terms: 0, firsts: [], blockDocs: 256 }
  return new SealedColumn(segment, { ...meta, hasCounts: false, hasGaps: false, hasBreaks: false }, 0, parts)
}
