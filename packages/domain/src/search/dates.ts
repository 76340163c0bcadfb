/**
 * Parses dates of the classic query language: ISO, `yyyy/MM/dd`, milliseconds since 1970, `now`, and date math such as `now-1d/d` or
 * `2020-01-01||+1M`. Times without an offset are in UTC.
 */

/** The period that a date denotes, in milliseconds since 1970: the whole year for `2020`, a single millisecond for a full time. */
export interface DateSpan {
  /** First millisecond; inclusive. */
  from: number
  /** End of the period; exclusive. */
  before: number
}

const DATE =
  /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2})(?:[T ](\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/
const MATH = /([+-]\d{1,6}|\/)([yMwdhHms])/y
const UNITS = ['y', 'M', 'd', 'h', 'm', 's'] as const
type Unit = (typeof UNITS)[number] | 'w'

/**
 * Parse a date.
 *
 * @param nowMs - the value of `now`
 * @returns undefined when the text is not a date
 */
export function parseDate(text: string, nowMs: number): DateSpan | undefined {
  if (text.startsWith('now')) return applyMath({ from: nowMs, before: nowMs + 1 }, text.slice(3))
  const bar = text.indexOf('||')
  const base = parseInstant(bar < 0 ? text : text.slice(0, bar))
  if (!base || bar < 0) return base
  return applyMath(base, text.slice(bar + 2))
}

function parseInstant(text: string): DateSpan | undefined {
  // Four digits are a year; any other whole number is in milliseconds.
  if (/^-?\d{1,15}$/.test(text) && !/^\d{4}$/.test(text)) return { from: Number(text), before: Number(text) + 1 }
  const found = DATE.exec(text)
  if (!found) return undefined
  const [, year, month = '1', day = '1', hour = '0', minute = '0', second = '0', fraction, zone] = found
  const numbers = [Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second)] as const
  const local = utc(...numbers)
  // JavaScript turns 31 February into a day in March; it must be refused.
  if (!isSameTime(local, numbers)) return undefined
  const from = local + milliseconds(fraction) - zoneMs(zone)
  if (fraction) return { from, before: from + 1 }
  const given = found.slice(1, 7).filter((part) => part !== undefined).length
  return { from, before: addTo(local, UNITS[given - 1] ?? 's', 1) - zoneMs(zone) }
}

function applyMath(base: DateSpan, math: string): DateSpan | undefined {
  let { from, before } = base
  MATH.lastIndex = 0
  while (MATH.lastIndex < math.length) {
    const found = MATH.exec(math)
    if (!found) return undefined
    const unit = unitOf(found[2] ?? '')
    if (found[1] === '/') {
      before = addTo(startOf(before - 1, unit), unit, 1)
      from = startOf(from, unit)
    } else {
      // Moves the last millisecond, not the exclusive end, which may be in the next month, with different clamping of the day.
      before = addTo(before - 1, unit, Number(found[1])) + 1
      from = addTo(from, unit, Number(found[1]))
    }
  }
  return { from, before }
}

function unitOf(letter: string): Unit {
  return letter === 'H' ? 'h' : letter === 'w' ? 'w' : (UNITS.find((unit) => unit === letter) ?? 's')
}

/** Add a number of units. When the target month is too short, the day becomes its last day. */
function addTo(ms: number, unit: Unit, amount: number): number {
  const date = new Date(ms)
  switch (unit) {
    case 'y':
    case 'M': {
      const day = date.getUTCDate()
      date.setUTCDate(1)
      date.setUTCMonth(date.getUTCMonth() + (unit === 'y' ? 12 * amount : amount))
      const lastDay = new Date(utc(date.getUTCFullYear(), date.getUTCMonth() + 2, 0, 0, 0, 0)).getUTCDate()
      return date.setUTCDate(Math.min(day, lastDay))
    }
    case 'w':
      return ms + amount * 604_800_000
    case 'd':
      return ms + amount * 86_400_000
    case 'h':
      return ms + amount * 3_600_000
    case 'm':
      return ms + amount * 60_000
    case 's':
      return ms + amount * 1000
  }
}

/** The beginning of the unit that contains an instant. Weeks begin on Monday. */
function startOf(ms: number, unit: Unit): number {
  const date = new Date(ms)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  const day = date.getUTCDate()
  switch (unit) {
    case 'y':
      return utc(year, 1, 1, 0, 0, 0)
    case 'M':
      return utc(year, month, 1, 0, 0, 0)
    case 'w':
      return utc(year, month, day - ((date.getUTCDay() + 6) % 7), 0, 0, 0)
    case 'd':
      return utc(year, month, day, 0, 0, 0)
    case 'h':
      return Math.floor(ms / 3_600_000) * 3_600_000
    case 'm':
      return Math.floor(ms / 60_000) * 60_000
    case 's':
      return Math.floor(ms / 1000) * 1000
  }
}

/** Milliseconds since 1970 of a time in UTC; months count from 1. Not `Date.UTC`, which reads the year 50 as 1950. */
function utc(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.setUTCHours(hour, minute, second, 0)
}

function isSameTime(ms: number, [year, month, day, hour, minute, second]: readonly number[]): boolean {
  const date = new Date(ms)
  return (
    date.getUTCFullYear() === year &&
    date.getUTCMonth() + 1 === month &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  )
}

function milliseconds(fraction: string | undefined): number {
  return fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000)
}

function zoneMs(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0
  const sign = zone.startsWith('-') ? -1 : 1
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || '0')
  return sign * (hours * 60 + minutes) * 60_000
}
