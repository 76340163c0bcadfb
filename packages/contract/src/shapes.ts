import { z } from 'zod'

/**
 * Building blocks for request shapes. They coerce values as loosely as the API requires (feedback-api §1.1), and report each failure with
 * the message and type code of the rule (feedback-api §1.6) in the `params` of the zod issue, where `wire/shape-entries.ts` reads them.
 */
export interface RuleFailure {
  msg: string
  type: string
  ctx?: Record<string, unknown>
}

/** The `params` of a zod issue that one of the rules below has reported. */
export interface RuleParams {
  rule: RuleFailure
  /** The rule concerns the whole object: `loc` ends in `__root__`. */
  root?: boolean
}

type Checked<T> = { value: T } | { failure: RuleFailure }

export const required: RuleFailure = { msg: 'field required', type: 'value_error.missing' }
export const notNull: RuleFailure = { msg: 'none is not an allowed value', type: 'type_error.none.not_allowed' }

/** The failure of a rule with its own message. */
export function valueError(msg: string): RuleFailure {
  return { msg, type: 'value_error' }
}

/** Thrown when a value has too many failures, to save the time of checking the rest. */
export class TooManyFailures extends Error {
  override name = 'TooManyFailures'
}

let failuresLeft = Number.POSITIVE_INFINITY

/**
 * Parse an untrusted value with a limit on the number of failures, so that it cannot take long.
 *
 * @throws TooManyFailures when there are more than `most` failures
 */
export function withFewFailures<T>(most: number, parse: () => T): T {
  failuresLeft = most
  try {
    return parse()
  } finally {
    failuresLeft = Number.POSITIVE_INFINITY
  }
}

/** Report a failed rule to the context of a zod check. `path` is relative to the value being checked. */
export function fail(
  ctx: { addIssue(issue: { code: 'custom'; message: string; path?: PropertyKey[]; params: object }): void },
  rule: RuleFailure,
  options: { path?: PropertyKey[]; root?: boolean } = {},
): void {
  failuresLeft -= 1
  if (failuresLeft < 0) throw new TooManyFailures()
  const params: RuleParams = { rule, root: options.root }
  ctx.addIssue({ code: 'custom', message: rule.msg, path: options.path, params })
}

/** Make a scalar shape from a parse function and the JSON Schema that documents it. */
function scalar<T>(schema: Record<string, unknown>, parse: (input: unknown) => Checked<T>) {
  return z
    .unknown()
    .transform((input, ctx): T => {
      const failure = input === undefined ? required : input === null ? notNull : undefined
      const checked = failure ? { failure } : parse(input)
      if ('value' in checked) return checked.value
      fail(ctx, checked.failure)
      return z.NEVER
    })
    .meta(schema)
}

/** Length in Unicode code points, the unit of every length limit on the wire. */
export function codePointLength(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Whether a text has more code points than a limit. Fast: since a code point is one or two UTF-16 units, most texts need no counting. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  return text.length > 2 * limit || codePointLength(text) > limit
}

/** The failure of a text with more characters than a limit. */
export function tooLong(limit: number): RuleFailure {
  return sizeFailure('characters', 'any_str.max_length', limit)
}

export interface TextOptions {
  min?: number
  max?: number
  pattern?: RegExp
  /** Refuse numbers instead of turning them into text. */
  strict?: boolean
  trim?: boolean
}

/** Text; lengths in code points. NUL is refused because PostgreSQL cannot store it. */
export function text(options: TextOptions = {}) {
  const { min, max, pattern, strict = false, trim = false } = options
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: pattern?.source }
  return scalar<string>(schema, (input) => {
    const raw = typeof input === 'string' ? input : strict ? undefined : numberAsText(input)
    if (raw === undefined) return { failure: { msg: 'str type expected', type: 'type_error.str' } }
    const value = trim ? raw.trim() : raw
    if (value.includes('\0')) return { failure: valueError('text must not contain the NUL character') }
    if (min !== undefined && codePointLength(value) < min)
      return { failure: sizeFailure('characters', 'any_str.min_length', min) }
    if (max !== undefined && isLonger(value, max)) return { failure: tooLong(max) }
    if (pattern && !pattern.test(value)) {
      const msg = `string does not match regex "${pattern.source}"`
      return { failure: { msg, type: 'value_error.str.regex', ctx: { pattern: pattern.source } } }
    }
    return { value }
  })
}

