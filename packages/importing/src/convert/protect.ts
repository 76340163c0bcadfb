/**
 * What spreadsheets take for the beginning of a formula: `=`, `+`, `-` and `@`, their full-width forms, which a Japanese or Chinese
 * spreadsheet reads like them, and the tab and line ends after which some spreadsheets begin a new cell.
 */
const SIGNS = '[=+\\-@＝＋－＠\\t\\r\\n]'
const FORMULA = new RegExp(`^'*${SIGNS}`)
const PROTECTED = new RegExp(`^'+${SIGNS}`)

/** Make a text safe in a spreadsheet: one that could be read as a formula gets an apostrophe before it. `unprotect` undoes it. */
export function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Take back what `protect` did. */
export function unprotect(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text
}
