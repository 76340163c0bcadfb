import { focusRecord } from '../record/focus-record.ts'

/** Move the focus to the record when the focused element was removed. */
export function focusLost(): void {
  if (document.activeElement === document.body) focusRecord()
}
