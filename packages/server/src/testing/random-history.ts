import { setTimeout as pause } from 'node:timers/promises'
import { wireTime } from '../db/clock'

/** For tests that let random things happen, and look back at them. */

/** A time after everything so far and before everything to come. */
export async function nextMoment(): Promise<string> {
  await nextMillisecond()
  const at = wireTime(Date.now() * 1000)
  await nextMillisecond()
  return at
}

export async function nextMillisecond(): Promise<void> {
  const from = Date.now() + 1
  while (Date.now() <= from) await pause(1)
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
