/** Messages between the HTTP thread, which reaches the store, and the thread that holds vectors in memory. */

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
  bytes: Uint8Array
}

export type ToVectorWorker =
  | { type: 'ask'; id: number; ask: NearestAsk }
  | { type: 'fetched'; id: number; page: VectorPage }
  | { type: 'fetchFailed'; id: number; message: string }

export type FromVectorWorker =
  | { type: 'answer'; id: number; answer: Nearest }
  | { type: 'failure'; id: number; message: string }
  | { type: 'fetch'; id: number; askId: number; fetch: VectorFetch }
