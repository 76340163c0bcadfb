import { type Distance, ordinalDistances } from './distances'
import { mostUnseen } from './proportion'
import { type Interval, Resampling, ROUNDING, seededRandom } from './resampling'

/**
 * How answers are compared: `nominal`, by equality; `ordinal`, where the frequencies of the answers define the distance between two
 * values; or by a distance function.
 */
export type Scale<T> = 'nominal' | 'ordinal' | { distance: Distance<T> }

/** With a distance function, up to `MOST_DIFFERENT` distinct answers are all compared with each other; else a sample of size `SAMPLE`. */
const MOST_DIFFERENT = 500
const SAMPLE = 1000
/** Multiplier to encode a pair of value indexes as one number. Must exceed the number of values of a rating. */
const PAIR = 4096

interface Block {
  /** Sum over its records of the distances between all ordered pairs of answers, divided by the record's number of answers minus one. */
  observed: number
  /** Number of answers by index of the value. */
  counts: Map<number, number>
  /** For ordinal scales: weights of the pairs of values within records; the key is one index times `PAIR` plus the other. */
  pairs: Map<number, number>
}

/**
 * Krippendorff's alpha for any number of people and records; answers may be missing (Krippendorff 2011, "Computing Krippendorff's
 * alpha-reliability"). Records are added one by one and not stored: memory grows with the number of distinct answers, up to a limit.
 */
export class AlphaTally<T> {
  private readonly blocks: Block[] = []
  private readonly indexes = new Map<string | number, number>()
  private readonly values: T[] = []
  private readonly keys: (string | number)[] = []
  private readonly sample: T[] = []
  private readonly random = seededRandom()
  private answers = 0
  /** The least and the greatest mean distance between the answers to a record; unused on an ordinal scale. */
  private readonly apart = { least: Number.POSITIVE_INFINITY, most: 0 }
  private areCounted = true
  private sampled: number | undefined
  private distances: Float64Array[] | undefined

  /**
   * @param keyOf - a key that is equal for equal answers; on an ordinal scale the number itself
   * @param resampling - shared with the other figures of the same records
   */
  constructor(
    private readonly scale: Scale<T>,
    private readonly keyOf: (value: T) => string | number,
    private readonly resampling: Resampling = new Resampling(),
  ) {}

  /**
   * Add the answers to one record. Records with fewer than two answers are ignored.
   *
   * @param known - its block, if it has been added to the shared resampling
   */
  add(values: readonly T[], known?: number): void {
    if (values.length < 2) return
    const at = known ?? this.resampling.add(values.length)
    const block = this.blocks[at] ?? { observed: 0, counts: new Map(), pairs: new Map() }
    this.blocks[at] = block
    const weight = 2 / (values.length - 1)
    const indexes = values.map((value) => this.indexOf(value))
    let observed = 0
    for (const [place, value] of values.entries()) {
      const index = indexes[place] ?? 0
      if (this.areCounted) addTo(block.counts, index, 1)
      for (let later = place + 1; later < values.length; later += 1) {
        const other = indexes[later] ?? 0
        if (this.scale === 'nominal') observed += index === other ? 0 : weight
        else if (this.scale === 'ordinal') addTo(block.pairs, index * PAIR + other, weight)
        else observed += weight * this.scale.distance(value, values[later] as T)
      }
      this.keepSome(value)
    }
    block.observed += observed
    this.apart.least = Math.min(this.apart.least, observed / values.length)
    this.apart.most = Math.max(this.apart.most, observed / values.length)
  }

  /** Alpha; null where it is undefined: without records with two answers, or when all answers are equal. */
  alpha(): number | null {
    const { observed, expected } = this.disagreement()
    return expected > 0 ? 1 - observed / expected : null
  }

  /** The distance function of an ordinal scale, computed from all answers so far. */
  ordinalDistance(): (one: number, other: number) => number {
    const distances = this.ordinalDistancesOf(this.allCounts())
    return (one, other) => distances[this.indexes.get(one) ?? -1]?.[this.indexes.get(other) ?? -1] ?? 0
  }

  /** Observed disagreement (mean distance of answers to the same record) and expected disagreement (mean distance of any two answers). */
  disagreement(): { observed: number; expected: number } {
    return this.disagreementOf({ times: this.blocks.map(() => 1), answers: this.answers })
  }

  /**
   * A 95 % confidence interval by bootstrap ({@link Resampling}). With more than `MOST_DIFFERENT` distinct answers
   * the expected disagreement is held fixed, as by Hayes and Krippendorff (2007). Null where alpha is null, and for a single record.
   *
   * Where all records agree, every resample does, too, and the bootstrap says nothing: see {@link intervalWithoutDisagreement}. Null if
   * the answers to all records are equally far apart otherwise: the resamples then differ only in the expected disagreement, if at all.
   */
  interval(): Interval | null {
    const { records } = this.resampling
    if (this.alpha() === null || records < 2) return null
    const { observed: apart, expected: byChance } = this.disagreement()
    if (apart < ROUNDING) return intervalWithoutDisagreement(records, this.greatest() / byChance)
    if (this.scale !== 'ordinal' && this.apart.most - this.apart.least < ROUNDING) return null
    return this.resampling.interval((resample) => {
      const { observed, expected } = this.disagreementOf(resample)
      return expected > 0 ? 1 - observed / expected : null
    })
  }

