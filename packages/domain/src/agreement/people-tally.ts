import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { type AlphaTally, intervalWithoutDisagreement, type Scale } from './alpha'
import { type Comparable, scaleOf } from './comparable'
import { CohenTally } from './kappa'
import { NORMAL_95, wilsonInterval } from './proportion'
import { type Interval, ROUNDING } from './resampling'

/** Agreement of two people. */
export interface PairAgreement {
  people: [string, string]
  /** Records that both answered. */
  records: number
  /** Fraction of these records with equal answers. */
  percent: number
  /** Of `percent`, by Wilson's method. */
  percent_interval: Interval
  /** Cohen's kappa; null for questions other than single labels. */
  kappa: number | null
  kappa_interval: Interval | null
  /** Alpha of these two people, with the expected disagreement taken from the answers of all people. */
  alpha: number | null
  /** Of alpha; null for one record, and if all distances are equal but not 0. */
  interval: Interval | null
}

/** Agreement of one person with everybody who answered the same records. */
export interface PersonAgreement {
  person: string
  /** Number of comparisons: answers of others to the records that they answered. */
  comparisons: number
  /** Fraction of these answers that equal theirs. */
  percent: number
  /** Of `percent`, by Wilson's method, with as many independent cases as records. */
  percent_interval: Interval
  /** Alpha over these comparisons, with the expected disagreement taken from the answers of all people. */
  alpha: number | null
  /** Of alpha, with as many independent cases as records; null as for pairs. */
  interval: Interval | null
}

interface Pair {
  people: [string, string]
  records: number
  same: number
  /** Sum of the distances and of their squares, except for ratings. */
  distance: number
  squares: number
  /** For ratings: number of occurrences by pair of different ratings. Distances depend on all ratings, so they are computed at the end. */
  ratings: Map<string, number>
  cohen: CohenTally
}

/** Agreement of each pair of people, and of each person with all others. Deleted users are left out. */
export class PeopleTally {
  /** The number of records by person that they and another person answered. */
  private readonly records = new Map<string, number>()
  private readonly pairs = new Map<string, Pair>()
  private readonly scale: Scale<Comparable>

  /** @param alpha - of all answers to the same question */
  constructor(
    private readonly type: QuestionType,
    private readonly alpha: AlphaTally<Comparable>,
  ) {
    this.scale = scaleOf(type)
  }

  /** Number of people. */
  get size(): number {
    return this.records.size
  }

  /** Add the answers to one record, sorted by person. */
  add(answers: readonly Comparable[]): void {
    const named = answers.flatMap(({ person }) => (person === null ? [] : [person]))
    for (const person of named) this.records.set(person, (this.records.get(person) ?? 0) + (named.length > 1 ? 1 : 0))
    for (const [index, one] of answers.entries()) for (const other of answers.slice(index + 1)) this.addPair(one, other)
  }

  /** The figures of the only pair of people, if there is one. */
  cohen(): CohenTally | undefined {
    const [only, ...others] = this.pairs.values()
    return others.length === 0 ? only?.cohen : undefined
  }

  /** The figures of all records so far; alpha has to have the same. */
  result(): { pairs: PairAgreement[]; persons: PersonAgreement[] } {
    const compared = this.compare()
    const expected = this.type === 'text' ? 0 : this.alpha.disagreement().expected
    const greatest = expected > 0 ? this.alpha.greatest() : 0
    return {
      pairs: this.pairAgreements(compared, expected, greatest),
      persons: this.personAgreements(compared, expected, greatest),
    }
  }

  private addPair(one: Comparable, other: Comparable): void {
    if (one.person === null || other.person === null) return
    const key = `${one.person} ${other.person}`
    const pair = this.pairs.get(key) ?? {
      people: [one.person, other.person],
      records: 0,
      same: 0,
      distance: 0,
      squares: 0,
      ratings: new Map(),
      cohen: new CohenTally(),
    }
    this.pairs.set(key, pair)
    pair.records += 1
    if (one.key === other.key) pair.same += 1
    else if (this.scale === 'ordinal') {
      const ratings = `${one.key} ${other.key}`
      pair.ratings.set(ratings, (pair.ratings.get(ratings) ?? 0) + 1)
    } else {
      const distance = this.scale === 'nominal' ? 1 : this.scale.distance(one, other)
      pair.distance += distance
      pair.squares += distance ** 2
    }
    if (this.type === 'label_selection') pair.cohen.add(one.key, other.key)
  }

