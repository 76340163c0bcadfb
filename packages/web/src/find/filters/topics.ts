import type { FilterScope } from '../query.ts'

/** How many values are counted for each filter, and how many can be selected at most. */
export const LISTED_VALUES = 250

/** One property, question or aspect of a question that can be filtered by. */
export interface FilterTopic {
  scope: FilterScope
  title: string
  kind: 'terms' | 'integer' | 'float'
  /** Its possible values in their order, when the dataset's settings name them. */
  options: readonly { value: string; text: string }[]
  /** One record may have several of the values. */
  isMulti: boolean
  /** Its bounds, when the settings name them. */
  bounds?: readonly [number, number]
}

/** One entry of a filter menu: a property, or a question with its topics. */
export interface FilterEntry {
  name: string
  title: string
  topics: readonly FilterTopic[]
}

/** One filter menu. Its id is the scope of its filters. */
export interface FilterMenu {
  id: string
  label: string
  /** Undefined while the dataset's settings load. */
  entries: readonly FilterEntry[] | undefined
  /** Shown when there are no entries. */
  empty: string
  /** Shown above the entries and above each of their filters. */
  note?: string | undefined
}
