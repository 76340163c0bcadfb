/** What the Python client expects beyond the API's own rules. */

/** What the API answers for its version: the client warns when major.minor is not its own (classic-api §2). */
export const VERSION = '1.29.1'

/** The only path whose 422 the client reads as a text; it fails with a KeyError on an object (python-client §1.1). */
export const PATH_WITH_TEXT_422 = '/api/users'

/** The client opens the workspace `argilla` for a user of that name (python-client §1.2). */
export function workspaceOpenedFor(username: string): string | undefined {
  return username === 'argilla' ? 'argilla' : undefined
}

/**
 * Escape the percent signs of a path that escape nothing: the client puts the queries of labelling rules into paths as they are, and
 * `50%` is one (python-client §1.7). Paths that escape bytes of no character stay, and are refused.
 */
export function escapeLonePercents(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  return path.replace(/%(?![0-9a-f]{2})/gi, '%25') + (end < 0 ? '' : url.slice(end))
}
