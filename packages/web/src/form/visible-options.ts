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
  isExpanded: boolean
  limit: number
  chosen: ReadonlySet<string>
}

/** The options to show while none is looked for: the first ones and every chosen one, in the dataset's order. */
export function optionsToShow<Option extends Choice>(
  options: readonly Option[],
  { isExpanded, limit, chosen }: View,
): readonly Option[] {
  if (isExpanded || options.length <= limit) return options
  return options.filter((option, index) => index < limit || chosen.has(option.value))
}
