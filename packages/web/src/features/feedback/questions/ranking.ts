import type { AnswerValue, RankedOption } from '@postil/contract/feedback/answer-value'
import { isRanking } from '@postil/domain/answers/answer-kinds'

/** Ranks by option; options without one are left out. */
export type Ranks = ReadonlyMap<string, number>

/** The ranks an answer or a suggestion gives. */
export function ranksOf(value: AnswerValue | undefined): Ranks {
  if (value === undefined || !isRanking(value)) return new Map()
  return new Map(
    value.flatMap(({ value: option, rank }): [string, number][] => (rank === null ? [] : [[option, rank]])),
  )
}

/** Ranks with one option moved; null takes it out of the ranking. Ties are allowed. */
export function moveOption(ranks: Ranks, option: string, rank: number | null): Ranks {
  const others = [...ranks].filter(([one]) => one !== option)
  return new Map(rank === null ? others : [...others, [option, rank]])
}

/** The answer these ranks make, best first; nothing when nothing is ranked. */
export function rankingAnswer(ranks: Ranks): RankedOption[] | undefined {
  if (ranks.size === 0) return undefined
  return [...ranks].map(([value, rank]) => ({ value, rank })).sort((one, other) => one.rank - other.rank)
}

/** The first rank nobody has, for a card that is clicked; the last one when all are taken. */
export function firstFreeRank(ranks: Ranks, count: number): number {
  const taken = new Set(ranks.values())
  for (let rank = 1; rank <= count; rank += 1) if (!taken.has(rank)) return rank
  return count
}
