import { compareCodePoints } from '@postil/domain/search/index'
import { pyFloatText } from '@postil/domain/wire/python-text'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { CountedTerms, NumberField, TermField } from '../fields'
import { insertSorted } from '../order/insert-sorted'

export type Counts = Record<string, number>

/** The most frequent terms of a field, as `term → how many documents have it`: by count, then by term in code point order. */
export function countDocuments(docs: DocSet, field: TermField, size: number): Counts {
  return topTerms(field.counted(docs, true), size)
}

/** The same, counting every occurrence. */
export function countOccurrences(docs: DocSet, field: TermField, size: number): Counts {
  return topTerms(field.counted(docs, false), size)
}

/** @param terms - of those that are too rare, none is read */
export function topTerms(terms: CountedTerms, size: number): Counts {
  const best: [string, number][] = []
  while (terms.next()) {
    // Terms come in their order: one that is no more frequent than the last is behind it.
    const last = best.length === size ? best.at(-1) : undefined
    if (best.length < size || (last && terms.count > last[1]))
      insertSorted(best, [terms.term(), terms.count], isBehind, size)
  }
  return Object.fromEntries(best)
}

/** Every term with its count. */
export function* entriesOf(terms: CountedTerms): Generator<[string, number]> {
  while (terms.next()) yield [terms.term(), terms.count]
}

/** The greatest counts, equal ones by term in code point order. */
export function topEntries(entries: Iterable<[string, number]>, size: number): [string, number][] {
  const best: [string, number][] = []
  for (const entry of entries) insertSorted(best, entry, isBehind, size)
  return best
}

function isBehind([one, count]: [string, number], [other, otherCount]: [string, number]): number {
  return otherCount - count || compareCodePoints(one, other)
}

/** The same as an object, whose keys keep that order unless they are whole numbers. */
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

/** Histograms with more buckets than this leave empty ones out: nobody draws so many, and one long text must not make a huge reply. */
const BUCKETS_MAX = 65_536

/**
 * How many values fall into each bucket, from the first used to the last, empty ones between included as long as there are not too many.
 *
 * @param perUnit - buckets in one unit: 1000 for a width of 0.001
 * @returns counts by the bucket's lower bound, written as a float
 */
export function histogram(values: Float64Array, perUnit: number): Counts {
  const buckets = new Map<number, number>()
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const value of values) {
    const bucket = Math.floor(value * perUnit)
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1)
    if (bucket < first) first = bucket
    if (bucket > last) last = bucket
  }
  if (last - first < BUCKETS_MAX)
    for (let bucket = first; bucket <= last; bucket += 1) if (!buckets.has(bucket)) buckets.set(bucket, 0)
  const sorted = [...buckets].sort(([one], [other]) => one - other)
  return Object.fromEntries(sorted.map(([bucket, count]) => [pyFloatText(bucket / perUnit), count]))
}

/** Bars of a histogram of fractions: as many as the web app draws. */
const BARS = 24

/** How many numbers lie in each of 24 equally wide parts from the least to the greatest; the greatest is in the last. */
function barsOf(values: Float64Array, min: number, max: number): number[] {
  const bars = Array.from({ length: BARS }, () => 0)
  // Halves, since the distance between two huge numbers can be beyond what a number holds.
  const width = max / 2 - min / 2
  for (const value of values) {
    const at = width > 0 ? Math.floor(((value / 2 - min / 2) / width) * BARS) : 0
    const bar = Math.min(BARS - 1, at)
    bars[bar] = (bars[bar] ?? 0) + 1
  }
  return bars
}

/** Count, extremes, sums and deviations of a set of numbers, by the names search engines give them; and a histogram. */
export function extendedStats(values: Float64Array): Record<string, unknown> {
  const count = values.length
  const sum = values.reduce((total, value) => total + value, 0)
  const avg = sum / count
  const squares = values.reduce((total, value) => total + value * value, 0)
  const spread = values.reduce((total, value) => total + (value - avg) ** 2, 0)
  const population = spread / count
  const sampling = count > 1 ? spread / (count - 1) : null
  const deviation = Math.sqrt(population)
  const samplingDeviation = sampling === null ? null : Math.sqrt(sampling)
  const bound = (width: number | null, sign: 1 | -1) => (width === null ? null : avg + sign * 2 * width)
  const min = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  const max = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
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
