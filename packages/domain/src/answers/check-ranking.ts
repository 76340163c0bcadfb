import type { AnswerValue, RankedOption } from '@postil/contract/feedback/answer-value'
import type { SettingsOf } from '@postil/contract/feedback/question-settings'
import { pyRepr, pyTypeName } from '../wire/python-text'
import { isRanking } from './answer-kinds'

/**
 * Whether a value answers a ranking question. Equal ranks are allowed; a draft, a discarded answer and a suggestion may rank some options
 * only, and with any rank.
 */
export function checkRanking(
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