function numberAsText(input: unknown): string | undefined {
  if (typeof input === 'bigint') return String(input)
  if (typeof input === 'number' && Number.isFinite(input)) return String(input)
  if (typeof input === 'boolean') return input ? 'True' : 'False'
  return undefined
}

function sizeFailure(unit: 'characters' | 'items', type: string, limit: number): RuleFailure {
  const bound = type.includes('min') ? 'at least' : 'at most'
  return {
    msg: `ensure this value has ${bound} ${limit} ${unit}`,
    type: `value_error.${type}`,
    ctx: { limit_value: limit },
  }
}

export interface NumberOptions {
  ge?: number
  le?: number
  gt?: number
}

function boundFailure(value: number, { ge, le, gt }: NumberOptions): RuleFailure | undefined {
  const failed = (word: string, type: string, limit: number): RuleFailure => ({
    msg: `ensure this value is ${word} ${limit}`,
    type: `value_error.number.${type}`,
    ctx: { limit_value: limit },
  })
  if (ge !== undefined && value < ge) return failed('greater than or equal to', 'not_ge', ge)
  if (gt !== undefined && value <= gt) return failed('greater than', 'not_gt', gt)
  if (le !== undefined && value > le) return failed('less than or equal to', 'not_le', le)
  return undefined
}

function numeric(kind: 'integer' | 'float', options: NumberOptions) {
  const failure: RuleFailure = { msg: `value is not a valid ${kind}`, type: `type_error.${kind}` }
  const schema = {
    type: kind === 'integer' ? 'integer' : 'number',
    minimum: options.ge,
    exclusiveMinimum: options.gt,
    maximum: options.le,
  }
  return scalar<number>(schema, (input) => {
    let value = Number.NaN
    if (typeof input === 'number') value = input
    else if (typeof input === 'bigint') value = Number(input)
    else if (typeof input === 'boolean') value = Number(input)
    else if (
      typeof input === 'string' &&
      input.length < 400 &&
      /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(input)
    )
      value = Number(input)
    if (!Number.isFinite(value)) return { failure }
    if (kind === 'integer') {
      value = Math.trunc(value)
      if (!Number.isSafeInteger(value)) return { failure }
    }
    const bound = boundFailure(value, options)
    return bound ? { failure: bound } : { value: value === 0 ? 0 : value }
  })
}

/** An integer; numeric text is parsed and floats are truncated. */
export const int = (options: NumberOptions = {}) => numeric('integer', options)
/** A finite number; numeric text is parsed. */
export const float = (options: NumberOptions = {}) => numeric('float', options)

const TRUE_WORDS = new Set(['1', 'true', 't', 'yes', 'y', 'on'])
const FALSE_WORDS = new Set(['0', 'false', 'f', 'no', 'n', 'off'])

