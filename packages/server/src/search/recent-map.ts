/** A cache with a maximum number of entries. The least recently set entries are evicted first. */
export class RecentMap<Value> {
  private readonly held = new Map<string, Value>()

  constructor(private readonly most: number) {}

  get(key: string): Value | undefined {
    return this.held.get(key)
  }

  set(key: string, value: Value): void {
    this.held.delete(key)
    this.held.set(key, value)
    for (const oldest of this.held.keys()) {
      if (this.held.size <= this.most) return
      this.held.delete(oldest)
    }
  }
}
