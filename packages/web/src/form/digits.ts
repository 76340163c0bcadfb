/** Digits typed within this time of each other form one number. */
export const DIGITS_MS = 300

/** State of a number while more digits may follow. */
export type Prospect = 'meant' | 'possible'

/** The result of a digit. */
export interface DigitStep {
  /** Numbers completed by this digit, in order. */
  meant: readonly number[]
  /** The pending digits, to which more may be added. */
  typed: string
}

/**
 * Add one digit. The number is complete at once when no longer number starts with these digits. When no number continues with this
 * digit, the digits before it are complete and this one starts a new number.
 *
 * @param typed - digits before it
 * @param numbers - all valid numbers
 */
export function typeDigit(typed: string, digit: string, numbers: readonly number[]): DigitStep {
  const longer = typed + digit
  const fitting = numbers.filter((number) => String(number).startsWith(longer))
  if (fitting.length === 0) {
    if (typed === '') return { meant: [], typed: '' }
    const before = settleDigits(typed, numbers)
    const anew = typeDigit('', digit, numbers)
    return { ...anew, meant: before === undefined ? anew.meant : [before, ...anew.meant] }
  }
  const [only] = fitting
  if (fitting.length === 1 && only !== undefined && String(only) === longer) return { meant: [only], typed: '' }
  return { meant: [], typed: longer }
}

/**
 * What the pending digits mean for one number: it is chosen if no digit follows, or is still possible.
 *
 * @param typed - the digits so far, empty when none are pending
 */
export function prospectOf(typed: string, number: number): Prospect | undefined {
  if (typed === '' || !String(number).startsWith(typed)) return undefined
  return String(number) === typed ? 'meant' : 'possible'
}

/** The number that the pending digits stand for if no digit follows; undefined when there is none. */
export function settleDigits(typed: string, numbers: readonly number[]): number | undefined {
  return numbers.find((number) => String(number) === typed)
}
