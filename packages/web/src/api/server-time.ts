/** A moment as the server writes it: ISO, in UTC, mostly without saying so. */
export function parseServerTime(text: string): Date {
  return new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
}
