/** The offsets of all time zones are multiples of 15 minutes, so that quarters of an hour add up to days in any of them. */
export const QUARTER_MICROS = 900_000_000
/** Maximum seconds between two answers that count as work on a record; a longer gap is a break. */
export const LONGEST_GAP_SECONDS = 300

/** Converts a quarter of an hour, numbered since 1970, to its day in a time zone, such as `2026-11-23`. */
export interface DayReader {
  (quarter: number): string
  /** The day that contains a time (µs since 1970). */
  at(micros: number): string
}

/** Make a reader of days for an IANA time zone. Results are cached per quarter, since formatting takes longer than everything else. */
export function dayReader(timeZone: string): DayReader {
  // The Swedish date format is the ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const known = new Map<number, string>()
  const dayOf = (quarter: number) => {
    const day = known.get(quarter) ?? format.format(new Date((quarter * QUARTER_MICROS) / 1000))
    known.set(quarter, day)
    return day
  }
  return Object.assign(dayOf, { at: (micros: number) => dayOf(Math.floor(micros / QUARTER_MICROS)) })
}

/** How many answers were given, and how many records were completed, in a quarter of an hour. */
interface QuarterCount {
  quarter: number
  answers?: number
  completed?: number
}

/** Add up the counts of quarters of an hour by day, in ascending order. */
export function countDays(
  counts: readonly QuarterCount[],
  dayOf: DayReader,
): { date: string; answers: number; completed: number }[] {
  const days = new Map<string, { date: string; answers: number; completed: number }>()
  for (const { quarter, answers = 0, completed = 0 } of counts) {
    const date = dayOf(quarter)
    const day = days.get(date) ?? { date, answers: 0, completed: 0 }
    days.set(date, day)
    day.answers += answers
    day.completed += completed
  }
  return [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
}

/** Add up one person's answers by day, in ascending order. */
export function countAnswersByDay(
  counts: readonly QuarterCount[],
  dayOf: DayReader,
): { date: string; answers: number }[] {
  return countDays(counts, dayOf).map(({ date, answers }) => ({ date, answers }))
}

/** The median of values that are sorted and given with their frequencies; null without values. */
export function medianSeconds(values: readonly { seconds: number; times: number }[]): number | null {
  const total = values.reduce((sum, { times }) => sum + times, 0)
  let passed = 0
  for (const { seconds, times } of values) {
    passed += times
    if (passed * 2 >= total) return seconds
  }
  return null
}
