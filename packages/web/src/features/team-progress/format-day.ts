import { formatDate } from '../../i18n/index.ts'

/** The time zone whose days are counted: that of the browser. */
export function browserTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
}

/** Format a date in short: `7 Dec`; with the year unless it is the current one. */
export function formatDay(date: string): string {
  // Noon, so that it is the same day in the local time of every time zone.
  return formatDate(new Date(`${date}T12:00:00`))
}
