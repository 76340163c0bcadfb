/** Why there is no record to show. */
export interface Notice {
  kind: 'empty' | 'end' | 'failed' | 'unpublished' | 'noMatch' | 'missing'
  detail?: string
  /** Records get only so many answers, so that others may have those that are left. */
  isShared?: boolean
  onAgain: () => void
}
