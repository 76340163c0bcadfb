/** Why there is no record to show. */
export interface Notice {
  kind: 'empty' | 'end' | 'failed' | 'unpublished' | 'noMatch'
  detail?: string
  onAgain: () => void
}
