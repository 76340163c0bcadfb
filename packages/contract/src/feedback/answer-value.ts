import { z } from 'zod'
import { LIMITS, PATTERNS } from '../limits'
import { fail, isLonger, notNull, type RuleFailure, required, text, tooLong, valueError } from '../shapes'

/** One option of a ranking; `rank` is null while the option has no rank. */
export interface RankedOption {
  value: string
  rank: number | null
}

/** A labelled range of a field's text, in Unicode code points, `end` exclusive. */
export interface Span {
  label: string
  start: number
  end: number
}

/**
 * The value of an answer (feedback-api §2): a text or a label, a rating, labels, ranked options, or spans. The shape accepts all of them;
 * whether a value is valid for a question is checked by its settings.
 */
export type AnswerValue = string | number | string[] | RankedOption[] | Span[]

/** One user's answers to a record, by question name. */
export type AnswersByName = Record<string, { value: AnswerValue }>

interface Failure {
  path: (string | number)[]
  rule: RuleFailure
}

type Read<T> = { value: T } | { failures: Failure[] }

/** The value of one answer or suggestion. */
export const answerValue = () =>
  z
    .unknown()
    .transform((input, ctx): AnswerValue => {
      const read = readAnswerValue(input)
      if ('value' in read) return read.value
      for (const { path, rule } of read.failures) fail(ctx, rule, { path })
      return z.NEVER
    })
    .meta({
      oneOf: [
        { type: 'string', maxLength: LIMITS.textLength },
        { type: 'integer' },
        { type: 'array', items: { type: 'string' } },
        { type: 'array', items: objectSchema({ value: { type: 'string' }, rank: { type: ['integer', 'null'] } }) },
        {
          type: 'array',
          maxItems: LIMITS.spansPerAnswer,
          items: objectSchema({ label: { type: 'string' }, start: { type: 'integer' }, end: { type: 'integer' } }),
        },
      ],
    })

/** Answers by question name, as sent: names must look like question names, keys beside `value` are dropped (feedback-api §5.1). */
export const answersByName = () =>
  z
    .unknown()
    .transform((input, ctx): AnswersByName => {
      if (!isObject(input)) {
        fail(ctx, wrongType('dict'))
        return z.NEVER
      }
      const answers: [string, { value: AnswerValue }][] = []
      for (const [name, given] of Object.entries(input)) {
        const nameFailure = questionNameFailure(name)
        if (nameFailure) fail(ctx, nameFailure, { path: ['__key__'] })
        const read = readAnswer(given)
        if ('value' in read) answers.push([name, { value: read.value }])
        else for (const { path, rule } of read.failures) fail(ctx, rule, { path: [name, ...path] })
      }
      // Not assigned key by key: a question may be named `__proto__`.
      return Object.fromEntries(answers)
    })
    .meta({ type: 'object', additionalProperties: objectSchema({ value: {} }) })

function readAnswer(input: unknown): Read<AnswerValue> {
  if (!isObject(input)) return failed(input === null ? notNull : wrongType('dict'))
  const read = readAnswerValue(input.value)
  if ('value' in read) return read
  return { failures: read.failures.map(({ path, rule }) => ({ path: ['value', ...path], rule })) }
}

function readAnswerValue(input: unknown): Read<AnswerValue> {
  if (input === undefined) return failed(required)
  if (input === null) return failed(notNull)
  if (typeof input === 'string')
    return isLonger(input, LIMITS.textLength) ? failed(tooLong(LIMITS.textLength)) : { value: input }
  if (typeof input === 'number' && Number.isSafeInteger(input)) return { value: input }
  if (!Array.isArray(input))
    return failed(wrongType('list'), wrongType('list'), wrongType('list'), wrongType('integer'), notText)
  // Spans have the highest limit of all lists in answers.
  if (input.length > LIMITS.spansPerAnswer) return failed(tooManySpans)
  const spans = readItems(input, readSpan)
  if ('value' in spans) return spans
  const ranked = readItems(input, readRanked)
  if ('value' in ranked) return ranked
  const labels = readItems(input, readLabel)
  if ('value' in labels) return labels
  // One entry for each type of value that a list could have been, as the original API reports them.
  const failures = [...spans.failures, ...ranked.failures, ...labels.failures]
  return { failures: [...failures, { path: [], rule: wrongType('integer') }, { path: [], rule: notText }] }
}

