/** Digits typed one after the other within this time are one number. */
export const DIGITS_MS = 300

/** What waits for a number while its digits may go on. */
export type Prospect = 'meant' | 'possible'

/** What a digit did. */
export interface DigitStep {
  /** Numbers meant now, in order. */
  meant: readonly number[]
  /** Digits that may go on. */
  typed: string
}

/**
 * Take one more digit. It means a number at once when no longer one can begin so. When the digits so far cannot go on
 * with this one they mean what they say, and it begins anew.
 *
 * @param typed - digits before it
 * @param numbers - all that can be meant
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
 * What digits that may go on say of one of the numbers: it is meant if no more come, or still possible.
 *
 * @param typed - the digits so far, empty when none are waiting
 */
export function prospectOf(typed: string, number: number): Prospect | undefined {
  if (typed === '' || !String(number).startsWith(typed)) return undefined
  return String(number) === typed ? 'meant' : 'possible'
}

/** What the digits mean when no more come, if anything. */
export function settleDigits(typed: string, numbers: readonly number[]): number | undefined {
  return numbers.find((number) => String(number) === typed)
}
