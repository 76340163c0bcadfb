import type { Db } from './tables'

let lastMicros = 0
let lastReadMs = performance.now()

/**
 * Microseconds since the epoch, strictly growing, so that two rows never share a time by accident. It is the wall clock, read anew each
 * time: after a suspended machine wakes or NTP corrects the clock, times are right at once. When the wall clock is set back, time goes on
 * at half its pace until the wall clock has caught up: orders stay right, and sessions and keys still expire.
 */
export function nowMicros(): number {
  const readMs = performance.now()
  const earliest = lastMicros + Math.max(1, Math.floor((readMs - lastReadMs) * 500))
  lastReadMs = readMs
  lastMicros = Math.max(Date.now() * 1000, earliest)
  return lastMicros
}

/**
 * Let the clock of this thread go on after the time (µs) of another thread. Write transactions take turns, and the clock goes with the turn:
 * so no two changes ever have the same time, whichever threads they were made in.
 */
export function followClock(micros: number): void {
  if (micros <= lastMicros) return
  lastMicros = micros
  lastReadMs = performance.now()
}

/**
 * Start the clock no earlier than the newest time in the store: a machine whose clock is behind goes on after what it has written.
 *
 * @returns how far the store's newest time is ahead of the wall clock, in microseconds; 0 or less when it is not
 */
export async function startClockAfter(db: Db): Promise<number> {
  // Every change has its event. Servers that share a database number their events out of order by a moment: hence more than one.
  const newest = await db.selectFrom('events').select('at').orderBy('seq', 'desc').limit(100).execute()
  const newestMicros = newest.reduce((latest, { at }) => Math.max(latest, at), 0)
  const aheadMicros = newestMicros - Date.now() * 1000
  lastMicros = Math.max(lastMicros, newestMicros)
  return aheadMicros
}

/** The wire's form of a time: naive UTC with six fraction digits, the fraction left out when it is 0 (feedback-api §1.1). */
export function wireTime(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19)
  const fraction = micros % 1_000_000
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(6, '0')}`
}
