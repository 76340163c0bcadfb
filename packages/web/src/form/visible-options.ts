/** One of the answers to choose from. */
export interface Choice {
  value: string
  text: string
  description?: string | null | undefined
}

/** Options shown before the list is unfolded (spec section 9). */
export const VISIBLE_OPTIONS = 10
/** The least a dataset may ask for. */
const MIN_VISIBLE = 3

/** An option with the number that chooses it, which never changes. */
export interface NumberedOption extends Choice {
  number: number
}

/** Options in the dataset's order, numbered from 1. */
export function numberOptions(options: readonly Choice[]): NumberedOption[] {
  return options.map((option, index) => ({ ...option, number: index + 1 }))
}

/** How many options show at first; null means the usual number. */
export function visibleLimit(visibleOptions: number | null): number {
  return Math.max(MIN_VISIBLE, visibleOptions ?? VISIBLE_OPTIONS)
}

interface View {
  query: string
  isExpanded: boolean
  limit: number
  chosen: ReadonlySet<string>
}

/**
 * The options to show: those found, else the first ones and every chosen one, in the dataset's order. Of those found the ones that are or
 * begin with what is looked for come first, for Enter takes the first.
 */
export function optionsToShow(options: readonly NumberedOption[], { query, isExpanded, limit, chosen }: View) {
  const wanted = foldText(query.trim())
  if (wanted !== '') return findOptions(options, wanted)
  if (isExpanded || options.length <= limit) return options
  return options.filter((option, index) => index < limit || chosen.has(option.value))
}

function findOptions(options: readonly NumberedOption[], wanted: string): NumberedOption[] {
  const found: [NumberedOption[], NumberedOption[], NumberedOption[]] = [[], [], []]
  for (const option of options) {
    const text = foldText(option.text)
    if (text === wanted) found[0].push(option)
    else if (text.startsWith(wanted)) found[1].push(option)
    else if (text.includes(wanted)) found[2].push(option)
  }
  return found.flat()
}

/** Case and accents do not matter for finding an option. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
