import type { Reply } from './client'

/** The entries of a shape error (422 object form) as `loc: msg`, to be read in an assertion. */
export function errorsOf({ status, body }: Reply): string[] {
  const entries = body?.detail?.params?.errors
  if (status !== 422 || !Array.isArray(entries)) throw new Error(`Not a shape error: ${status} ${JSON.stringify(body)}`)
  return entries.map((entry) => `${entry.loc.join('.')}: ${entry.msg}`)
}
