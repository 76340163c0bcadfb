/** One of the answers to choose from. */
export interface Choice {
  value: string
  text: string
  description?: string | null | undefined
}

/** Options shown while the list is folded (spec section 9). */
export const VISIBLE_OPTIONS = 10
/** The smallest value that a dataset may set. */
const MIN_VISIBLE = 3

/** An option with the fixed number that selects it. */
export interface NumberedOption extends Choice {
  number: number
}

/** Options in the dataset's order, numbered from 1. */
export function numberOptions(options: readonly Choice[]): NumberedOption[] {
  return options.map((option, index) => ({ ...option, number: index + 1 }))
}

/** How many options are shown at first; null means the default. */
export function visibleLimit(visibleOptions: number | null): number {
  return Math.max(MIN_VISIBLE, visibleOptions ?? VISIBLE_OPTIONS)
}

interface View {
  isExpanded: boolean
  limit: number
  chosen: ReadonlySet<string>
}

/** The options to show without a search: the first ones and every selected one, in the dataset's order. */
export function optionsToShow<Option extends Choice>(
  options: readonly Option[],
  { isExpanded, limit, chosen }: View,
): readonly Option[] {
  if (isExpanded || options.length <= limit) return options
  return options.filter((option, index) => index < limit || chosen.has(option.value))
}
