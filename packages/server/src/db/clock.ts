/** Microseconds since the epoch, strictly growing within this process, so that two rows never share a time by accident. */
let last = 0

export function nowMicros(): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000)
  last = now > last ? now : last + 1
  return last
}

/** The wire's form of a time: naive UTC with six fraction digits, the fraction left out when it is 0 (feedback-api §1.1). */
export function wireTime(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19)
  const fraction = micros % 1_000_000
  return fraction === 0 ? seconds : `${seconds}.${String(fraction).padStart(6, '0')}`
}
