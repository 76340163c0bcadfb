import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { AlphaTally } from './alpha'
import { type Comparable, comparable, EQUAL_STEPS, scaleOf } from './comparable'
import { FleissTally, fleissInterval } from './kappa'
import { LabelTally } from './label-tally'
import { type PairAgreement, PeopleTally, type PersonAgreement } from './people-tally'
import { wilsonInterval } from './proportion'
import { type Interval, Resampling } from './resampling'

/** One person's answer to the question about one record. */
export interface PersonsAnswer {
  /** Null for a deleted user, whose answers count but form no pair of people. */
  person: string | null
  value: AnswerValue
}

/** Agreement on one label against all others. */
export interface LabelAgreement {
  label: string
  /** Number of answers that use the label; for spans, the number of spans with it. */
  used: number
  /** Fraction of the other answers to a record that use the label too, where one answer does. */
  f1: number | null
  f1_interval: Interval | null
  /** Alpha of the binary decision whether to use the label. Null for spans, where "not used" cannot be counted. */
  alpha: number | null
  /** Of alpha. */
  interval: Interval | null
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
  /** For ratings: alpha with the interval distance, which takes the steps between ratings as equal. */
  alpha_equal_steps: number | null
  alpha_equal_steps_interval: Interval | null
  /** Cohen's kappa, for single-label questions that exactly two people answered. */
  cohen: number | null
  cohen_interval: Interval | null
  /** Fleiss' kappa, for single-label questions if all records have the same number of answers. */
  fleiss: number | null
  fleiss_interval: Interval | null
  /** For spans: fraction of the spans that another person marked with the same label, start and end. */
  f1: number | null
  f1_interval: Interval | null
  pairs: PairAgreement[]
  /** The people of the pairs, the one with the least agreement first. */
  persons: PersonAgreement[]
  labels: LabelAgreement[]
}

/**
 * Agreement on one question. Records are added one by one and not stored. The question type determines how answers are compared: labels
 * on a nominal scale, ratings on an ordinal scale, sets of labels by MASI, rankings by the Kemeny–Snell distance, spans by F1, texts by
 * equality. Ratings are also compared on an interval scale.
 */
export class QuestionTally {
  private same = 0
  private compared = 0
  private readonly alpha: AlphaTally<Comparable>
  private readonly equalSteps: AlphaTally<Comparable> | undefined
  private readonly people: PeopleTally
  private readonly fleiss = new FleissTally()
  private readonly marks: LabelTally
  private readonly labels = new Map<string, LabelTally>()

  constructor(
    private readonly type: QuestionType,
    private readonly resampling = new Resampling(),
  ) {
    this.marks = new LabelTally(resampling)
    this.alpha = new AlphaTally(scaleOf(type), ({ key }) => (type === 'rating' ? Number(key) : key), resampling)
    if (type === 'rating') this.equalSteps = new AlphaTally(EQUAL_STEPS, ({ key }) => key, resampling)
    this.people = new PeopleTally(type, this.alpha)
  }

  /** Add the answers to one record, at most one per person. */
  add(given: readonly PersonsAnswer[]): void {
    if (given.length < 2) return
    const answers = given
      .map(({ person, value }) => comparable(this.type, person, value))
      .sort((one, other) => ((one.person ?? '') < (other.person ?? '') ? -1 : 1))
    const block = this.resampling.add(answers.length)
    for (const [index, one] of answers.entries())
      for (const other of answers.slice(index + 1)) {
        this.compared += 1
        if (one.key === other.key) this.same += 1
      }
    this.people.add(answers)
    this.addLabels(answers, block)
    if (this.type === 'text') return
    this.alpha.add(answers, block)
    this.equalSteps?.add(answers, block)
    if (this.type === 'label_selection') this.fleiss.add(answers.map(({ key }) => key))
  }

  /** The figures of all records so far. */
  result(): QuestionAgreement {
    const isLabel = this.type === 'label_selection'
    const isText = this.type === 'text'
    const interval = isText ? null : this.alpha.interval()
    const cohen = isLabel ? this.people.cohen() : undefined
    const fleiss = isLabel ? this.fleiss.kappa() : null
    const { records, answers } = this.resampling
    return {
      records,
      answers,
      people: this.people.size,
      percent: this.compared === 0 ? null : this.same / this.compared,
      percent_interval: this.percentInterval(),
      alpha: isText ? null : this.alpha.alpha(),
      interval,
      alpha_equal_steps: this.equalSteps?.alpha() ?? null,
      alpha_equal_steps_interval: this.equalSteps?.interval() ?? null,
      cohen: cohen?.kappa() ?? null,
      cohen_interval: cohen?.interval() ?? null,
      fleiss,
      fleiss_interval: fleiss === null || interval === null ? null : fleissInterval(interval, answers),
      f1: this.marks.f1(),
      f1_interval: this.marks.f1Interval(),
      ...this.people.result(),
      labels: [...this.labels]
        .map(([label, tally]) => this.labelAgreement(label, tally))
        .sort((one, other) => other.used - one.used),
    }
  }

  private percentInterval(): Interval | null {
    const { records } = this.resampling
    return this.compared === 0 ? null : wilsonInterval((this.same / this.compared) * records, records)
  }

  private addLabels(answers: readonly Comparable[], block: number): void {
    const places = new Map<string, { label: string; used: number }>()
    for (const { uses } of answers) {
      for (const { label, place } of uses) {
        const known = places.get(place)
        if (known) known.used += 1
        else places.set(place, { label, used: 1 })
      }
    }
    const byLabel = new Map<string, number[]>()
    for (const { label, used } of places.values()) byLabel.set(label, [...(byLabel.get(label) ?? []), used])
    for (const [label, uses] of byLabel) {
      const tally = this.labels.get(label) ?? new LabelTally(this.resampling)
      this.labels.set(label, tally)
      tally.add(uses, answers.length, block)
    }
    if (this.type === 'span' && places.size > 0) this.marks.add([...byLabel.values()].flat(), answers.length, block)
  }

  private labelAgreement(label: string, tally: LabelTally): LabelAgreement {
    const isSpan = this.type === 'span'
    return {
      label,
      used: tally.used,
      f1: tally.f1(),
      f1_interval: tally.f1Interval(),
      alpha: isSpan ? null : tally.alpha(),
      interval: isSpan ? null : tally.alphaInterval(),
    }
  }
}
