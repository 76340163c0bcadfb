/** Messages to the thread that has vectors in memory, and its requests for rows (`workers/index-thread.ts`). */

export interface NearestAsk {
  vectorId: string
  dimensions: number
  /** The answer includes everything committed up to this version. */
  version: number
  target: Float64Array
  /** nearest: greatest cosine first; farthest: smallest first. */
  order: 'nearest' | 'farthest'
  count: number
  /** Comma-separated pks of the records that may be found; absent: all. A text, which is the quickest form to pass between threads. */
  among?: string
  /** Pks of deleted records. */
  without: readonly number[]
}

/** Records found, best first, with the cosine of each with the target. */
export interface Nearest {
  pks: number[]
  cosines: number[]
}

/** A request for vectors after a position in the order of versions. */
export interface VectorFetch {
  vectorId: string
  afterVersion: number
  afterPk: number
  /** Maximum number of vectors. */
  limit: number
}

/** A page of vectors, with their bytes concatenated; empty at the end. */
export interface VectorPage {
  pks: number[]
  versions: number[]
  bytes: Uint8Array<ArrayBuffer>
}
