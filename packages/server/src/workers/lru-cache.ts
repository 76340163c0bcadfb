/**
 * An LRU cache with a memory budget, for copies of data in the store. When all entries together exceed the budget, the least recently used are
 * evicted; a single entry may exceed it, since it could not be used otherwise.
 */
export class LruCache<Copy extends { readonly bytes: number }> {
  /** In the order of use: the first is the least recently used. */
  private readonly held = new Map<string, { copy: Copy; usedMs: number }>()

  constructor(private readonly budgetBytes: number) {}

  /** Take an entry out while it is updated: if the update fails, it is not put back. */
  take(key: string): Copy | undefined {
    const found = this.held.get(key)
    this.held.delete(key)
    return found?.copy
  }

  put(key: string, copy: Copy): void {
    this.held.set(key, { copy, usedMs: performance.now() })
    let bytes = [...this.held.values()].reduce((sum, other) => sum + other.copy.bytes, 0)
    for (const [oldest, other] of this.held) {
      if (bytes <= this.budgetBytes || this.held.size === 1) return
      this.held.delete(oldest)
      bytes -= other.copy.bytes
    }
  }

  /** Evict entries that have not been used for this long. */
  dropUnused(minutes: number): void {
    const longAgoMs = performance.now() - minutes * 60_000
    for (const [key, { usedMs }] of this.held) if (usedMs < longAgoMs) this.held.delete(key)
  }
}
