import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import { kemeny, masi, spanF1Distance, spanKey } from './distances'

/** A question to which people gave different answers about a record. */
interface QuestionDisagreement {
  name: string
  /** Mean over all pairs of answers: 1 equal, 0 nothing in common. */
  agreement: number
  answers: number
  isResolved: boolean
}

/** A record that people answered differently. */
export interface RecordDisagreement {
  recordPk: number
  questions: QuestionDisagreement[]
}

/** The answers to one question about a record. */
export interface GivenAnswers {
  name: string
  type: QuestionType
  values: readonly AnswerValue[]
  /** Who gave each of the values: ids, null for deleted users. */
  people: readonly (string | null)[]
  isResolved: boolean
}

/** Which disagreements are listed and counted; undefined properties select all. */
export interface DisagreementFilter {
  /** Name of a question. */
  question?: string | undefined
  /** Id of somebody who has answered the question. */
  person?: string | undefined
  /** Of the record, as far as its questions are selected. Does not affect the counts. */
  status?: 'open' | 'resolved' | undefined
}

/** Collects the records with differing answers: counts all of them, and keeps those with the least agreement. */
export class DisagreementList {
  /** Number of records with an unresolved question; in `resolved`, number of records where all questions are resolved. */
  open = 0
  resolved = 0
  /** Ids of everybody whose answer differs from another, whatever the filter. */
  readonly people = new Set<string>()
  private kept: (RecordDisagreement & { least: number })[] = []

  /** @param limit - maximum number of records to keep */
  constructor(
    private readonly limit: number,
    private readonly filter: DisagreementFilter = {},
  ) {}

  /** Add a record, with each question that has two or more answers. */
  add(recordPk: number, given: readonly GivenAnswers[]): void {
    const { question, person, status } = this.filter
    const questions = given.flatMap(({ name, type, values, people, isResolved }): QuestionDisagreement[] => {
      const agreement = agreementOn(type, values)
      if (agreement >= 1) return []
      for (const id of people) if (id !== null) this.people.add(id)
      const isSelected = (question ?? name) === name && (person === undefined || people.includes(person))
      return isSelected ? [{ name, agreement, answers: values.length, isResolved }] : []
    })
    if (questions.length === 0) return
    const open = questions.filter(({ isResolved }) => !isResolved)
    if (open.length > 0) this.open += 1
    else this.resolved += 1
    if (status !== undefined && status !== (open.length > 0 ? 'open' : 'resolved')) return
    // Sorts resolved records last: agreement is below 1 for all others.
    const least = open.length > 0 ? Math.min(...open.map(({ agreement }) => agreement)) : 2
    this.kept.push({ recordPk, questions, least })
    if (this.kept.length >= 2 * this.limit) this.kept = this.first()
  }

  /** The kept records, those with the least agreement first and resolved records last. */
  list(): RecordDisagreement[] {
    return this.first().map(({ recordPk, questions }) => ({ recordPk, questions }))
  }

  private first() {
    return this.kept.sort((one, other) => one.least - other.least || one.recordPk - other.recordPk).slice(0, this.limit)
  }
}

/**
 * The agreement of the answers to one question about one record: mean over all pairs, from 0 (nothing in common) to 1 (equal). Labels,
 * ratings and texts are compared by equality, sets of labels by MASI, rankings by the Kemeny–Snell distance, spans by F1 (see
 * `distances.ts`).
 */
export function agreementOn(type: QuestionType, values: readonly AnswerValue[]): number {
  const similar = SIMILARITY[type](values)
  let sum = 0
  let pairs = 0
  for (let one = 0; one < values.length; one += 1)
    for (let other = one + 1; other < values.length; other += 1) {
      sum += similar(one, other)
      pairs += 1
    }
  return pairs === 0 ? 1 : sum / pairs
}

/**
 * The parts that at least two of several answers share exactly: labels, or spans with the same label, start and end, ordered by their
 * first occurrence. Undefined for question types without parts, and when nothing is shared.
 */
