/**
 * Shorten a long name in its middle, where names of a series differ least: `banking…round-2`.
 *
 * @param maxChars - most characters of the result, as a reader counts them
 */
export function middleTruncate(text: string, maxChars: number): string {
  const chars = [...text]
  if (chars.length <= maxChars) return text
  const headChars = Math.ceil((maxChars - 1) / 2)
  const tailChars = Math.max(0, maxChars - 1 - headChars)
  return `${chars.slice(0, headChars).join('')}…${tailChars > 0 ? chars.slice(-tailChars).join('') : ''}`
}
