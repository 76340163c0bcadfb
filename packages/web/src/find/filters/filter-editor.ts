import type { RecordFilter, RecordSort } from '../query.ts'
import type { Facets } from './facets.ts'
import type { FilterMenu } from './topics.ts'

/** Props of both filter editors: the row of a wide screen, the sheet of a narrow one. */
export interface FilterEditorProps {
  /** The active conditions. */
  filters: readonly RecordFilter[]
  sort: readonly RecordSort[]
  menus: readonly FilterMenu[]
  /** The name of what a filter is about, also while the menus have no entries yet. */
  nameOf: (filter: RecordFilter) => string
  /** The counts of the filters. */
  facets: Facets
  onChange: (filters: readonly RecordFilter[]) => void
  /** Remove filters and sort; search and similarity stay. */
  onReset: () => void
  /** The row takes the focus as soon as it is shown; a sheet always does. */
  takesFocus: boolean
}
