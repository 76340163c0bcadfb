/** What is asked of the thread that holds vectors in memory, and what it asks of the store (`workers/index-thread.ts`). */

export interface NearestAsk {
  vectorId: string
  dimensions: number
  /** Everything committed up to this version is seen by the answer. */
  version: number
  target: Float64Array
  /** nearest: greatest cosine first; farthest: smallest first. */
  order: 'nearest' | 'farthest'
  count: number
  /** Comma-separated pks that may be found; absent: all. A text, because that crosses threads fastest. */
  among?: string
  /** Pks known to be gone. */
  without: readonly number[]
}

/** Records found and the cosine of each with the target, best first. */
export interface Nearest {
  pks: number[]
  cosines: number[]
}

/** Vectors behind a place in the order of versions. */
export interface VectorFetch {
  vectorId: string
  afterVersion: number
  afterPk: number
}

/** A page of vectors, their bytes one after the other; empty at the end. */
export interface VectorPage {
  pks: number[]
  versions: number[]
  bytes: Uint8Array<ArrayBuffer>
}
