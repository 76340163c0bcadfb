import type { RecordFilter, RecordSort } from '../query.ts'
import type { Facets } from './facets.ts'
import type { FilterMenu } from './topics.ts'

/** What the places get where filters are edited: the row of a wide screen, the sheet of a narrow one. */
export interface FilterEditorProps {
  /** The conditions in force. */
  filters: readonly RecordFilter[]
  sort: readonly RecordSort[]
  menus: readonly FilterMenu[]
  /** What a filter is about, in words, also while the menus have no entries yet. */
  nameOf: (filter: RecordFilter) => string
  /** A hook, the same one as long as the editor is shown: counts are asked for only then. */
  useFacets: () => Facets
  onChange: (filters: readonly RecordFilter[]) => void
  /** Take filters and sort away; search and similarity stay. */
  onReset: () => void
  /** The keys go into a row as soon as it is there; a sheet always takes them. */
  takesFocus?: boolean
}
