/** Why there is no record to show. */
export interface Notice {
  kind: 'empty' | 'end' | 'failed' | 'unpublished' | 'noMatch' | 'missing'
  detail?: string
  /** Records get only so many answers, so that others may have those that are left. */
  isShared?: boolean
  /** At the end of the queue: the user has answered every record of it. */
  isOver?: boolean
  onAgain: () => void
}
