import { type PartCache, PartsOfQuestion } from '../segments/part-cache'
import type { Fetcher } from './walk-rows'

/** Deletions or segments that the index has not applied yet are no longer stored, so it must be rebuilt. */
export class IndexTooOldError extends Error {
  override name = 'IndexTooOldError'
}

/** Ends an attempt to answer a query in which a step could not be finished: parts have to be fetched first. */
class IncompleteStepError extends Error {
  override name = 'IncompleteStepError'
}

/** The attempts to answer a query: each computes until a part of a segment is missing, which is fetched before the next one. */
export class Attempts {
  private current: PartsOfQuestion
  /** What the current attempt has made of its parts. */
  private readonly made = new Map<string, unknown>()
  /** The finished steps of the current query. */
  private readonly steps = new Map<string, unknown>()

  constructor(readonly cache: PartCache) {
    this.current = new PartsOfQuestion(cache)
  }

  /** What the current query reads its parts from. */
  get parts(): PartsOfQuestion {
    return this.current
  }

  /** True when a part that was needed in the current attempt is not loaded yet. */
  get isIncomplete(): boolean {
    return this.current.isIncomplete
  }

  /** Something made of parts, which is kept until the next attempt. */
  once<T>(name: string, make: () => T): T {
    if (this.made.has(name)) return this.made.get(name) as T
    const value = make()
    this.made.set(name, value)
    return value
  }

  /** Compute something, repeatedly until all parts that it reads are loaded. Throws `IndexTooOldError`. */
  async complete<T>(compute: () => T, fetch: Fetcher): Promise<T> {
    this.steps.clear()
    for (;;) {
      this.made.clear()
      try {
        const found = compute()
        if (!this.isIncomplete) return found
      } catch (cause) {
        if (!(cause instanceof IncompleteStepError)) throw cause
      }
      await this.current.fetchMissing((ids) => fetchParts(ids, fetch))
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
    this.current.release()
    this.made.clear()
    return value
  }

  /** Forget what was computed, since records have changed. */
  restart(): void {
    this.steps.clear()
    this.made.clear()
  }

  /** Release the parts that a query has read, now that it is answered. */
  release(): void {
    this.current = new PartsOfQuestion(this.cache)
    this.restart()
  }
}

/** Read parts of segments from the store. Throws `IndexTooOldError`. */
export async function fetchParts(ids: string[], fetch: Fetcher): Promise<Uint8Array[]> {
  const parts = await fetch({ what: 'parts', ids })
  // The segment has been merged into a larger one.
  if (parts.some((part) => part === null)) throw new IndexTooOldError()
  return parts.flatMap((part) => part ?? [])
}
