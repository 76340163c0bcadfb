/** Why there is no record to show. */
export interface Notice {
  kind: 'empty' | 'end' | 'failed' | 'unpublished' | 'noMatch' | 'missing'
  detail?: string
  /** Records get only so many answers: others may have some open that are then not in the queue. */
  isShared?: boolean
  onAgain: () => void
}
