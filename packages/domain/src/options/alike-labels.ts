/**
 * Labels that differ only in upper and lower case, or in how their letters are encoded: probably one label that was
 * written in several ways.
 *
 * @returns groups of two or more labels, in the order of the list
 */
export function alikeLabels(labels: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const label of new Set(labels)) {
    const key = label.normalize('NFKC').toLowerCase()
    const group = groups.get(key)
    if (group) group.push(label)
    else groups.set(key, [label])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** Groups that a sentence names before it leaves out the others. */
const NAMED_GROUPS = 3

/**
 * The first groups of alike labels in quotes, for a sentence.
 *
 * @param about - only groups with one of these labels
 * @returns undefined when there is no such group
 */
export function alikeWords(labels: readonly string[], about: readonly string[] = labels): string | undefined {
  const groups = alikeLabels(labels).filter((group) => group.some((label) => about.includes(label)))
  if (groups.length === 0) return undefined
  const named = groups.slice(0, NAMED_GROUPS).map((group) => group.map((label) => `“${label}”`).join(' / '))
  return [...named, ...(groups.length > NAMED_GROUPS ? ['…'] : [])].join(', ')
}
