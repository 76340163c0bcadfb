import type { AnswerValue, Span } from '@postil/contract/feedback/answer-value'
import type { SettingsOf } from '@postil/contract/feedback/settings/question-settings'
import { answerableValues } from '../options/question-options'
import { codePointLength } from '../spans/code-points'
import { pyRepr, pyTypeName } from '../wire/python-text'
import { isSpans } from './answer-kinds'
import type { FieldText } from './asked-question'

/**
 * Whether a value is a valid answer to a span question: spans with known labels, inside the field's text, with offsets in Unicode code
 * points. An empty list is valid.
 *
 * @returns the error message, as in the API, or undefined
 */
export function checkSpans(settings: SettingsOf<'span'>, value: AnswerValue, fieldText: FieldText): string | undefined {
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
