import type { RecordStatus } from '@postil/contract/task/constants'

/** What was done to the saved records; the `un…` values undo a status. */
export type SavedAs = 'validated' | 'discarded' | 'unvalidated' | 'undiscarded' | 'cleared' | 'edited' | 'restored'

/** One notice for the user: which text to show, and for how many records. */
export interface SavedNotice {
  type: 'success' | 'error'
  about: SavedAs
  count: number
}

/** The notices after saving: success with the number of saved records, error with the number of failed ones; each only if not 0. */
export function savedNotices(about: SavedAs, { saved, failed }: { saved: number; failed: number }): SavedNotice[] {
  return [
    ...(saved > 0 ? [{ type: 'success' as const, about, count: saved }] : []),
    ...(failed > 0 ? [{ type: 'error' as const, about, count: failed }] : []),
  ]
}

/** The action that undoes a status; undefined for a status that cannot be undone. */
export function undoneAs(status: RecordStatus): SavedAs | undefined {
  if (status === 'Validated') return 'unvalidated'
  return status === 'Discarded' ? 'undiscarded' : undefined
}
