import { float, type RuleFailure, valueError } from '../shapes'

const unit = float({ ge: 0, le: 1 })

/** What is wrong with a suggestion's score, if anything; `path` is the index of the bad item in a list. */
export function scoreFailure(input: unknown): { rule: RuleFailure; path: number[] } | undefined {
  if (!Array.isArray(input)) return oneFailure(input, [])
  if (input.length === 0) {
    const rule = { msg: 'ensure this value has at least 1 items', type: 'value_error.list.min_items' }
    return { rule: { ...rule, ctx: { limit_value: 1 } }, path: [] }
  }
  for (const [index, item] of input.entries()) {
    const failure = oneFailure(item, [index])
    if (failure) return failure
  }
  return undefined
}

function oneFailure(input: unknown, path: number[]): { rule: RuleFailure; path: number[] } | undefined {
  if (typeof input === 'number' && input >= 0 && input <= 1) return undefined
  const checked = unit.safeParse(input)
  if (checked.success) return undefined
  const [issue] = checked.error.issues
  const params = issue?.code === 'custom' ? issue.params : undefined
  return { rule: params?.rule ?? valueError('value is not a valid float'), path }
}
