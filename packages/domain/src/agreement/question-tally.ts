import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { AlphaTally, type Interval, intervalWithoutDisagreement, ROUNDING, type Scale } from './alpha'
import { kemeny, masi, spanF1Distance, spanKey } from './distances'
import { CohenTally, FleissTally, fleissInterval } from './kappa'
import { NORMAL_95, wilsonInterval } from './proportion'

/** One person's answer to the question about one record. */
export interface PersonsAnswer {
  /** Null for a deleted user, whose answers count but form no pair of people. */
  person: string | null
  value: AnswerValue
}

/** Agreement of two people. */
export interface PairAgreement {
  people: [string, string]
  /** Records that both answered. */
  records: number
  /** Fraction of these records with equal answers. */
  percent: number
  /** Cohen's kappa; null for questions other than single labels. */
  kappa: number | null
  kappa_interval: Interval | null
  /** Alpha of these two people, with the expected disagreement taken from the answers of all people. */
  alpha: number | null
  /** Of alpha; null for one record, and if all distances are equal but not 0. */
  interval: Interval | null
}

/** Agreement of one person with everybody who answered the same records. */
interface PersonAgreement {
  person: string
  /** Number of comparisons: answers of others to the records that they answered. */
  comparisons: number
  /** Fraction of these answers that equal theirs. */
  percent: number
  /** Alpha over these comparisons, with the expected disagreement taken from the answers of all people. */
  alpha: number | null
}

/** Agreement on one label against all others. */
export interface LabelAgreement {
  label: string
  /** Number of answers that use the label; for spans, the number of spans with it. */
  used: number
  /** Fraction of the other answers to a record that use the label too, where one answer does. */
  f1: number | null
  /** Alpha of the binary decision whether to use the label. Null for spans, where "not used" cannot be counted. */
  alpha: number | null
}

export interface QuestionAgreement {
  /** Number of records with two or more answers. */
  records: number
  /** Number of answers to these records. */
  answers: number
  people: number
  /** Fraction of the pairs of answers to the same record that are equal. */
  percent: number | null
  /** The 95 % interval of `percent`, by Wilson's method, with as many independent cases as records; never a point. */
  percent_interval: Interval | null
  /** Krippendorff's alpha; null for text questions. */
  alpha: number | null
  interval: Interval | null
  /** Cohen's kappa, for single-label questions that exactly two people answered. */
  cohen: number | null
  cohen_interval: Interval | null
  /** Fleiss' kappa, for single-label questions if all records have the same number of answers. */
  fleiss: number | null
  fleiss_interval: Interval | null
  /** For spans: fraction of the spans that another person marked with the same label, start and end. */
  f1: number | null
  pairs: PairAgreement[]
  /** The people of the pairs, the one with the least agreement first. */
  persons: PersonAgreement[]
  labels: LabelAgreement[]
}

/** An answer prepared for comparison. */
interface Comparable {
  person: string | null
  /** A key that is equal for equal answers. */
  key: string
  set: ReadonlySet<string>
  ranking: readonly RankedOption[]
  /** The uses of each label: the labels themselves, or the marked spans. */
  uses: readonly { label: string; place: string }[]
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

/**
 * Agreement on one question. Records are added one by one and not stored. The question type determines how answers are compared: labels
 * on a nominal scale, ratings on an ordinal scale, sets of labels by MASI, rankings by the Kemeny–Snell distance, spans by F1, texts by
 * equality.
 */
export class QuestionTally {
  private records = 0
  private answers = 0
  private same = 0
  private compared = 0
  private readonly people = new Set<string>()
  private readonly scale: Scale<Comparable>
  private readonly alpha: AlphaTally<Comparable>
  private readonly fleiss = new FleissTally()
  private readonly marks = new LabelTally()
  private readonly pairs = new Map<string, Pair>()
  private readonly labels = new Map<string, LabelTally>()

  constructor(private readonly type: QuestionType) {
    this.scale = scaleOf(type)
    this.alpha = new AlphaTally(this.scale, ({ key }) => (type === 'rating' ? Number(key) : key))
  }

