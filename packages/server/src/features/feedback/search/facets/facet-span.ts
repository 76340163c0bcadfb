import type { Db } from '../../../../db/tables'
import type { FacetPlan } from './facet-plan'

/** Equal steps over a range of numbers. */
export interface Span {
  from: number
  to: number
  step: number
  count: number
}

/** The steps of a histogram, over all values in the whole dataset; undefined for facets of terms, and when nothing has a value. */
export async function findSpan(db: Db, datasetId: string, { source, buckets }: FacetPlan): Promise<Span | undefined> {
  switch (source.of) {
    case 'metadata': {
      if (!source.isNumber) return undefined
      const [from, to] = await Promise.all(
        (['asc', 'desc'] as const).map((order) =>
          db
            .selectFrom('record_terms')
            .select('num as value')
            .where('dataset_id', '=', datasetId)
            .where('property', '=', source.property)
            .where('num', 'is not', null)
            .orderBy('num', order)
            .limit(1)
            .executeTakeFirst(),
        ),
      )
      return spanOf(from?.value, to?.value, buckets)
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
      return spanOf(from?.value, to?.value, buckets)
    }
    case 'scores':
      return { from: 0, to: 1, step: 1 / buckets, count: buckets }
    case 'status':
    case 'completion':
    case 'answers':
    case 'suggestions':
      return undefined
  }
}

/** Whole numbers get steps of whole numbers. */
function spanOf(from: number | null | undefined, to: number | null | undefined, buckets: number): Span | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  const isWhole = Number.isSafeInteger(from) && Number.isSafeInteger(to)
  if (isWhole) {
    const step = Math.max(1, Math.ceil((to - from + 1) / buckets))
    return { from, to, step, count: Math.floor((to - from) / step) + 1 }
  }
  const step = (to - from) / buckets
  return Number.isFinite(step) && step > 0 ? { from, to, step, count: buckets } : { from, to, step: 1, count: 1 }
}
