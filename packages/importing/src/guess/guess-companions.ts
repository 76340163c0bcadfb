import type { QuestionCreate } from '@postil/contract/feedback/settings/questions'
import { LIMITS, PATTERNS } from '@postil/contract/limits'
import type { ColumnPlan, ColumnUse } from '../plan/plan'
import type { ColumnProfile } from '../read/profile'

const AGENT_NAME = /^(?:(.+)[._ -])?(?:agent|model|model_name|predicted_by|tagger)$/i
const SCORE_NAME = /^(?:(.+)[._ -])?(?:score|confidence|probability|prob)$/i

/**
 * Assign agent and score columns to suggestions by name: `label_score` goes with `label`, `prediction.agent` with `prediction.label`, and a
 * plain `agent` with the only suggestion.
 */
export function withCompanions(
  columns: readonly ColumnPlan[],
  questions: readonly QuestionCreate[],
  profiles: readonly ColumnProfile[],
): ColumnPlan[] {
  const suggested = columns.flatMap(({ source, use }) =>
    use.kind === 'suggestion' ? [{ source: source.toLowerCase(), question: use.question }] : [],
  )
  const taken = new Set<string>()
  return columns.map((column, index) => {
    const profile = profiles[index]
    const use = profile && column.use.kind !== 'suggestion' ? companionOf(profile, suggested, questions) : undefined
    if (!use) return column
    const key = `${use.kind} ${use.question}`
    if (taken.has(key)) return column
    taken.add(key)
    return { ...column, use }
  })
}

/** Whether another column has the scores of this one, as `toxic_score` beside `toxic`: a model has predicted it. */
export function hasOwnScore({ name }: ColumnProfile, profiles: readonly ColumnProfile[]): boolean {
  const own = name.toLowerCase()
  return profiles.some((one) => SCORE_NAME.exec(one.name)?.[1]?.toLowerCase() === own && areScores(one))
}

function companionOf(
  profile: ColumnProfile,
  suggested: readonly { source: string; question: string }[],
  questions: readonly QuestionCreate[],
): Extract<ColumnUse, { kind: 'agent' | 'score' }> | undefined {
  const ownerOf = (prefix: string) => {
    const named = suggested.filter(({ source }) => source === prefix)
    const beside = suggested.filter(({ source }) => parentOf(source) === prefix)
    const [owner, ...others] = named.length > 0 ? named : beside
    return others.length === 0 ? owner?.question : undefined
  }
  const agent = AGENT_NAME.exec(profile.name)
  if (agent && areAgents(profile)) {
    const question = ownerOf(agent[1]?.toLowerCase() ?? '')
    return question === undefined ? undefined : { kind: 'agent', question }
  }
  const score = SCORE_NAME.exec(profile.name)
  if (score && areScores(profile)) {
    const name = ownerOf(score[1]?.toLowerCase() ?? '')
    const question = questions.find((one) => one.name === name)
    // Answers with several parts need a list of scores, which this column does not have.
    const isSingle = question?.settings.type === 'label_selection' || question?.settings.type === 'rating'
    return question && isSingle ? { kind: 'score', question: question.name } : undefined
  }
  return undefined
}

function areAgents({ filled, numbers, maxLength, distinct }: ColumnProfile): boolean {
  if (filled === 0 || numbers === filled || maxLength > LIMITS.nameLength) return false
  return distinct?.every((name) => PATTERNS.agent.test(name)) ?? false
}

function areScores({ filled, numbers, min, max }: ColumnProfile): boolean {
  return filled > 0 && numbers === filled && min >= 0 && max <= 1
}

function parentOf(source: string): string {
  return source.includes('.') ? source.slice(0, source.lastIndexOf('.')) : ''
}