export function sharedParts(type: QuestionType, values: readonly AnswerValue[]): string[] | Span[] | undefined {
  if (type === 'multi_label_selection') return shared(values as string[][])
  if (type === 'span') return shared(values as Span[][])
  return undefined
}

/** The same, unless it equals one of the answers. */
export function sharedByTwo(type: QuestionType, values: readonly AnswerValue[]): string[] | Span[] | undefined {
  const parts = sharedParts(type, values)
  if (!parts) return undefined
  const keys = parts.map(keyOf)
  const isAnswer = (values as (string | Span)[][]).some((answer) => {
    const set = new Set(answer.map(keyOf))
    return set.size === keys.length && keys.every((key) => set.has(key))
  })
  return isAnswer ? undefined : parts
}

/** What several answers that mark spans agree on. */
export interface SpanConsensus {
  /** Number of extents that at least one answer marks; an extent is a start and an end. */
  marked: number
  /** Number of extents that all answers mark with the same label. */
  byAll: number
  /** Extents that at least two answers mark, but with different labels, ordered by their place in the text. */
  unlabelled: { start: number; end: number }[]
}

/** Which extents several answers mark, and on how many of their labels they agree. */
export function spanConsensus(answers: readonly (readonly Span[])[]): SpanConsensus {
  /** By extent and label, the number of answers that mark it. */
  const byExtent = new Map<string, { start: number; end: number; answers: number; byLabel: Map<string, number> }>()
  for (const spans of answers) {
    const mine = new Set<string>()
    for (const { start, end, label } of new Map(spans.map((one) => [spanKey(one), one])).values()) {
      const key = `${start} ${end}`
      const extent = byExtent.get(key) ?? { start, end, answers: 0, byLabel: new Map<string, number>() }
      byExtent.set(key, extent)
      extent.byLabel.set(label, (extent.byLabel.get(label) ?? 0) + 1)
      if (!mine.has(key)) extent.answers += 1
      mine.add(key)
    }
  }
  const extents = [...byExtent.values()].sort((one, other) => one.start - other.start || one.end - other.end)
  const most = ({ byLabel }: (typeof extents)[number]) => Math.max(...byLabel.values())
  return {
    marked: extents.length,
    byAll: extents.filter((extent) => most(extent) === answers.length).length,
    unlabelled: extents
      .filter((extent) => extent.answers >= 2 && most(extent) < 2)
      .map(({ start, end }) => ({ start, end })),
  }
}

function shared<Part extends string | Span>(answers: readonly Part[][]): Part[] | undefined {
  const sets = answers.map((parts) => new Set(parts.map(keyOf)))
  const byKey = new Map(answers.flat().map((part) => [keyOf(part), part]))
  const both = [...byKey].filter(([key]) => sets.filter((set) => set.has(key)).length >= 2)
  return both.length === 0 ? undefined : both.map(([, part]) => part)
}

function keyOf(part: string | Span): string {
  return typeof part === 'string' ? part : spanKey(part)
}

type Similarity = (values: readonly AnswerValue[]) => (one: number, other: number) => number

const sameOrNot: Similarity = (values) => (one, other) => (values[one] === values[other] ? 1 : 0)

const SIMILARITY: Record<QuestionType, Similarity> = {
  text: sameOrNot,
  rating: sameOrNot,
  label_selection: sameOrNot,
  multi_label_selection: (values) => {
    const sets = values.map((value) => new Set(value as string[]))
    return (one, other) => 1 - masi(sets[one] ?? new Set(), sets[other] ?? new Set())
  },
  ranking: (values) => (one, other) => 1 - kemeny(values[one] as RankedOption[], values[other] as RankedOption[]),
  span: (values) => {
    const sets = values.map((value) => new Set((value as Span[]).map(spanKey)))
    return (one, other) => 1 - spanF1Distance(sets[one] ?? new Set(), sets[other] ?? new Set())
  },
}
