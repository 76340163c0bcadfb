import type { AnswerValue, RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { QuestionSettings, SettingsOf } from '@postil/contract/feedback/settings/question-settings'
import { pyRepr, pyTypeName } from '@postil/contract/python-text'
import { answerableValues } from '../options/question-options'
import { codePointLength } from '../spans/code-points'
import { isRanking, isSpans } from './answer-kinds'
import type { FieldText } from './asked-question'

export interface ValueContext {
  fieldText: FieldText
  /** Only a submitted ranking must be complete. */
  isSubmitted: boolean
}

/**
 * Whether a value is a valid answer to a question (feedback-api §5.2).
 *
 * @returns the error message, as in the API, or undefined
 */
export function checkValue(
  settings: QuestionSettings,
  value: AnswerValue,
  { fieldText, isSubmitted }: ValueContext,
): string | undefined {
  switch (settings.type) {
    case 'text':
      return typeof value === 'string' ? undefined : `text question expects a text value, found ${pyTypeName(value)}`
    case 'label_selection':
      return checkLabel(settings, value)
    case 'multi_label_selection':
      return checkLabels(settings, value)
    case 'rating':
      return checkRating(settings, value)
    case 'ranking':
      return checkRanking(settings, value, isSubmitted)
    case 'span':
      return checkSpans(settings, value, fieldText)
  }
}

function checkLabel(settings: SettingsOf<'label_selection'>, value: AnswerValue): string | undefined {
  if (typeof value === 'string' && answerableValues(settings).includes(value)) return undefined
  const labels = settings.options.map((option) => option.value)
  return `${pyRepr(value)} is not a valid label for label selection question.\nValid labels are: ${pyRepr(labels)}`
}

function checkLabels(settings: SettingsOf<'multi_label_selection'>, value: AnswerValue): string | undefined {
  const subject = 'multi label selection questions'
  if (!Array.isArray(value)) return `${subject} expects a list of values, found ${pyTypeName(value)}`
  if (value.length === 0) return `${subject} expects a list of values, found empty list`
  const given = value.filter((item) => typeof item === 'string')
  if (given.length < value.length) return `${subject} expects a list of text values`
  const unique = new Set(given)
  if (unique.size < given.length) return `${subject} expect a list of unique values, but duplicates were found`
  const known = answerableValues(settings)
  const unknown = [...unique].filter((label) => !known.includes(label)).sort()
  if (unknown.length === 0) return undefined
  const labels = settings.options.map((option) => option.value)
  const valid = `Valid labels are: ${pyRepr(labels)}`
  return `${pyRepr(unknown)} are not valid labels for multi label selection question.\n${valid}`
}

function checkRating({ options }: SettingsOf<'rating'>, value: AnswerValue): string | undefined {
  const ratings = options.map((option) => option.value)
  if (typeof value === 'number' && ratings.includes(value)) return undefined
  return `${pyRepr(value)} is not a valid rating for rating question.\nValid ratings are: ${pyRepr(ratings)}`
}

/**
 * Whether a value is a valid answer to a ranking question. Equal ranks are allowed. A draft, a discarded answer and a suggestion may rank
 * only some of the options, and with any rank.
 */
function checkRanking(
  { options }: SettingsOf<'ranking'>,
  value: AnswerValue,
  isSubmitted: boolean,
): string | undefined {
  if (!Array.isArray(value)) return `ranking question expects a list of values, found ${pyTypeName(value)}`
  if (!isRanking(value)) return 'ranking question expects a list of values with their ranks'
  const wholeFailure = isSubmitted ? checkWhole(options.length, value) : undefined
  if (wholeFailure) return wholeFailure

  const names = options.map((option) => option.value)
  const given = new Set(value.map((item) => item.value))
  const unknown = [...given].filter((name) => !names.includes(name)).sort()
  if (unknown.length > 0)
    return `${pyRepr(unknown)} are not valid values for ranking question.\nValid values are: ${pyRepr(names)}`
  if (given.size < value.length) return 'ranking question expects a list of unique values, but duplicates were found'
  return undefined
}

function checkWhole(optionCount: number, value: RankedOption[]): string | undefined {
  if (value.length !== optionCount)
    return `ranking question expects a list containing ${optionCount} values, found a list of ${value.length} values`
  const ranks = Array.from({ length: optionCount }, (_, index) => index + 1)
  const wrong = new Set(value.map(({ rank }) => rank).filter((rank) => rank === null || !ranks.includes(rank)))
  if (wrong.size === 0) return undefined
  const sorted = [...wrong].sort((a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY))
  return `${pyRepr(sorted)} are not valid ranks for ranking question.\nValid ranks are: ${pyRepr(ranks)}`
}

/**
 * Whether a value is a valid answer to a span question: spans with known labels, inside the field's text, with offsets in Unicode code
 * points. An empty list is valid.
 *
 * @returns the error message, as in the API, or undefined
 */
function checkSpans(settings: SettingsOf<'span'>, value: AnswerValue, fieldText: FieldText): string | undefined {
  if (!Array.isArray(value)) return `span question expects a list of values, found ${pyTypeName(value)}`
  if (!isSpans(value)) return 'span question expects a list of values with their start and end'
  const { field, allow_overlapping } = settings
  const text = fieldText(field)
  if (text === undefined || text === null) return `span question requires record to have field \`${field}\``
  return (
    checkLimits(value, field, codePointLength(text)) ??
    checkSpanLabels(value, settings) ??
    (allow_overlapping ? undefined : checkOverlaps(value))
  )
}

function checkLimits(spans: Span[], field: string, length: number): string | undefined {
  const limit = `than record field \`${field}\` length that is \`${length}\``
  for (const { start, end } of spans) {
    if (start > length - 1) return `span question response value \`start\` must have a value lower ${limit}`
    if (end > length) return `span question response value \`end\` must have a value lower or equal ${limit}`
  }
  return undefined
}

function checkSpanLabels(spans: Span[], settings: SettingsOf<'span'>): string | undefined {
  const known = new Set(answerableValues(settings))
  const unknown = spans.find(({ label }) => !known.has(label))
  const labels = settings.options.map((option) => option.value)
  return unknown && `undefined label '${unknown.label}' for span question.\nValid labels are: ${pyRepr(labels)}`
}

/** The error for the first span that overlaps another one. Spans that only touch do not overlap. */
function checkOverlaps(spans: Span[]): string | undefined {
  const idx = firstOverlapping(spans)
  const one = idx === undefined ? undefined : spans[idx]
  if (!one) return undefined
  const other = spans.findIndex((span, at) => at !== idx && span.start < one.end && span.end > one.start)
  return `overlapping values found between spans at index idx=${idx} and idx=${other}`
}

/** Index of the first span that overlaps any other. Sorts instead of comparing all pairs: an answer may contain ten thousand spans. */
function firstOverlapping(spans: Span[]): number | undefined {
  const sorted = spans.map((span, index) => ({ ...span, index })).sort((a, b) => a.start - b.start)
  let first: number | undefined
  let reach = 0
  for (const [at, span] of sorted.entries()) {
    const next = sorted[at + 1]
    const overlaps = (at > 0 && reach > span.start) || (next !== undefined && next.start < span.end)
    if (overlaps && (first === undefined || span.index < first)) first = span.index
    reach = Math.max(reach, span.end)
  }
  return first
}
