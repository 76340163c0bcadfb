import { QUARTER_MICROS } from './team-progress.store'

/** The day of a quarter of an hour, numbered since 1970, in a time zone: `2026-11-23`. */
export interface DayReader {
  (quarter: number): string
  /** The day of a moment (µs). */
  at(micros: number): string
}

/** Read days in a time zone of the IANA database. Each quarter is formatted once: that takes longer than all else. */
export function dayReader(timeZone: string): DayReader {
  // The Swedish way to write a date is the ISO way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const known = new Map<number, string>()
  const dayOf = (quarter: number) => {
    const day = known.get(quarter) ?? format.format(new Date((quarter * QUARTER_MICROS) / 1000))
    known.set(quarter, day)
    return day
  }
  return Object.assign(dayOf, { at: (micros: number) => dayOf(Math.floor(micros / QUARTER_MICROS)) })
}
