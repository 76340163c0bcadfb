import fc from 'fast-check'
import type { Fetcher } from '../search-index/dataset-index'
import type { IndexRow } from '../search-index/protocol'

/** A store in memory that lists rows as the real one does. */
export class FakeStore {
  private readonly rows = new Map<string, IndexRow>()
  private readonly deleted = new Map<string, number>()
  version = 0
  goneTo = 0

  put(key: string, document: object): void {
    this.version += 1
    this.rows.set(key, { key, version: this.version, document: JSON.stringify(document), derived: '{}', metrics: '{}' })
  }

  remove(key: string): void {
    this.version += 1
    if (this.rows.delete(key)) this.deleted.set(key, this.version)
  }

  get documents(): Map<string, Record<string, unknown>> {
    return new Map([...this.rows.values()].map((row) => [row.key, JSON.parse(row.document)]))
  }

  /** Small pages, so that every walk crosses their edges. */
  readonly fetch = (async (asked) => {
    if (asked.what === 'deletions')
      return {
        keys: [...this.deleted].filter(([, version]) => version > asked.afterVersion).map(([key]) => key),
        goneTo: this.goneTo,
      }
    if (asked.what !== 'rows') return []
    const { version, key } = asked.after
    const behind = [...this.rows.values()].filter(
      (row) => row.version > version || (row.version === version && key !== undefined && row.key > key),
    )
    return behind.sort((one, other) => one.version - other.version || (one.key < other.key ? -1 : 1)).slice(0, 3)
  }) as Fetcher
}

export const word = fc.constantFrom('alpha', 'Alpine', 'beta', 'café', 'cafe', 'x1', '日本', 'foo-bar', '😀')
/** Records as they are logged, with odd words and values. */
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
/** A record put or removed. */
export const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ put: fc.nat(8).map(String), document }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(8).map(String) }) },
)

export type Change = { put: string; document: object } | { remove: string }

/** Make some changes. */
export function apply(store: FakeStore, changes: readonly Change[]): void {
  for (const one of changes) {
    if ('put' in one) store.put(one.put, one.document)
    else store.remove(one.remove)
  }
}
