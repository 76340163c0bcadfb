import { pyRepr } from '@postil/contract/python-text'
import { notNull, type RuleParams, required } from '@postil/contract/shapes'
import type { z } from 'zod'
import type { ShapeEntry } from '../errors'

type Issue = z.core.$ZodIssue

/** Convert Zod's issues to the API's validation entries (feedback-api §1.6). `part` becomes the first element of every `loc`. */
export function shapeEntries(part: 'body' | 'query' | 'path', issues: readonly Issue[]): ShapeEntry[] {
  return issues.flatMap((issue) => entriesOf([part], issue))
}

function entriesOf(before: (string | number)[], issue: Issue): ShapeEntry[] {
  const loc = [...before, ...issue.path.map((key) => (typeof key === 'number' ? key : String(key)))]
  switch (issue.code) {
    case 'custom': {
      const params = issue.params as Partial<RuleParams> | undefined
      if (!params?.rule) return [{ loc, msg: issue.message, type: 'value_error' }]
      return [{ loc: params.root ? [...loc, '__root__'] : loc, ...params.rule }]
    }
    case 'invalid_union':
      return unionEntries(loc, issue)
    case 'invalid_type':
      return [{ loc, ...typeRule(issue.expected, issue.input) }]
    case 'invalid_key':
      return [{ loc: [...loc, '__key__'], msg: 'value is not a valid key', type: 'value_error' }]
    default:
      return [{ loc, msg: issue.message, type: 'value_error' }]
  }
}

function typeRule(expected: string, input: unknown): Omit<ShapeEntry, 'loc'> {
  if (input === undefined) return required
  if (input === null) return notNull
  if (expected === 'array') return { msg: 'value is not a valid list', type: 'type_error.list' }
  if (expected === 'object' || expected === 'record')
    return { msg: 'value is not a valid dict', type: 'type_error.dict' }
  return { msg: `value is not a valid ${expected}`, type: `type_error.${expected}` }
}

function unionEntries(loc: (string | number)[], issue: Extract<Issue, { code: 'invalid_union' }>): ShapeEntry[] {
  const { discriminator } = issue
  if (discriminator === undefined)
    return issue.errors.flatMap((branch) => branch.flatMap((inner) => entriesOf(loc, inner)))
  const parent = loc.at(-1) === discriminator ? loc.slice(0, -1) : loc
  const given =
    typeof issue.input === 'object' && issue.input !== null ? Reflect.get(issue.input, discriminator) : undefined
  if (given === undefined)
    return [
      {
        loc: parent,
        msg: `Discriminator '${discriminator}' is missing in value`,
        type: 'value_error.discriminated_union.missing_discriminator',
        ctx: { discriminator_key: discriminator },
      },
    ]
  const allowed = 'options' in issue ? (issue.options ?? []).map(pyRepr).join(', ') : ''
  return [
    {
      loc: parent,
      msg: `No match for discriminator '${discriminator}' and value ${pyRepr(given)} (allowed values: ${allowed})`,
      type: 'value_error.discriminated_union.invalid_discriminator',
      ctx: { discriminator_key: discriminator, discriminator_value: given, allowed_values: allowed },
    },
  ]
}
