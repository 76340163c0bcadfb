/**
 * Read a typed number; beyond the ends it means the end.
 *
 * @param last - the largest there is, from 1
 * @returns undefined when it is no whole number
 */
export function readPlace(text: string, last: number): number | undefined {
  if (!/^[+-]?\d+$/.test(text.trim())) return undefined
  return Math.min(Math.max(Number(text), 1), Math.max(last, 1))
}
