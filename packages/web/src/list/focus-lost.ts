import { focusRecord } from '../record/focus-record.ts'

/** Lead the keys to what is read where nothing has them, since what had them is gone. */
export function focusLost(): void {
  if (document.activeElement === document.body) focusRecord()
}
