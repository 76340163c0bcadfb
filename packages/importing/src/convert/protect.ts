// What spreadsheets take for the beginning of a formula.
const FORMULA = /^'*[=+\-@\t\r]/
const PROTECTED = /^'+[=+\-@\t\r]/

/** Make a text safe in a spreadsheet: one that could be read as a formula gets an apostrophe before it. `unprotect` undoes it. */
export function protect(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** Take back what `protect` did. */
export function unprotect(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text
}
