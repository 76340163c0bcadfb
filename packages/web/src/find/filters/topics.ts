import type { FilterScope } from '../query.ts'

/** Values counted for each filter of the screen; no more can be wanted at once either. */
export const LISTED_VALUES = 250

/** One thing that can be filtered by. */
export interface FilterTopic {
  scope: FilterScope
  title: string
  kind: 'terms' | 'integer' | 'float'
  /** Its possible values in their order, when the dataset's settings name them. */
  options: readonly { value: string; text: string }[]
  /** One record may have several of the values. */
  isMulti: boolean
  /** Its bounds, when they are known without counting. */
  bounds?: readonly [number, number]
}

/** One entry of a filter menu: a property, or a question with what can be asked of it. */
export interface FilterEntry {
  name: string
  title: string
  topics: readonly FilterTopic[]
}

/** One menu of things to filter by. Its id is the scope of its filters. */
export interface FilterMenu {
  id: string
  label: string
  /** Undefined while the dataset's settings load. */
  entries: readonly FilterEntry[] | undefined
  /** Said when there are no entries. */
  empty: string
  /** Said over the entries and each of their filters. */
  note?: string | undefined
}
