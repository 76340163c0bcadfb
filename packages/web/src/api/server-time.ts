/** Parse a time of the server: ISO in UTC, mostly without a zone. */
export function parseServerTime(text: string): Date {
  return new Date(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
}