  /** Add the answers to one record, at most one per person. */
  add(given: readonly PersonsAnswer[]): void {
    if (given.length < 2) return
    const answers = given
      .map(({ person, value }) => comparable(this.type, person, value))
      .sort((one, other) => ((one.person ?? '') < (other.person ?? '') ? -1 : 1))
    this.records += 1
    this.answers += answers.length
    for (const { person } of answers) if (person !== null) this.people.add(person)
    for (const [index, one] of answers.entries()) for (const other of answers.slice(index + 1)) this.addPair(one, other)
    this.addLabels(answers)
    if (this.type === 'text') return
    this.alpha.add(answers)
    if (this.type === 'label_selection') this.fleiss.add(answers.map(({ key }) => key))
  }

  /** The figures of all records so far. */
  result(): QuestionAgreement {
    const isLabel = this.type === 'label_selection'
    const isText = this.type === 'text'
    const pairs = [...this.pairs.values()]
    const compared = this.compare(pairs)
    const expected = isText ? 0 : this.alpha.disagreement().expected
    const interval = isText ? null : this.alpha.interval()
    const cohen = isLabel && pairs.length === 1 ? pairs[0]?.cohen : undefined
    const fleiss = isLabel ? this.fleiss.kappa() : null
    return {
      records: this.records,
      answers: this.answers,
      people: this.people.size,
      percent: this.compared === 0 ? null : this.same / this.compared,
      percent_interval: this.percentInterval(),
      alpha: isText ? null : this.alpha.alpha(),
      interval,
      cohen: cohen?.kappa() ?? null,
      cohen_interval: cohen?.interval() ?? null,
      fleiss,
      fleiss_interval: fleiss === null || interval === null ? null : fleissInterval(interval, this.answers),
      f1: this.type === 'span' ? this.marks.f1() : null,
      pairs: this.pairAgreements(compared, expected),
      persons: personAgreements(compared, expected),
      labels: [...this.labels]
        .map(([label, tally]) => this.labelAgreement(label, tally))
        .sort((one, other) => other.used - one.used),
    }
  }

  private percentInterval(): Interval | null {
    return this.compared === 0 ? null : wilsonInterval((this.same / this.compared) * this.records, this.records)
  }

