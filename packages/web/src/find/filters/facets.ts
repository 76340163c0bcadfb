import type { FilterScope } from '../query.ts'
import type { FilterTopic } from './topics.ts'

/** How many records have each value, or the distribution of their numbers. */
type Facet =
  | {
      type: 'terms'
      values: readonly { value: string; count: number }[]
      /** More values exist than these. */
      has_more: boolean
    }
  | {
      type: 'range'
      /** Smallest and largest value; null when no record has one. */
      min: number | null
      max: number | null
      /** A bucket holds values from `ge` (inclusive) to `lt` (exclusive); the last bucket includes the maximum. */
      buckets: readonly { ge: number; lt: number; count: number }[]
    }

/** Values of one property or question, with their numbers of records. */
export interface CountedValues {
  values: readonly { value: string; count: number }[]
  /** More values exist. */
  hasMore: boolean
}

/** Counts of every filter on the screen, for the current conditions. */
export interface Facets {
  total: number | undefined
  find: (scope: FilterScope) => Facet | undefined
  /**
   * A hook: values beyond those counted for every filter, or those that contain a text. Undefined while they load or are not needed.
   */
  useMoreValues: (topic: FilterTopic, sought: string, isWanted: boolean) => CountedValues | undefined
  /** Nothing is counted yet: placeholders are shown. */
  isLoading: boolean
  /** The counts shown belong to the previous conditions. */
  isStale: boolean
}
