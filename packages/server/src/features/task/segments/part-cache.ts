import { aligned } from './format'

/** Reads parts of segments by id. */
export interface PartSource {
  /** A part, or undefined when it must be fetched first; the query is then evaluated again. */
  get(id: string): Uint8Array | undefined
}

/** Of the parts for which others have to be evicted, one in this number is cached. */
const CACHED_OF = 4

/**
 * An LRU cache of parts of all datasets, with a memory budget. Once it is full, most parts that are not in it stay out: all searches of a
 * large dataset read nearly the same parts in the same order, and if these need more than the budget, each would be evicted shortly before it
 * is read again.
 */
export class PartCache {
  /** In the order of use: the first is the least recently used. */
  private readonly held = new Map<string, Uint8Array>()
  private bytes = 0
  private leftOut = 0

  constructor(public budgetBytes: number) {}

  get(id: string): Uint8Array | undefined {
    const part = this.held.get(id)
    if (part) {
      this.held.delete(id)
      this.held.set(id, part)
    }
    return part
  }

  put(id: string, part: Uint8Array): void {
    this.drop(id)
    if (this.bytes + part.byteLength > this.budgetBytes && this.leftOut < CACHED_OF - 1) {
      this.leftOut += 1
      return
    }
    this.leftOut = 0
    this.held.set(id, part)
    this.bytes += part.byteLength
    for (const oldest of this.held.keys()) {
      if (this.bytes <= this.budgetBytes || this.held.size === 1) return
      this.drop(oldest)
    }
  }

  private drop(id: string): void {
    const part = this.held.get(id)
    if (!part) return
    this.held.delete(id)
    this.bytes -= part.byteLength
  }
}

/** Reads parts from the store. Rejects when one has been deleted. */
export type PartFetcher = (ids: string[]) => Promise<Uint8Array[]>

/** Number of parts per request: one or two megabytes, so that the HTTP thread is not blocked for long. */
const PARTS_A_FETCH = 8
/** Maximum number of concurrent requests. */
const FETCHES = 4

/**
 * The parts that one query reads. They are referenced until the query, or the step of it that reads them, is answered, so that the cache cannot
 * evict what the next attempt needs.
 */
export class PartsOfQuestion implements PartSource {
  private readonly held = new Map<string, Uint8Array>()
  private readonly missing = new Set<string>()

  constructor(private readonly cache: PartCache) {}

  get(id: string): Uint8Array | undefined {
    const found = this.held.get(id) ?? this.cache.get(id)
    if (found) this.held.set(id, found)
    else this.missing.add(id)
    return found
  }

  /** True when a requested part was not loaded: everything computed in this attempt is invalid. */
  get isIncomplete(): boolean {
    return this.missing.size > 0
  }

  /** Release all parts. */
  release(): void {
    this.held.clear()
  }

  /** Fetch the missing parts. */
  async fetchMissing(fetch: PartFetcher): Promise<void> {
    const ids = [...this.missing]
    const batches: string[][] = []
    for (let from = 0; from < ids.length; from += PARTS_A_FETCH) batches.push(ids.slice(from, from + PARTS_A_FETCH))
    const take = async () => {
      for (let batch = batches.shift(); batch; batch = batches.shift()) {
        const parts = await fetch(batch)
        for (const [at, id] of batch.entries()) {
          const part = parts[at]
          if (!part) throw new Error(`The part ${id} was not fetched.`)
          const own = aligned(part)
          this.held.set(id, own)
          this.cache.put(id, own)
        }
      }
    }
    await Promise.all(Array.from({ length: FETCHES }, take))
    this.missing.clear()
  }
}
