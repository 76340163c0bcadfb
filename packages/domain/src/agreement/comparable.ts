import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionType } from '@postil/contract/feedback/settings/question-settings'
import type { Scale } from './alpha'
import { interval, kemeny, masi, spanF1Distance, spanKey } from './distances'

/** An answer prepared for comparison. */
export interface Comparable {
  person: string | null
  /** A key that is equal for equal answers. */
  key: string
  set: ReadonlySet<string>
  ranking: readonly RankedOption[]
  /** The uses of each label: the labels themselves, or the marked spans. */
  uses: readonly { label: string; place: string }[]
}

/** How the answers to a question are compared. */
export function scaleOf(type: QuestionType): Scale<Comparable> {
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

/** Ratings as numbers whose steps are equal. */
export const EQUAL_STEPS: Scale<Comparable> = { distance: (one, other) => interval(Number(one.key), Number(other.key)) }

const NO_SET: ReadonlySet<string> = new Set()

/** Prepare an answer for comparison. */
export function comparable(type: QuestionType, person: string | null, value: AnswerValue): Comparable {
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
