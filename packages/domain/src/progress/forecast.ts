/** Number of records completed on one day, in the time zone of the viewer. */
export interface DayCount {
  /** `2026-11-23`. */
  date: string
  completed: number
}

/** When a dataset will be completed if work continues at the pace of the last working days. */
export interface Forecast {
  /** Completed records per working day: the mean over the last working days, over their slower half, and over their faster half. */
  perDay: number
  slower: number
  faster: number
  /** The day on which the last record will be completed: at the mean pace, at the faster pace, and at the slower pace. */
  date: string
  earliest: string
  latest: string
  /** The expected number of completed records at the end of each day from today to `latest`; at most `MOST_POINTS` days. */
  course: CoursePoint[]
}

/** Number of completed records on a day: at the mean, the slower and the faster pace. */
interface CoursePoint {
  date: string
  expected: number
  least: number
  most: number
}

/** Number of recent working days from which the pace is computed. */
const PACE_DAYS = 10
/** Minimum number of working days for a forecast; with fewer, a date would be a guess. */
const LEAST_DAYS = 3
/** How far ahead a forecast reaches: ten years. */
const MOST_DAYS = 3650
/** Maximum number of points in `course`. */
const MOST_POINTS = 400

/**
 * Forecast when all records will be completed. A working day is a day on which a record was completed; today is not over and does not
 * count. The forecast assumes work from Monday to Friday, and at weekends if there was work on that weekday recently.
 *
 * @param days - in any order, each day once
 * @param records - number of completed records so far, and of all records
 * @param today - `2026-11-23`
 * @returns undefined when no record is left, with fewer than three working days, and when it would take more than ten years
 */
export function forecast(
  days: readonly DayCount[],
  records: { completed: number; total: number },
  today: string,
): Forecast | undefined {
  const left = records.total - records.completed
  const worked = days
    .filter(({ date, completed }) => completed > 0 && date < today)
    .sort((one, other) => (one.date < other.date ? 1 : -1))
    .slice(0, PACE_DAYS)
  if (left <= 0 || worked.length < LEAST_DAYS) return undefined
  const counts = worked.map(({ completed }) => completed).sort((one, other) => one - other)
  const half = Math.ceil(counts.length / 2)
  const [perDay, slower, faster] = [mean(counts), mean(counts.slice(0, half)), mean(counts.slice(-half))]
  const weekdays = weekdaysOf(worked)
  const ends = { date: '', earliest: '', latest: '' }
  const course: CoursePoint[] = [
    { date: today, expected: records.completed, least: records.completed, most: records.completed },
  ]
  let workingDays = 0
  for (let ahead = 1; ahead <= MOST_DAYS && ends.latest === ''; ahead += 1) {
    const date = addDays(today, ahead)
    if (weekdays.has(weekdayOf(date))) workingDays += 1
    const at = (pace: number) => Math.min(records.total, Math.round(records.completed + workingDays * pace))
    const point = { date, expected: at(perDay), least: at(slower), most: at(faster) }
    if (course.length < MOST_POINTS) course.push(point)
    if (ends.earliest === '' && point.most >= records.total) ends.earliest = date
    if (ends.date === '' && point.expected >= records.total) ends.date = date
    if (point.least >= records.total) ends.latest = date
  }
  return ends.date === '' ? undefined : { perDay, slower, faster, ...ends, latest: ends.latest || ends.date, course }
}

/** Add a number of days to a date: `addDays('2026-02-28', 1)` is `2026-03-01`. */
export function addDays(date: string, count: number): string {
  const moment = new Date(`${date}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  return moment.toISOString().slice(0, 10)
}

/** The Monday of the week of a date. */
export function mondayOf(date: string): string {
  return addDays(date, -((weekdayOf(date) + 6) % 7))
}

const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5]

function weekdaysOf(worked: readonly DayCount[]): ReadonlySet<number> {
  return new Set([...MONDAY_TO_FRIDAY, ...worked.map(({ date }) => weekdayOf(date))])
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length
}
