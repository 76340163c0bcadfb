export interface WindowOptions {
  /** How many a key may take within the window. */
  limit: number
  windowMs: number
  /** The keys least recently taken are forgotten beyond this many: the memory's bound. */
  maxKeys?: number
}

/** Counts what each key took within the last `windowMs`. Times are milliseconds since any fixed start. */
export class SlidingWindow {
  private readonly taken = new Map<string, number[]>()
  constructor(private readonly options: WindowOptions) {}

  /** Take one: 0 when allowed, else the milliseconds until the next one is. A refusal takes nothing. */
  take(key: string, now: number): number {
    const { limit, windowMs, maxKeys = 10_000 } = this.options
    const recent = (this.taken.get(key) ?? []).filter((time) => time > now - windowMs)
    this.taken.delete(key)
    const waitMs = recent.length < limit ? 0 : (recent[0] ?? now) + windowMs - now
    if (waitMs === 0) recent.push(now)
    this.taken.set(key, recent)
    if (this.taken.size > maxKeys) this.forgetOldest()
    return waitMs
  }

  /** Undo the latest take: it was of a kind that does not count. */
  giveBack(key: string): void {
    this.taken.get(key)?.pop()
  }

  get size(): number {
    return this.taken.size
  }

  private forgetOldest(): void {
    const [oldest] = this.taken.keys()
    if (oldest !== undefined) this.taken.delete(oldest)
  }
}
