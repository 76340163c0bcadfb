/**
 * Escape the percent signs of a path that escape nothing: older clients put the queries of labelling rules into paths as they are, and
 * `50%` is one (python-client §1.7). Paths that escape bytes of no character stay, and are refused.
 */
export function escapeLonePercents(url: string): string {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  if (!path.includes('%')) return url
  return path.replace(/%(?![0-9a-f]{2})/gi, '%25') + (end < 0 ? '' : url.slice(end))
}
