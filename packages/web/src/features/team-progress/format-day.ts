import { formatDate } from '../../i18n/index.ts'

/** A day in few words: `7 Dec`; with its year when that is not this one. */
export function formatDay(date: string): string {
  // At noon, so that it is this day in every time zone's local time.
  return formatDate(new Date(`${date}T12:00:00`))
}
