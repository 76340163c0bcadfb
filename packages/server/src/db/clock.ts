import type { Db } from './tables'

let lastMicros = 0
let lastReadMs = performance.now()

/**
 * Microseconds since the epoch, strictly increasing, so that two rows never get the same time by accident. The wall clock is read on every
 * call, so times are correct at once after a suspended machine wakes or NTP corrects the clock. When the wall clock is set back, this clock
 * runs at half speed until the wall clock has caught up: the order of changes stays correct, and sessions and keys still expire.
 */
export function nowMicros(): number {
  const readMs = performance.now()
  const earliest = lastMicros + Math.max(1, Math.floor((readMs - lastReadMs) * 500))
  lastReadMs = readMs
  lastMicros = Math.max(Date.now() * 1000, earliest)
  return lastMicros
}

/**
 * Advance the clock of this thread past the time (µs) of another thread. Write transactions run one after the other and pass the time
 * along, so no two changes ever get the same time, whichever threads made them.
 */
export function followClock(micros: number): void {
  if (micros <= lastMicros) return
  lastMicros = micros
  lastReadMs = performance.now()
}

/**
 * Start the clock no earlier than the newest time in the store, so that times keep increasing on a machine whose clock is behind.
 *
 * @returns how far the store's newest time is ahead of the wall clock, in microseconds; 0 or less when it is not
 */
export async function startClockAfter(db: Db): Promise<number> {
  // Every change has an event. Servers that share a database may number events slightly out of order, so several events are read.
  const newest = await db.selectFrom('events').select('at').orderBy('seq', 'desc').limit(100).execute()
  const newestMicros = newest.reduce((latest, { at }) => Math.max(latest, at), 0)
  const aheadMicros = newestMicros - Date.now() * 1000
  lastMicros = Math.max(lastMicros, newestMicros)
  return aheadMicros
}

/** The second formatted last: the times of a page or an import are often close together. */
let formatted = { second: Number.NaN, text: '' }

/** Format a time as in the API: naive UTC with six fraction digits, without the fraction when it is 0 (feedback-api §1.1). */
export function wireTime(micros: number): string {
  const second = Math.floor(micros / 1_000_000)
  if (second !== formatted.second) formatted = { second, text: new Date(second * 1000).toISOString().slice(0, 19) }
  const fraction = micros % 1_000_000
  return fraction === 0 ? formatted.text : `${formatted.text}.${String(fraction).padStart(6, '0')}`
}

/** Format a time that a row may not have. */
export function wireTimeOrNull(micros: number | null): string | null {
  return micros === null ? null : wireTime(micros)
}

/** Microseconds since the epoch of a time in the API. */
export function microsOf(time: string): number {
  const [seconds, fraction = '0'] = time.split('.')
  return Date.parse(`${seconds}Z`) * 1000 + Number(fraction)
}
