import type { RuleMethod } from '@postil/contract/task/rule-suggestions'
import { dawidSkene, dawidSkeneByLabel, type LongWork } from './dawid-skene'
import { type MatchPattern, majorityVote, type RuleLabels, type SuggestedLabel } from './majority'

interface RulesToCombine {
  method: RuleMethod
  isMultiLabel: boolean
  rules: readonly RuleLabels[]
  patterns: readonly MatchPattern[]
}

/** Combine rules into suggestions, one list of labels per pattern of matching rules. The list is empty where the rules are tied. */
export function* combineRules({ method, isMultiLabel, rules, patterns }: RulesToCombine): LongWork<SuggestedLabel[][]> {
  if (method === 'dawid_skene') return yield* (isMultiLabel ? dawidSkeneByLabel : dawidSkene)(patterns, rules)
  return patterns.map((pattern) =>
    majorityVote(
      pattern.rules.flatMap((at) => rules[at] ?? []),
      { isMultiLabel },
    ),
  )
}

/** Run long work to its end without yielding to other work. */
export function finish<T>(work: LongWork<T>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
