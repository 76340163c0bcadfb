/**
 * Characters that start a formula in spreadsheets (CSV injection): `=`, `+`, `-` and `@`, their full-width forms, which Japanese and Chinese
 * spreadsheets treat alike, and the tab and line ends after which some spreadsheets begin a new cell.
 */
const SIGNS = '[=+\\-@＝＋－＠\\t\\r\\n]'
const FORMULA = new RegExp(`^'*${SIGNS}`)
const PROTECTED = new RegExp(`^'+${SIGNS}`)

/** Make a text safe for spreadsheets: one that could be read as a formula gets a leading apostrophe. `unprotect` undoes it. */
export function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Undo `protect`. */
export function unprotect(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text
}
