/** How much a person has used the labels of one question; stored between visits. */
export interface LabelUsage {
  /** Number of answers given so far. */
  answers: number
  /** By label: its weight when it was last used, and the value of `answers` at that time. */
  labels: Readonly<Record<string, readonly [weight: number, at: number]>>
}

export const NO_USAGE: LabelUsage = { answers: 0, labels: {} }

/** Half-life of a use in answers, so that both recently and frequently used labels come first. */
const HALF_LIFE_ANSWERS = 100
/** Maximum number of remembered labels: the least used ones are dropped. */
const MAX_LABELS = 500

/** How much a label was used: every use counts 1, older ones less. */
export function usageWeight({ answers, labels }: LabelUsage, label: string): number {
  const found = Object.hasOwn(labels, label) ? labels[label] : undefined
  return found ? found[0] * 2 ** ((found[1] - answers) / HALF_LIFE_ANSWERS) : 0
}

/** The usage after one more answer. */
export function afterUse(usage: LabelUsage, chosen: readonly string[]): LabelUsage {
  const answers = usage.answers + 1
  const used = chosen.map((label): [string, [number, number]] => [
    label,
    [usageWeight({ ...usage, answers }, label) + 1, answers],
  ])
  const labels = Object.fromEntries([...Object.entries(usage.labels), ...used])
  const next = { answers, labels }
  const names = Object.keys(labels)
  if (names.length <= MAX_LABELS) return next
  const kept = names.sort((one, other) => usageWeight(next, other) - usageWeight(next, one)).slice(0, MAX_LABELS)
  return { answers, labels: Object.fromEntries(kept.flatMap((name) => (labels[name] ? [[name, labels[name]]] : []))) }
}

/** Parse a stored usage; invalid text counts as none. */
export function parseUsage(text: string | null): LabelUsage {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('answers' in value) || !('labels' in value)) return NO_USAGE
    const { answers, labels } = value
    if (typeof answers !== 'number' || typeof labels !== 'object' || labels === null) return NO_USAGE
    const known = Object.entries(labels).flatMap(([label, use]: [string, unknown]): [string, [number, number]][] =>
      Array.isArray(use) && typeof use[0] === 'number' && typeof use[1] === 'number' ? [[label, [use[0], use[1]]]] : [],
    )
    return { answers, labels: Object.fromEntries(known) }
  } catch {
    // Truncated or written by hand: the usage only affects the order of results.
    return NO_USAGE
  }
}

/** Number of options with a key of their own when there are too many options for each to have one. */
export const HOME_KEYS = 6

/**
 * The most likely labels, which get the first keys: suggested labels by score, then the labels that this person has used most. The latter
 * are in dataset order, so that keys keep their labels for as long as possible.
 *
 * @param labels - all labels, in the order of the dataset
 * @param suggested - suggested labels with their scores; labels without a score come after those with one
 */
export function homeRow(
  labels: readonly string[],
  suggested: ReadonlyMap<string, number | undefined>,
  usage: LabelUsage,
  size = HOME_KEYS,
): string[] {
  const first = labels
    .filter((label) => suggested.has(label))
    .sort((one, other) => (suggested.get(other) ?? -1) - (suggested.get(one) ?? -1))
    .slice(0, size)
  const likely = labels
    .filter((label) => !suggested.has(label))
    .map((label, at) => ({ label, at, weight: usageWeight(usage, label) }))
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
    .slice(0, size - first.length)
    .sort((one, other) => one.at - other.at)
  return [...first, ...likely.map(({ label }) => label)]
}