  private addPair(one: Comparable, other: Comparable): void {
    const isSame = one.key === other.key
    this.compared += 1
    if (isSame) this.same += 1
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
    if (isSame) pair.same += 1
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

  private addLabels(answers: readonly Comparable[]): void {
    const places = new Map<string, { label: string; used: number }>()
    for (const { uses } of answers) {
      for (const { label, place } of uses) {
        const known = places.get(place)
        if (known) known.used += 1
        else places.set(place, { label, used: 1 })
      }
    }
    for (const { label, used } of places.values()) {
      const tally = this.labels.get(label) ?? new LabelTally()
      this.labels.set(label, tally)
      tally.add(used, answers.length)
      this.marks.add(used, answers.length)
    }
  }

  private pairAgreements(pairs: readonly Compared[], expected: number): PairAgreement[] {
    const greatest = expected > 0 ? this.alpha.greatest() : 0
    return pairs
      .map(
        ({ pair, apart, squares }): PairAgreement => ({
          people: pair.people,
          records: pair.records,
          percent: pair.same / pair.records,
          kappa: this.type === 'label_selection' ? pair.cohen.kappa() : null,
          kappa_interval: this.type === 'label_selection' ? pair.cohen.interval() : null,
          alpha: expected > 0 ? 1 - apart / pair.records / expected : null,
          interval: expected > 0 ? intervalOf(pair.records, { apart, squares, greatest, expected }) : null,
        }),
      )
      .sort((one, other) => other.records - one.records)
  }

  /** Pairs with the sums of their distances. Those of ratings are known only now, as they depend on all ratings. */
  private compare(pairs: readonly Pair[]): Compared[] {
    const ordinal = this.scale === 'ordinal' ? this.alpha.ordinalDistance() : () => 0
    return pairs.map((pair) => {
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

  private labelAgreement(label: string, tally: LabelTally): LabelAgreement {
    return { label, used: tally.used, f1: tally.f1(), alpha: this.type === 'span' ? null : tally.alpha(this.answers) }
  }
}

/** A pair with the sums of its distances and of their squares. */
interface Compared {
  pair: Pair
  apart: number
  squares: number
}

/**
 * The 95 % interval of a pair's alpha; null if it cannot be told from these records, which are then one, or all equally far apart. As by Hayes and Krippendorff (2007), the expected disagreement counts as known; what varies is the mean of the distances, which is close to normal.
 */
function intervalOf(
  records: number,
  { apart, squares, greatest, expected }: { apart: number; squares: number; greatest: number; expected: number },
): Interval | null {
  if (records < 2) return null
  if (apart === 0) return intervalWithoutDisagreement(records, greatest / expected)
  const mean = apart / records
  const variance = (squares - records * mean ** 2) / (records - 1)
  // Equal distances say nothing about how far others vary; rounding may leave a little.
  if (variance < ROUNDING) return null
  const margin = NORMAL_95 * Math.sqrt(variance / records)
  // Their alpha itself may be below -1, since the expected disagreement is that of all people.
  const least = Math.min(-1, 1 - mean / expected)
  return [Math.max(least, 1 - (mean + margin) / expected), 1 - Math.max(0, mean - margin) / expected]
}

function personAgreements(pairs: readonly Compared[], expected: number): PersonAgreement[] {
  const sums = new Map<string, { records: number; same: number; apart: number }>()
  for (const { pair, apart } of pairs)
    for (const person of pair.people) {
      const sum = sums.get(person) ?? { records: 0, same: 0, apart: 0 }
      sums.set(person, { records: sum.records + pair.records, same: sum.same + pair.same, apart: sum.apart + apart })
    }
  return [...sums]
    .map(([person, { records, same, apart }]) => ({
      person,
      comparisons: records,
      percent: same / records,
      alpha: expected > 0 ? 1 - apart / records / expected : null,
    }))
    .sort((one, other) => (one.alpha ?? one.percent) - (other.alpha ?? other.percent))
}

function scaleOf(type: QuestionType): Scale<Comparable> {
  switch (type) {
    case 'text':
    case 'label_selection':
      return 'nominal'
    case 'rating':
      return 'ordinal'
    case 'multi_label_selection':
      return { distance: (one, other) => masi(one.set, other.set) }
    case 'span':
      return { distance: (one, other) => spanF1Distance(one.set, other.set) }
    case 'ranking':
      return { distance: (one, other) => kemeny(one.ranking, other.ranking) }
  }
}

const NO_SET: ReadonlySet<string> = new Set()

function comparable(type: QuestionType, person: string | null, value: AnswerValue): Comparable {
  const rest = { person, set: NO_SET, ranking: [] }
  if (!Array.isArray(value)) {
    const key = String(value)
    return { ...rest, key, uses: type === 'text' ? [] : [{ label: key, place: key }] }
  }
  if (type === 'ranking') {
    const ranking = value.filter(isRanked).toSorted((one, other) => (one.value < other.value ? -1 : 1))
    return { ...rest, key: JSON.stringify(ranking.map((one) => [one.value, one.rank])), ranking, uses: [] }
  }
  // A set drops duplicates.
  const uses = new Map<string, string>()
  for (const item of value) {
    if (typeof item === 'string') uses.set(item, item)
    else if ('start' in item) uses.set(spanKey(item), item.label)
  }
  const set = new Set([...uses.keys()].sort())
  return { ...rest, key: JSON.stringify([...set]), set, uses: [...uses].map(([place, label]) => ({ label, place })) }
}

function isRanked(item: string | RankedOption | Span): item is RankedOption {
  return typeof item === 'object' && 'value' in item
}

/** Agreement on one label against all others. Records are added one by one. */
export class LabelTally {
  /** Number of answers that use the label; for spans, the number of spans with it. */
  used = 0
  private usedShared = 0
  private usedCompared = 0
  private observed = 0

  /**
   * Add one record.
   *
   * @param used - number of its answers that use the label, or mark the same span with it
   * @param answers - number of its answers
   */
  add(used: number, answers: number): void {
    this.used += used
    this.usedShared += used * (used - 1)
    this.usedCompared += used * (answers - 1)
    this.observed += (2 * used * (answers - used)) / (answers - 1)
  }

  /**
   * Fraction of the other answers to a record that use the label too, where one answer does: the "proportion of specific agreement"
   * (Fleiss 1975). Between two people it equals F1.
   */
  f1(): number | null {
    return this.usedCompared === 0 ? null : this.usedShared / this.usedCompared
  }

  /** Alpha of the binary decision whether to use the label. @param answers - number of answers to all records */
  alpha(answers: number): number | null {
    const expected = (2 * this.used * (answers - this.used)) / (answers * (answers - 1))
    return expected > 0 ? 1 - this.observed / answers / expected : null
  }
}
