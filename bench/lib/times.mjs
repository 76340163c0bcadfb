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
