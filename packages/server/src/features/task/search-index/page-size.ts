/**
 * How much a page brings: enough that a large dataset takes few round trips between the threads, little enough that passing it on never
 * holds the HTTP thread for long.
 */
const PAGE_BYTES = 1024 ** 2
const FIRST_ROWS = 250
const ROWS_MIN = 25
const ROWS_MAX = 2000

/** The rows to ask for next, when one takes so many bytes; unknown before the first page. */
export function rowsAPage(bytesARow: number | undefined): number {
  if (bytesARow === undefined) return FIRST_ROWS
  return Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.floor(PAGE_BYTES / Math.max(1, bytesARow))))
}