  private pairAgreements(pairs: readonly Compared[], expected: number, greatest: number): PairAgreement[] {
    return pairs
      .map(
        ({ pair, apart, squares }): PairAgreement => ({
          people: pair.people,
          records: pair.records,
          percent: pair.same / pair.records,
          percent_interval: wilsonInterval(pair.same, pair.records),
          kappa: this.type === 'label_selection' ? pair.cohen.kappa() : null,
          kappa_interval: this.type === 'label_selection' ? pair.cohen.interval() : null,
          alpha: expected > 0 ? 1 - apart / pair.records / expected : null,
          interval: intervalOf(pair.records, { comparisons: pair.records, apart, squares, greatest, expected }),
        }),
      )
      .sort((one, other) => other.records - one.records)
  }

  /** Pairs with the sums of their distances. Those of ratings are known only now, as they depend on all ratings. */
  private compare(): Compared[] {
    const ordinal = this.scale === 'ordinal' ? this.alpha.ordinalDistance() : () => 0
    return [...this.pairs.values()].map((pair) => {
      let [apart, squares] = [pair.distance, pair.squares]
      for (const [ratings, times] of pair.ratings) {
        const [one = 0, other = 0] = ratings.split(' ').map(Number)
        const distance = ordinal(one, other)
        apart += times * distance
        squares += times * distance ** 2
      }
      return { pair, apart, squares }
    })
  }

  private personAgreements(pairs: readonly Compared[], expected: number, greatest: number): PersonAgreement[] {
    const sums = new Map<string, { comparisons: number; same: number; apart: number; squares: number }>()
    for (const { pair, apart, squares } of pairs)
      for (const person of pair.people) {
        const sum = sums.get(person) ?? { comparisons: 0, same: 0, apart: 0, squares: 0 }
        sums.set(person, sum)
        sum.comparisons += pair.records
        sum.same += pair.same
        sum.apart += apart
        sum.squares += squares
      }
    return [...sums]
      .map(([person, { comparisons, same, apart, squares }]) => {
        const records = this.records.get(person) ?? 0
        const percent = same / comparisons
        return {
          person,
          comparisons,
          percent,
          percent_interval: wilsonInterval(percent * records, records),
          alpha: expected > 0 ? 1 - apart / comparisons / expected : null,
          interval: intervalOf(records, { comparisons, apart, squares, greatest, expected }),
        }
      })
      .sort((one, other) => (one.alpha ?? one.percent) - (other.alpha ?? other.percent))
  }
}

/** A pair with the sums of its distances and of their squares. */
interface Compared {
  pair: Pair
  apart: number
  squares: number
}

/** What people's alpha is computed from. */
interface Distances {
  /** Number of distances, and the sums of them and of their squares. */
  comparisons: number
  apart: number
  squares: number
  /** The greatest possible distance between two answers. */
  greatest: number
  /** The expected distance; 0 if all answers are the same. */
  expected: number
}

/**
 * The 95 % interval of the alpha of a pair, or of one person and all others; null if it cannot be told from these records, which are then one, or
 * all equally far apart. As by Hayes and Krippendorff (2007), the expected disagreement counts as known; what varies is the mean of the distances, which is close to normal.
 * The comparisons within a record are not independent, so there are as many cases as records.
 */
function intervalOf(records: number, { comparisons, apart, squares, greatest, expected }: Distances): Interval | null {
  if (records < 2 || expected === 0) return null
  if (apart === 0) return intervalWithoutDisagreement(records, greatest / expected)
  const mean = apart / comparisons
  const variance = (squares - comparisons * mean ** 2) / (comparisons - 1)
  // Equal distances say nothing about how far others vary; rounding may leave a little.
  if (variance < ROUNDING) return null
  const margin = NORMAL_95 * Math.sqrt(variance / records)
  // Their alpha itself may be below -1, since the expected disagreement is that of all people.
  const least = Math.min(-1, 1 - mean / expected)
  return [Math.max(least, 1 - (mean + margin) / expected), 1 - Math.max(0, mean - margin) / expected]
}
