import { z } from 'zod'
import { LIMITS } from '../limits'
import { pyRepr } from '../python-text'
import { type ExactJson, fail, float, isLonger, type RuleFailure, text, tooLong, valueError } from '../shapes'

const dictFailure: RuleFailure = { msg: 'value is not a valid dict', type: 'type_error.dict' }

/** A record's texts by field name. Values of other types are refused instead of being converted to text. */
export type FieldValues = Record<string, string | null>

export const fieldValues = () =>
  z
    .unknown()
    .transform((input, ctx): FieldValues => {
      if (!isObject(input)) {
        fail(ctx, input === undefined ? missing : dictFailure)
        return z.NEVER
      }
      const values: [string, string | null][] = []
      for (const [name, value] of Object.entries(input)) {
        if (typeof value === 'string' && isLonger(value, LIMITS.textLength))
          fail(ctx, tooLong(LIMITS.textLength), { path: [name] })
        else if (value === null || typeof value === 'string') values.push([name, value])
        else fail(ctx, { msg: 'str type expected', type: 'type_error.str' }, { path: [name] })
      }
      // Not assigned key by key: a field may be named `__proto__`.
      return Object.fromEntries(values)
    })
    .meta({ type: 'object', additionalProperties: { type: ['string', 'null'], maxLength: LIMITS.textLength } })

const missing: RuleFailure = { msg: 'field required', type: 'value_error.missing' }

/** Any JSON object without NaN or Infinity, which JSON cannot represent. */
export type Metadata = Record<string, ExactJson>

export const metadata = () =>
  z
    .custom<Metadata>(isObject, { error: dictFailure.msg, params: { rule: dictFailure } })
    .superRefine((given, ctx) => {
      for (const [key, value] of Object.entries(given)) {
        const word = nonFiniteWord(value)
        if (word)
          fail(ctx, valueError(`${word} is not allowed as metadata value, found ${word} for key ${pyRepr(key)}`))
      }
    })
    .meta({ type: 'object' })

/** Vectors by name. */
export type Vectors = Record<string, number[]>

export const vectors = () =>
  z
    .unknown()
    .transform((input, ctx): Vectors => {
      if (!isObject(input)) {
        fail(ctx, input === undefined ? missing : dictFailure)
        return z.NEVER
      }
      const parsed: [string, number[]][] = []
      for (const [name, value] of Object.entries(input)) {
        if (Array.isArray(value)) parsed.push([name, numbers(value, (at) => badNumber(ctx, name, at))])
        else fail(ctx, { msg: 'value is not a valid list', type: 'type_error.list' }, { path: [name] })
      }
      return Object.fromEntries(parsed)
    })
    .meta({ type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } })

function numbers(items: unknown[], onBad: (index: number) => void): number[] {
  // Fast path for plain numbers, the usual case. A batch may contain millions: too many for a shape per number, or a copy of the list.
  if (areNumbers(items)) return items
  return items.map((item, index) => {
    if (typeof item === 'number' && Number.isFinite(item)) return item
    const parsed = loose.safeParse(item)
    if (parsed.success) return parsed.data
    onBad(index)
    return 0
  })
}

function areNumbers(items: unknown[]): items is number[] {
  return items.every((item) => typeof item === 'number' && Number.isFinite(item))
}

const loose = float()

function badNumber(ctx: Parameters<typeof fail>[0], name: string, index: number): void {
  fail(ctx, { msg: 'value is not a valid float', type: 'type_error.float' }, { path: [name, index] })
}

/** Find `NaN` or `Infinity` anywhere inside a value; undefined if there is none. Recursive: the body parser limits the nesting. */
function nonFiniteWord(value: ExactJson): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : Number.isNaN(value) ? 'NaN' : 'Infinity'
  if (typeof value !== 'object' || value === null) return undefined
  for (const inner of Object.values(value)) {
    const word = nonFiniteWord(inner)
    if (word) return word
  }
  return undefined
}

/** The record's id in an external program. Its length is limited because it is in an index of PostgreSQL. */
export const externalId = () => text({ max: 500 })

function isObject(input: unknown): input is Metadata {
  return typeof input === 'object' && input !== null && !Array.isArray(input)
}
