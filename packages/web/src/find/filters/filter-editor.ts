import type { RecordFilter, RecordQuery } from '../../features/feedback/records/record-query.ts'
import type { FilterEntries } from './topics.ts'

/** What the places get where filters are edited: the row of a wide screen, the sheet of a narrow one. */
export interface FilterEditorProps {
  datasetId: string
  /** The conditions in force. */
  query: RecordQuery
  /** Undefined while the dataset's settings load. */
  entries: FilterEntries | undefined
  onChange: (filters: readonly RecordFilter[]) => void
  /** Take filters and sort away; search and similarity stay. */
  onReset: () => void
}
