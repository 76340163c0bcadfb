/** Digits after the point when a percentage is displayed (spec section 9). */
const PERCENT_MIN_DIGITS = 2
const PERCENT_MAX_DIGITS = 3

/** The browser's language, which numbers follow (spec section 9). */
function readerLanguage(): string | undefined {
  return typeof navigator === 'undefined' ? undefined : navigator.language || undefined
}

/** The language of dates and of words such as `yesterday`: the browser's kind of English, as all texts are English (spec section 1). */
function wordsLanguage(): string {
  const language = readerLanguage() ?? 'en'
  return /^en\b/i.test(language) ? language : 'en-GB'
}

/** A number in the user's locale: `12,345.6` or `12.345,6`. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return formatter(readerLanguage(), options).format(value)
}

/** A percentage rounded to one decimal, as a plain number: 0.31416 → 31.4 (spec section 9). */
export function percentOf(share: number): number {
  if (!Number.isFinite(share)) return 0
  return Math.round((share + Number.EPSILON) * 1000) / 10
}

/**
 * A share (0–1) as a percentage for display: 2 to 3 fraction digits by default (spec section 9).
 *
 * @param digits - fraction digits; `{ min: 0, max: 1 }` for the short form next to bars
 */
export function formatPercent(
  share: number,
  digits: { min: number; max: number } = { min: PERCENT_MIN_DIGITS, max: PERCENT_MAX_DIGITS },
): string {
  return formatNumber(share, {
    style: 'percent',
    minimumFractionDigits: digits.min,
    maximumFractionDigits: digits.max,
  })
}

/** A percentage to one decimal for bars and summaries: `31.4%`. */
export function formatShortPercent(share: number): string {
  return formatPercent(percentOf(share) / 100, { min: 0, max: 1 })
}

/** A moment as date and time: `12 Nov 2026, 14:03`. */
export function formatDateTime(moment: Date): string {
  return new Intl.DateTimeFormat(wordsLanguage(), { dateStyle: 'medium', timeStyle: 'short' }).format(moment)
}

/** A time of the API (UTC without a zone) as date and time; any other text unchanged. */
export function formatWireTime(wire: string): string {
  const moment = new Date(/[zZ]|[+-]\d\d:\d\d$/.test(wire) ? wire : `${wire}Z`)
  return Number.isNaN(moment.getTime()) ? wire : formatDateTime(moment)
}

/** A day, with its year only when it is not this one. */
export function formatDate(moment: Date, now: Date = new Date()): string {
  const year = moment.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(wordsLanguage(), { day: 'numeric', month: 'short', year }).format(moment)
}

const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number }[] = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
]
const RELATIVE_MAX_DAYS = 7

/** A relative time: `now`, `4 minutes ago`, `yesterday`; beyond a week, the date. */
export function formatRelative(moment: Date, now: Date = new Date()): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= RELATIVE_MAX_DAYS * 86_400) return formatDate(moment, now)
  const words = new Intl.RelativeTimeFormat(wordsLanguage(), { numeric: 'auto' })
  const step = STEPS.find((candidate) => Math.abs(seconds) >= candidate.seconds)
  return step ? words.format(Math.trunc(seconds / step.seconds), step.unit) : words.format(0, 'second')
}

const formatters = new Map<string, Intl.NumberFormat>()

// Cached: creating a formatter costs far more than using it, and tables format thousands of numbers.
function formatter(language: string | undefined, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, options)
  formatters.set(key, made)
  return made
}
