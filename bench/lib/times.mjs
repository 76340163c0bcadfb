/**
 * Run something many times, one after the other.
 *
 * @param {number} times
 * @param {(at: number) => Promise<unknown>} work
 */
export async function measureMany(times, work) {
  const took = []
  for (let at = 0; at < times; at += 1) {
    const started = performance.now()
    await work(at)
    took.push(performance.now() - started)
  }
  return summary(took)
}

/**
 * Run two functions alternately, many times, so that other load on the machine affects both equally.
 *
 * @param {number} times
 * @param {(at: number) => Promise<unknown>} one
 * @param {(at: number) => Promise<unknown>} other
 */
export async function measureInTurns(times, one, other) {
  const took = /** @type {[number[], number[]]} */ ([[], []])
  for (let at = 0; at < times; at += 1) {
    for (const [index, work] of [one, other].entries()) {
      const started = performance.now()
      await work(at)
      took[index]?.push(performance.now() - started)
    }
  }
  return /** @type {const} */ ([summary(took[0]), summary(took[1])])
}

/**
 * Warm up two functions that {@link measureInTurns} will measure: run them alternately until their code has been optimised, for two
 * seconds, but at least three times.
 *
 * @param {(at: number) => Promise<unknown>} one
 * @param {(at: number) => Promise<unknown>} other
 */
export async function warmUp(one, other) {
  const until = performance.now() + 2000
  for (let at = 0; at < 3 || performance.now() < until; at += 1) {
    await one(at)
    await other(at)
  }
}

/** @param {number[]} took milliseconds */
export function summary(took) {
  const sorted = [...took].sort((a, b) => a - b)
  const at = (/** @type {number} */ part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

/** @param {{ p50: number, p95: number, p99: number }} times */
export function shown({ p50, p95, p99 }) {
  return `p50 ${p50.toFixed(1)} · p95 ${p95.toFixed(1)} · p99 ${p99.toFixed(1)} ms`
}

/** Format a number for people. @param {number} number */
export function shownNumber(number) {
  return number.toLocaleString('en')
}