function readItems<T>(items: unknown[], read: (item: unknown) => Read<T>): Read<T[]> {
  const values: T[] = []
  for (const [index, item] of items.entries()) {
    const one = read(item)
    // Report only the first invalid item: with ten thousand of them the reply would be larger than the request.
    if (!('value' in one)) return { failures: one.failures.map(({ path, rule }) => ({ path: [index, ...path], rule })) }
    values.push(one.value)
  }
  return { value: values }
}

function readSpan(item: unknown): Read<Span> {
  if (!isObject(item)) return failed(wrongType('dict'))
  const failures: Failure[] = []
  const label = readText(item.label)
  if (label === undefined) failures.push({ path: ['label'], rule: missingOr(item.label, notText) })
  const start = readInteger(item.start)
  if (start === undefined) failures.push({ path: ['start'], rule: missingOr(item.start, wrongType('integer')) })
  else if (start < 0) failures.push({ path: ['start'], rule: atLeast(0) })
  const end = readInteger(item.end)
  if (end === undefined) failures.push({ path: ['end'], rule: missingOr(item.end, wrongType('integer')) })
  else if (end < 1) failures.push({ path: ['end'], rule: atLeast(1) })
  if (label === undefined || start === undefined || end === undefined || failures.length > 0) return { failures }
  if (end > start) return { value: { label, start, end } }
  const msg = "span question response value 'end' must have a value greater than 'start'"
  return { failures: [{ path: ['__root__'], rule: valueError(msg) }] }
}

function readRanked(item: unknown): Read<RankedOption> {
  if (!isObject(item)) return failed(wrongType('dict'))
  const value = readText(item.value)
  if (value === undefined) return { failures: [{ path: ['value'], rule: missingOr(item.value, notText) }] }
  if (item.rank === undefined || item.rank === null) return { value: { value, rank: null } }
  const rank = readInteger(item.rank)
  if (rank === undefined) return { failures: [{ path: ['rank'], rule: wrongType('integer') }] }
  return { value: { value, rank } }
}

function readLabel(item: unknown): Read<string> {
  const label = readText(item)
  return label === undefined ? failed(missingOr(item, notText)) : { value: label }
}

function readText(input: unknown): string | undefined {
  if (typeof input === 'string') return input
  return typeof input === 'number' && Number.isFinite(input) ? String(input) : undefined
}

function readInteger(input: unknown): number | undefined {
  const isNumeric = typeof input === 'number' || (typeof input === 'string' && /^\s*[-+]?\d{1,16}\s*$/.test(input))
  const value = isNumeric ? Math.trunc(Number(input)) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

const notText: RuleFailure = { msg: 'str type expected', type: 'type_error.str' }
const tooManySpans: RuleFailure = {
  msg: `ensure this value has at most ${LIMITS.spansPerAnswer} items`,
  type: 'value_error.list.max_items',
  ctx: { limit_value: LIMITS.spansPerAnswer },
}

function atLeast(limit: number): RuleFailure {
  const msg = `ensure this value is greater than or equal to ${limit}`
  return { msg, type: 'value_error.number.not_ge', ctx: { limit_value: limit } }
}

function wrongType(kind: 'dict' | 'list' | 'integer'): RuleFailure {
  return { msg: `value is not a valid ${kind}`, type: `type_error.${kind}` }
}

function missingOr(input: unknown, rule: RuleFailure): RuleFailure {
  if (input === undefined) return required
  return input === null ? notNull : rule
}

function failed(...rules: RuleFailure[]): { failures: Failure[] } {
  return { failures: rules.map((rule) => ({ path: [], rule })) }
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}

/** The text rules report through a zod issue's `params`; extract the rule. */
function questionNameFailure(name: string): RuleFailure | undefined {
  const checked = questionName.safeParse(name)
  if (checked.success) return undefined
  const [issue] = checked.error.issues
  const params = issue?.code === 'custom' ? issue.params : undefined
  return params?.rule ?? valueError('value is not a valid question name')
}

const questionName = text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.itemName })

function objectSchema(properties: Record<string, object>): object {
  const needed = Object.keys(properties).filter((key) => key !== 'rank')
  return { type: 'object', required: needed, properties }
}
