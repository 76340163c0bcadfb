import type { ColumnPlan } from '../plan/plan'
import type { ColumnProfile, FileProfile } from '../read/profile'

/** The profile of everything in a file that answers a question: columns of suggestions and answers, and answers inside the responses. */
export function profileOfQuestion(
  name: string,
  columns: readonly ColumnPlan[],
  file: FileProfile,
): ColumnProfile | undefined {
  const profiles = [
    ...file.columns.filter((_, at) => {
      const use = columns[at]?.use
      return (use?.kind === 'suggestion' || use?.kind === 'answer') && use.question === name
    }),
    ...file.answers.filter((profile) => profile.name === name),
  ]
  return profiles.length > 0 ? mergeProfiles(name, profiles) : undefined
}

function mergeProfiles(name: string, profiles: readonly ColumnProfile[]): ColumnProfile {
  const sum = (
    key:
      | 'filled'
      | 'numbers'
      | 'integers'
      | 'numberTexts'
      | 'booleans'
      | 'lists'
      | 'spans'
      | 'rankings'
      | 'totalLength',
  ) => profiles.reduce((total, profile) => total + profile[key], 0)
  const union = (key: 'distinct' | 'items') =>
    profiles.every((profile) => profile[key] !== undefined)
      ? [...new Set(profiles.flatMap((profile) => profile[key] ?? []))]
      : undefined
  const spanFits = new Map<number, number>()
  for (const [index, rows] of profiles.flatMap((profile) => [...(profile.spanFits ?? [])]))
    spanFits.set(index, (spanFits.get(index) ?? 0) + rows)
  return {
    name,
    filled: sum('filled'),
    numbers: sum('numbers'),
    integers: sum('integers'),
    numberTexts: sum('numberTexts'),
    booleans: sum('booleans'),
    lists: sum('lists'),
    spans: sum('spans'),
    hasOverlaps: profiles.some(({ hasOverlaps }) => hasOverlaps),
    spanFits,
    rankings: sum('rankings'),
    totalLength: sum('totalLength'),
    min: Math.min(...profiles.map(({ min }) => min)),
    max: Math.max(...profiles.map(({ max }) => max)),
    maxLength: Math.max(...profiles.map(({ maxLength }) => maxLength)),
    distinct: union('distinct'),
    items: union('items'),
    vectorSize: undefined,
    isUnique: false,
  }
}
