import type { Db } from '../../../../db/tables'
import { findBounds } from '../../metadata-properties/metadata-properties.service'
import type { FacetPlan } from './facet-plan'

/** The range of a histogram, divided into equal buckets. */
export interface Span {
  from: number
  /** The largest value; the last bucket may end after it. */
  to: number
  count: number
  /** Width of all buckets together. */
  width: number
}

/** The range of a histogram, over all values in the whole dataset; undefined for facets of terms, and when there are no values. */
export async function findSpan(db: Db, datasetId: string, { source, buckets }: FacetPlan): Promise<Span | undefined> {
  switch (source.of) {
    case 'metadata': {
      if (!source.isNumber) return undefined
      const [from, to] = await findBounds(db, datasetId, source.property)
      return spanOf(from, to, { buckets, isWhole: source.isWhole })
    }
    case 'time': {
      const { property } = source
      const [from, to] = await Promise.all(
        (['asc', 'desc'] as const).map((order) =>
          db
            .selectFrom('records')
            .select(`${property} as value`)
            .where('dataset_id', '=', datasetId)
            .orderBy(property, order)
            .limit(1)
            .executeTakeFirst(),
        ),
      )
      return spanOf(from?.value, to?.value, { buckets, isWhole: true })
    }
    case 'scores':
      return { from: 0, to: 1, count: buckets, width: 1 }
    case 'status':
    case 'completion':
    case 'doubt':
    case 'gold':
    case 'answers':
    case 'suggestions':
      return undefined
  }
}

/** Whole numbers get buckets of whole width; fractions do not, even if both ends happen to be whole. */
function spanOf(
  from: number | null | undefined,
  to: number | null | undefined,
  { buckets, isWhole }: { buckets: number; isWhole: boolean },
): Span | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  if (isWhole) {
    const step = Math.max(1, Math.ceil((to - from + 1) / buckets))
    const count = Math.floor((to - from) / step) + 1
    return { from, to, count, width: step * count }
  }
  const width = to - from
  return Number.isFinite(width) && width > 0 ? { from, to, count: buckets, width } : { from, to, count: 1, width: 1 }
}