  /** The greatest possible distance between two of the answers. Other distances than those of numbers are 1 at most. */
  greatest(): number {
    if (this.scale === 'nominal' || !this.areCounted) return 1
    const distances =
      this.scale === 'ordinal' ? this.ordinalDistancesOf(this.allCounts()) : this.allDistances(this.scale)
    return distances.reduce((greatest, row) => Math.max(greatest, ...row), 1)
  }

  private allCounts(): Float64Array {
    const counts = new Float64Array(this.values.length)
    for (const block of this.blocks)
      for (const [index, count] of block.counts) counts[index] = (counts[index] ?? 0) + count
    return counts
  }

  private indexOf(value: T): number {
    const key = this.keyOf(value)
    const known = this.indexes.get(key)
    if (known !== undefined || !this.areCounted) return known ?? 0
    if (typeof this.scale === 'object' && this.indexes.size === MOST_DIFFERENT) {
      this.areCounted = false
      for (const block of this.blocks) block.counts.clear()
      return 0
    }
    this.distances = undefined
    this.indexes.set(key, this.values.length)
    this.keys.push(key)
    return this.values.push(value) - 1
  }

  /** Keep a uniform random sample of the answers (reservoir sampling, Vitter 1985). */
  private keepSome(value: T): void {
    this.answers += 1
    if (typeof this.scale !== 'object') return
    this.sampled = undefined
    if (this.sample.length < SAMPLE) this.sample.push(value)
    else {
      const at = Math.floor(this.random() * this.answers)
      if (at < SAMPLE) this.sample[at] = value
    }
  }

  private disagreementOf({ times, answers }: { times: ArrayLike<number>; answers: number }): {
    observed: number
    expected: number
  } {
    const counts = new Float64Array(this.values.length)
    let observed = 0
    for (const [at, block] of this.blocks.entries()) {
      const factor = times[at] ?? 0
      if (factor === 0) continue
      observed += factor * block.observed
      for (const [index, count] of block.counts) counts[index] = (counts[index] ?? 0) + factor * count
    }
    if (answers < 2) return { observed: 0, expected: 0 }
    if (!this.areCounted) return { observed: observed / answers, expected: this.expectedOfSample() }
    const pairs = answers * (answers - 1)
    if (this.scale === 'nominal') {
      const same = counts.reduce((sum, count) => sum + count * (count - 1), 0)
      return { observed: observed / answers, expected: 1 - same / pairs }
    }
    const distances = this.scale === 'ordinal' ? this.ordinalDistancesOf(counts) : this.allDistances(this.scale)
    if (this.scale === 'ordinal') {
      for (const [at, block] of this.blocks.entries())
        for (const [pair, weight] of block.pairs)
          observed += (times[at] ?? 0) * weight * (distances[Math.floor(pair / PAIR)]?.[pair % PAIR] ?? 0)
    }
    // Plain loops for speed: up to 250,000 pairs of values in each of a thousand resamples.
    let expected = 0
    for (let one = 0; one < counts.length; one += 1) {
      const row = distances[one]
      if (counts[one] === 0 || row === undefined) continue
      let apart = 0
      for (let other = 0; other < row.length; other += 1) apart += (counts[other] ?? 0) * (row[other] ?? 0)
      expected += (counts[one] ?? 0) * apart
    }
    return { observed: observed / answers, expected: expected / pairs }
  }

  private ordinalDistancesOf(counts: Float64Array): Float64Array[] {
    const order = [...this.keys.keys()].sort((one, other) => Number(this.keys[one]) - Number(this.keys[other]))
    const place = new Map(order.map((index, at) => [index, at]))
    const sorted = ordinalDistances(order.map((index) => counts[index] ?? 0))
    return this.values.map((_, one) =>
      Float64Array.from(this.values, (_, other) => sorted[place.get(one) ?? 0]?.[place.get(other) ?? 0] ?? 0),
    )
  }

  private allDistances({ distance }: { distance: Distance<T> }): Float64Array[] {
    this.distances ??= this.values.map((one) => Float64Array.from(this.values, (other) => distance(one, other)))
    return this.distances
  }

  private expectedOfSample(): number {
    if (typeof this.scale !== 'object') return 0
    this.sampled ??= meanDistance(this.sample, this.scale.distance)
    return this.sampled
  }
}

/**
 * The 95 % interval of alpha when no record has different answers. At most a share of `mostUnseen` of all records has, and alpha is lowest if
 * the answers to these are as far apart as can be. The expected disagreement is held fixed, and the bound is -1 at least: with few records or
 * answers that are nearly all the same, these then say nothing about alpha.
 *
 * @param greatest - the greatest possible distance, in multiples of the expected one
 */
export function intervalWithoutDisagreement(records: number, greatest: number): Interval {
  return [Math.max(-1, 1 - mostUnseen(records) * greatest), 1]
}

function meanDistance<T>(values: readonly T[], distance: Distance<T>): number {
  let sum = 0
  for (const [index, one] of values.entries())
    for (let later = index + 1; later < values.length; later += 1) sum += distance(one, values[later] as T)
  return (2 * sum) / (values.length * (values.length - 1))
}

function addTo(map: Map<number, number>, key: number, amount: number): void {
  map.set(key, (map.get(key) ?? 0) + amount)
}
