import { pyFloatText } from '@postil/contract/python-text'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { NumberField } from '../fields/number-field'
import { isBehind } from '../fields/term-counts'
import type { TermField } from '../fields/term-field'
import { insertSorted } from '../order/insert-sorted'

export type Counts = Record<string, number>

/** The most frequent terms of a field, with the number of documents that contain each: by count, then by term in code point order. */
export function countDocuments(docs: DocSet, field: TermField, size: number): Counts {
  return Object.fromEntries(field.counted(docs, true).top(size))
}

/** The most frequent terms of a field, with their numbers of occurrences: by count, then by term in code point order. */
export function countOccurrences(docs: DocSet, field: TermField, size: number): Counts {
  return Object.fromEntries(field.counted(docs, false).top(size))
}

/** The entries with the greatest counts; ties by term in code point order. */
export function topEntries(entries: Iterable<[string, number]>, size: number): [string, number][] {
  const best: [string, number][] = []
  for (const entry of entries) insertSorted(best, entry, isBehind, size)
  return best
}

/** The entries with the greatest counts as an object, whose keys are in that order unless they are integers. */
export function topCounts(entries: Iterable<[string, number]>, size: number): Counts {
  return Object.fromEntries(topEntries(entries, size))
}

/** A field of words or keywords. */
export function termColumn(index: DatasetIndex, source: string, kind: 'std' | 'kw' | 'cloud' = 'kw'): TermField {
  return index.terms({ source, kind })
}

export function numberColumn(
  index: DatasetIndex,
  source: string,
  kind: 'number' | 'date' | 'boolean' | 'length' = 'number',
): NumberField {
  return index.numbers({ source, kind })
}

/** Maximum number of buckets for which empty ones are included: more cannot be drawn, and one long text must not make a huge reply. */
const BUCKETS_MAX = 65_536

/**
 * The number of values in each bucket, from the first non-empty one to the last. Empty buckets in between are included unless there are too
 * many.
 *
 * @param perUnit - buckets per unit: 1000 for a width of 0.001
 * @returns counts by the bucket's lower bound, written as a float
 */
export function histogram(values: Float64Array, perUnit: number): Counts {
  if (values.length === 0) return {}
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let at = 0; at < values.length; at += 1) {
    const bucket = Math.floor((values[at] ?? 0) * perUnit)
    if (bucket < first) first = bucket
    if (bucket > last) last = bucket
  }
  if (last - first < BUCKETS_MAX) {
    const counts = new Int32Array(last - first + 1)
    for (let at = 0; at < values.length; at += 1) {
      const place = Math.floor((values[at] ?? 0) * perUnit) - first
      counts[place] = (counts[place] ?? 0) + 1
    }
    const found: Counts = {}
    for (let place = 0; place < counts.length; place += 1)
      found[boundText((first + place) / perUnit)] = counts[place] ?? 0
    return found
  }
  const buckets = new Map<number, number>()
  for (const value of values) {
    const bucket = Math.floor(value * perUnit)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
  }
  const sorted = [...buckets].sort(([one], [other]) => one - other)
  return Object.fromEntries(sorted.map(([bucket, count]) => [boundText(bucket / perUnit), count]))
}

/** Maximum number of texts that are kept: a few times those of scores, of which every search needs a thousand. */
const BOUND_TEXTS_MAX = 4096
const boundTexts = new Map<number, string>()

function boundText(bound: number): string {
  const kept = boundTexts.get(bound)
  if (kept !== undefined) return kept
  const text = pyFloatText(bound)
  if (boundTexts.size < BOUND_TEXTS_MAX) boundTexts.set(bound, text)
  return text
}

/** Number of bars in a histogram of fractions, as drawn by the web app. */
const BARS = 24

/** The number of values in each of 24 equal parts of the range from the least to the greatest value, which belongs to the last part. */
function barsOf(values: Float64Array, min: number, max: number): number[] {
  const bars = Array.from({ length: BARS }, () => 0)
  // Computed with halves, since the distance between two huge numbers may overflow.
  const width = max / 2 - min / 2
  for (const value of values) {
    const at = width > 0 ? Math.floor(((value / 2 - min / 2) / width) * BARS) : 0
    const bar = Math.min(BARS - 1, at)
    bars[bar] = (bars[bar] ?? 0) + 1
  }
  return bars
}

/** Count, extremes, sums, deviations and a histogram of a set of numbers, named as in search engines. */
export function extendedStats(values: Float64Array): Record<string, unknown> {
  const count = values.length
  let sum = 0
  let squares = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  // A single loop, since one pass per figure takes six times as long for a million numbers.
  for (let at = 0; at < count; at += 1) {
    const value = values[at] ?? 0
    sum += value
    squares += value * value
    if (value < min) min = value
    if (value > max) max = value
  }
  const avg = sum / count
  let spread = 0
  for (let at = 0; at < count; at += 1) spread += ((values[at] ?? 0) - avg) ** 2
  const population = spread / count
  const sampling = count > 1 ? spread / (count - 1) : null
  const deviation = Math.sqrt(population)
  const samplingDeviation = sampling === null ? null : Math.sqrt(sampling)
  const bound = (width: number | null, sign: 1 | -1) => (width === null ? null : avg + sign * 2 * width)
  return {
    count,
    min,
    max,
    histogram: barsOf(values, min, max),
    avg,
    sum,
    sum_of_squares: squares,
    variance: population,
    variance_population: population,
    variance_sampling: sampling,
    std_deviation: deviation,
    std_deviation_population: deviation,
    std_deviation_sampling: samplingDeviation,
    std_deviation_bounds: {
      upper: bound(deviation, 1),
      lower: bound(deviation, -1),
      upper_population: bound(deviation, 1),
      lower_population: bound(deviation, -1),
      upper_sampling: bound(samplingDeviation, 1),
      lower_sampling: bound(samplingDeviation, -1),
    },
  }
}
