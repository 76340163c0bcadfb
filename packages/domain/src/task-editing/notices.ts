import type { RecordStatus } from '@postil/contract/task/constants'

/** What became of records that were to be validated, discarded, edited, or set back from one of these. */
export type SavedAs = 'validated' | 'discarded' | 'unvalidated' | 'undiscarded' | 'edited'

/** One sentence to tell: which text, about how many records. */
export interface SavedNotice {
  type: 'success' | 'error'
  about: SavedAs
  count: number
}

/** The sentences about one saving: one with the number that was saved, one with the number that was not; never success for a failed call. */
export function savedNotices(about: SavedAs, { saved, failed }: { saved: number; failed: number }): SavedNotice[] {
  return [
    ...(saved > 0 ? [{ type: 'success' as const, about, count: saved }] : []),
    ...(failed > 0 ? [{ type: 'error' as const, about, count: failed }] : []),
  ]
}

/** What undoing a status is called: 'un' and the status in lower case. Only validated and discarded records can be undone. */
export function undoneAs(status: RecordStatus): SavedAs | undefined {
  if (status === 'Validated') return 'unvalidated'
  return status === 'Discarded' ? 'undiscarded' : undefined
}
