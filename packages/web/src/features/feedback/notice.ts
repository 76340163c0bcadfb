/** Why there is no record to show. */
export interface Notice {
  kind: 'empty' | 'end' | 'failed' | 'unpublished' | 'noMatch' | 'missing'
  detail?: string
  onAgain: () => void
}
