import type { FilterScope } from '../query.ts'
import type { FilterTopic } from './topics.ts'

/** How many records have which value, or how their numbers lie. */
export type Facet =
  | {
      type: 'terms'
      values: readonly { value: string; count: number }[]
      /** There are more values than these. */
      has_more: boolean
    }
  | {
      type: 'range'
      /** Smallest and largest value; null when nothing has one. */
      min: number | null
      max: number | null
      /** A bucket holds values from `ge` up to `lt`, the last one also the largest of all. */
      buckets: readonly { ge: number; lt: number; count: number }[]
    }

/** Values of one thing, with their numbers of records. */
export interface CountedValues {
  values: readonly { value: string; count: number }[]
  /** There are still others. */
  hasMore: boolean
}

/** Counts of every filter of the screen for the records now asked for. */
export interface Facets {
  total: number | undefined
  find: (scope: FilterScope) => Facet | undefined
  /**
   * A hook: values beyond those counted for every filter, or those with a text in them. Undefined until they are known, and while they
   * are not wanted.
   */
  useMoreValues: (topic: FilterTopic, sought: string, isWanted: boolean) => CountedValues | undefined
  /** Nothing was counted yet: places stay reserved. */
  isLoading: boolean
  /** The counts shown belong to the records asked for before. */
  isStale: boolean
}
