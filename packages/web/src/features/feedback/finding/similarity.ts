import type { SimilarityQuery } from '../../../find/query.ts'

/** Results offered (screens: similarity search). */
export const SIMILAR_LIMITS = [10, 50, 100, 200] as const
/** Default number of results (spec section 9). */
const SIMILAR_LIMIT = 50

/** A new similarity search with the default options. */
export function similarTo(recordId: string, vector: string): SimilarityQuery {
  return { recordId, vector, limit: SIMILAR_LIMIT, order: 'most' }
}
