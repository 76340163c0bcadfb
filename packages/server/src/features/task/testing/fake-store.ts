import fc from 'fast-check'
import type { ColumnSpec } from '../search-thread/columns/columns'
import { DatasetIndex } from '../search-thread/dataset-index'
import type { IndexRow, RowPlace } from '../search-thread/protocol'
import type { Fetcher } from '../search-thread/walk-rows'
import { type BuiltSegment, buildSegment } from '../segments/build-segment'
import type { SegmentRow } from '../segments/segment'

/** A store in memory that lists rows like the real one. */
export class FakeStore {
  private readonly rows = new Map<string, IndexRow>()
  private readonly deleted = new Map<string, number>()
  version = 0
  goneTo = 0

  put(key: string, document: object, derived: object = {}): void {
    this.version += 1
    const texts = { document: JSON.stringify(document), derived: JSON.stringify(derived), metrics: '{}' }
    this.rows.set(key, { key, version: this.version, ...texts })
  }

  remove(key: string): void {
    this.version += 1
    if (this.rows.delete(key)) this.deleted.set(key, this.version)
  }

  get documents(): Map<string, Record<string, unknown>> {
    return new Map([...this.rows.values()].map((row) => [row.key, JSON.parse(row.document)]))
  }

  private segments: (SegmentRow & { from: RowPlace })[] = []
  private readonly parts = new Map<string, Uint8Array>()
  private made = 0
  /** The number of rows that were read. */
  rowsRead = 0

  /**
   * Put the records after the last segment into a new one.
   *
   * @returns the number of its records
   */
  async seal(columns: ColumnSpec[], maxDocs = 65_536): Promise<number> {
    const from = placeOf(this.segments.at(-1))
    const asked = { columns, vectors: [], from, to: { version: this.version }, maxDocs }
    const { keys, ...built } = await buildSegment(asked, this.fetch)
    const deletions = await this.fetch({ what: 'deletions', afterVersion: from.version })
    const killed = await new DatasetIndex().killed([...JSON.parse(deletions.keys), ...keys], this.fetch)
    for (const segment of this.segments) segment.dead = killed.find(({ id }) => id === segment.id)?.dead ?? segment.dead
    built.meta.deletionsTo = asked.to.version
    this.segments.push(this.keep(from, built))
    return keys.length
  }

  /** Merge neighbouring segments; the parts of the old ones are deleted. */
  async merge(columns: ColumnSpec[], first: number, count: number): Promise<void> {
    const run = this.segments.slice(first, first + count)
    const [from, to] = [run[0]?.from, placeOf(run.at(-1))]
    if (!from) return
    const built = await buildSegment({ columns, vectors: [], from, to, maxDocs: 65_536 }, this.fetch)
    this.segments.splice(first, run.length, this.keep(from, built))
    for (const { id } of run)
      for (const part of this.parts.keys()) if (part.startsWith(`${id}/`)) this.parts.delete(part)
  }

  private keep(from: RowPlace, { docs, meta, to, parts }: Omit<BuiltSegment, 'keys'>) {
    this.made += 1
    const id = `s${this.made}`
    for (const [name, bytes] of parts) this.parts.set(`${id}/${name}`, bytes)
    const dead = new Uint8Array(((docs + 31) >>> 5) * 4)
    return { id, docs, meta: JSON.stringify(meta), dead, from, to_version: to.version, to_key: to.key ?? null }
  }

  /** Returns small pages, so that every walk crosses page boundaries. */
  readonly fetch = (async (asked) => {
    if (asked.what === 'segments') return this.segments
    if (asked.what === 'parts') return asked.ids.map((id) => this.parts.get(id) ?? null)
    if (asked.what === 'deletions')
      return {
        keys: JSON.stringify(
          [...this.deleted].filter(([, version]) => version > asked.afterVersion).map(([key]) => key),
        ),
        goneTo: this.goneTo,
      }
    if (asked.what !== 'rows') return []
    const { version, key } = asked.after
    const behind = [...this.rows.values()].filter(
      (row) => row.version > version || (row.version === version && key !== undefined && row.key > key),
    )
    const page = behind
      .sort((one, other) => one.version - other.version || (one.key < other.key ? -1 : 1))
      .slice(0, this.rows.size > 100 ? asked.limit : 3)
    this.rowsRead += page.length
    return page
  }) as Fetcher
}

function placeOf(segment: SegmentRow | undefined): RowPlace {
  if (!segment) return { version: -1 }
  return { version: segment.to_version, ...(segment.to_key !== null && { key: segment.to_key }) }
}

export const word = fc.constantFrom('alpha', 'Alpine', 'beta', 'café', 'cafe', 'x1', '日本', 'foo-bar', '😀')
/** Records as they are logged, with unusual words and values. */
const document = fc.record(
  {
    text: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    metadata: fc.record(
      {
        k: fc.oneof(word, fc.array(word, { maxLength: 3 })),
        n: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(1.5)),
      },
      { requiredKeys: [] },
    ),
    multi_label: fc.boolean(),
  },
  { requiredKeys: ['text', 'metadata'] },
)
/** A record that is stored or deleted. */
export const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: fc.nat(8).map(String), document }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(8).map(String) }) },
)

export type Change = { put: string; document: object } | { remove: string }

/** Apply changes. */
export function apply(store: FakeStore, changes: readonly Change[]): void {
  for (const one of changes) {
    if ('put' in one) store.put(one.put, one.document)
    else store.remove(one.remove)
  }
}
