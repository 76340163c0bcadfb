import type { RuleMethod } from '@postil/contract/task/rule-suggestions'
import { dawidSkene, dawidSkeneByLabel, type LongWork } from './dawid-skene'
import { type MatchPattern, majorityVote, type RuleLabels, type SuggestedLabel } from './majority'

interface RulesToCombine {
  method: RuleMethod
  isMultiLabel: boolean
  rules: readonly RuleLabels[]
  patterns: readonly MatchPattern[]
}

/** The combined suggestion of the rules for each pattern of matching rules; none where they are undecided. */
export function* combineRules({ method, isMultiLabel, rules, patterns }: RulesToCombine): LongWork<SuggestedLabel[][]> {
  if (method === 'dawid_skene') return yield* (isMultiLabel ? dawidSkeneByLabel : dawidSkene)(patterns, rules)
  return patterns.map((pattern) =>
    majorityVote(
      pattern.rules.flatMap((at) => rules[at] ?? []),
      { isMultiLabel },
    ),
  )
}

/** Run long work to the end without pausing. */
export function finish<T>(work: LongWork<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
