import type { AnnotationUrl } from '../url/annotation-url.ts'

/** What the controls over the records get. */
export interface ToolbarProps {
  datasetId: string
  /** The conditions in force, as the address has them. */
  url: AnnotationUrl
  /** Change some of them; the queue begins at its first page again. */
  onChange: (change: Partial<AnnotationUrl>) => void
}

/** The place of search, filters, sort and the switch between focus and bulk, right of the queue tabs. */
export function Toolbar(_props: ToolbarProps) {
  return null
}