/** true or false, also as 1/0 and the usual words in any case. */
export function bool() {
  return scalar<boolean>({ type: 'boolean' }, (input) => {
    const word =
      typeof input === 'string' || typeof input === 'number' || typeof input === 'boolean'
        ? String(input).toLowerCase()
        : ''
    if (TRUE_WORDS.has(word)) return { value: true }
    if (FALSE_WORDS.has(word)) return { value: false }
    return { failure: { msg: 'value could not be parsed to a boolean', type: 'type_error.bool' } }
  })
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

/** The lower-case hyphenated form of a UUID with or without hyphens, in any case; undefined for anything else. */
export function parseUuid(input: unknown): string | undefined {
  if (typeof input !== 'string' || !UUID.test(input)) return undefined
  const hex = input.replaceAll('-', '').toLowerCase()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A UUID; the result is lower-case and hyphenated. */
export function uuid() {
  return scalar<string>({ type: 'string', format: 'uuid' }, (input) => {
    const value = parseUuid(input)
    return value ? { value } : { failure: { msg: 'value is not a valid uuid', type: 'type_error.uuid' } }
  })
}

/** One of a fixed set of words (enum). */
export function word<const W extends readonly string[]>(words: W) {
  return scalar<W[number]>({ type: 'string', enum: [...words] }, (input) => {
    if (typeof input === 'string' && words.includes(input)) return { value: input }
    const permitted = words.map((w) => `'${w}'`).join(', ')
    return {
      failure: {
        msg: `value is not a valid enumeration member; permitted: ${permitted}`,
        type: 'type_error.enum',
        ctx: { enum_values: [...words] },
      },
    }
  })
}

/** A list with bounds on its number of items; the bounds are checked before the items. */
export function list<S extends z.ZodType>(item: S, options: { min?: number; max?: number } = {}) {
  const { min, max } = options
  return quick(z.array(z.unknown()), Array.isArray)
    .transform((items, ctx) => {
      if (min !== undefined && items.length < min) fail(ctx, sizeFailure('items', 'list.min_items', min))
      else if (max !== undefined && items.length > max) fail(ctx, sizeFailure('items', 'list.max_items', max))
      else return items
      return z.NEVER
    })
    .pipe(z.array(item))
    .meta(listSchema(item, options))
}

/** The JSON Schema of a {@link list}. */
export function listSchema(item: z.ZodType, { min, max }: { min?: number; max?: number }): JsonSchema {
  return {
    type: 'array',
    // Made when it is asked for, as in `documented`.
    get items() {
      return schemaOf(item)
    },
    minItems: min,
    maxItems: max,
  }
}

/** An optional object with a maximum number of keys, which is checked before the values. */
export function atMostKeys<S extends z.ZodType>(shape: S, max: number) {
  const limited = z
    .unknown()
    .transform((input, ctx) => {
      const isLarger = typeof input === 'object' && input !== null && Object.keys(input).length > max
      if (!isLarger) return input
      fail(ctx, valueError(`ensure this value has at most ${max} keys`))
      return z.NEVER
    })
    .pipe(shape as z.ZodType<z.output<S>>)
  return documented(limited, () => schemaOf(shape))
}

/**
 * A shape with a fast path: values that pass `isRight` are accepted without checking each item with its shape. For lists of millions of
 * words or numbers.
 */
export function quick<S extends z.ZodType>(shape: S, isRight: (input: unknown) => boolean) {
  const either = z.unknown().transform((input, ctx): z.output<S> => {
    if (isRight(input)) return input as z.output<S>
    return takeOver(shape.safeParse(input, { reportInput: true }), ctx)
  })
  return documented(either, () => schemaOf(shape))
}

/** The value of a result; if parsing failed, its issues are added to those of the enclosing shape. */
export function takeOver<T>(result: z.ZodSafeParseResult<T>, ctx: z.core.$RefinementCtx): T {
  if (result.success) return result.data
  failuresLeft -= result.error.issues.length
  if (failuresLeft < 0) throw new TooManyFailures()
  for (const issue of result.error.issues) {
    // As in zod: after a failed rule the enclosing rules are still checked, after a wrong type they are not.
    const raw = { ...issue, path: [...issue.path], ...(issue.code === 'custom' && { continue: true }) }
    ctx.issues.push(raw as z.core.$ZodRawIssue)
  }
  return z.NEVER
}

type JsonSchema = Record<string, unknown>

/**
 * Give a shape that is parsed from `unknown` the JSON Schema of what it accepts. The schema is made when it is asked for: every thread of the
 * server loads the shapes at its start, and few need their documentation.
 *
 * NOTE: copies of the shape, such as those made by `refine` and `meta`, do not have it.
 */
function documented<S extends z.ZodType>(shape: S, schema: () => JsonSchema): S {
  shape._zod.toJSONSchema = schema
  return shape
}

function schemaOf(item: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' })
  return schema
}

/** Any JSON value, unchanged. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export const json = () => z.custom<Json>((value) => value !== undefined).meta({})

/** Any JSON value; integers beyond ±2^53 are bigint, so that they keep their digits. For routes with `exactIntegers`. */
export type ExactJson = null | boolean | number | bigint | string | ExactJson[] | { [key: string]: ExactJson }
export const exactJson = () => z.custom<ExactJson>((value) => value !== undefined).meta({})

/** A check that some keys are not null; the message is `The following keys must have non-null values: …` (feedback-api §1.6). */
export function refuseNulls<T extends object>(keys: (keyof T & string)[]) {
  return (value: T, ctx: z.core.$RefinementCtx): void => {
    const nulls = keys.filter((key) => value[key] === null)
    if (nulls.length > 0)
      fail(ctx, valueError(`The following keys must have non-null values: ${nulls.join(', ')}`), { root: true })
  }
}
