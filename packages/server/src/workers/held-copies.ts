/**
 * Copies of what the store holds, each under a key, that can be thrown away. When together they take more memory than the budget, the least
 * recently used go; one alone may take more, else it could not be used at all.
 */
export class HeldCopies<Copy extends { readonly bytes: number }> {
  /** In the order of use: the first is the one longest unused. */
  private readonly held = new Map<string, { copy: Copy; usedMs: number }>()

  constructor(private readonly budgetBytes: number) {}

  /** Take a copy out while it changes: one that failed half-way is not put back. */
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

  /** Throw away what nobody has used for so long. */
  dropUnused(minutes: number): void {
    const longAgoMs = performance.now() - minutes * 60_000
    for (const [key, { usedMs }] of this.held) if (usedMs < longAgoMs) this.held.delete(key)
  }
}
