/** Where a `redirect` may lead. */
export type Redirect =
  /** inside the app: a path with query and hash */
  | { kind: 'local'; path: string }
  /** another site we were told to trust: a full page navigation */
  | { kind: 'external'; url: string }
  | { kind: 'refused' }

const HOME = '/'
/** Where one signs in. */
export const LOGIN = '/login'

/**
 * Judge a redirect target before following it, so that a link to our login page cannot lead to a site that looks
 * like us.
 *
 * @param target - as found in the address, decoded once; absent means home
 * @param origin - ours, `https://postil.example`
 * @param trustedOrigins - others that may be followed
 */
export function judgeRedirect(
  target: string | null | undefined,
  origin: string,
  trustedOrigins: readonly string[] = [],
): Redirect {
  if (!target) return { kind: 'local', path: HOME }
  // Browsers drop tabs and line breaks and read `\` as `/`: `/\evil.example` would leave the site.
  if (hasControlCharacter(target) || target.includes('\\')) return { kind: 'refused' }
  const url = parse(target, origin)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) {
    return { kind: 'refused' }
  }
  if (url.origin !== origin) {
    return trustedOrigins.includes(url.origin) ? { kind: 'external', url: url.href } : { kind: 'refused' }
  }
  // A page of ours whose path begins with `//` would be read as another site by the next who parses it.
  if (url.pathname.startsWith('//')) return { kind: 'refused' }
  const path = url.pathname === LOGIN ? HOME : url.pathname + url.search + url.hash
  return { kind: 'local', path }
}

/**
 * Go where a redirect was judged to lead: inside the app, or, to a trusted site, by a full page navigation. A refused
 * one leads home.
 *
 * @returns false when it was refused
 */
export function followRedirect(
  redirect: Redirect,
  go: { inside: (path: string) => void; outside: (url: string) => void },
): boolean {
  if (redirect.kind === 'external') go.outside(redirect.url)
  else go.inside(redirect.kind === 'local' ? redirect.path : HOME)
  return redirect.kind !== 'refused'
}

/** The login address that brings the reader back: `/login?redirect={encoded full path}`. */
export function loginPath(fullPath: string): string {
  return `${LOGIN}?redirect=${encodeURIComponent(fullPath)}`
}

/** Origins the page's `<meta name="postil-trusted-origins">` names, separated by spaces. */
export function trustedOriginsOf(page: Document): readonly string[] {
  const meta = page.querySelector('meta[name="postil-trusted-origins"]')
  return (meta?.getAttribute('content') ?? '').split(/\s+/).filter(Boolean)
}

function parse(target: string, origin: string): URL | undefined {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(target)
  if (!isAbsolute && !target.startsWith('/')) return undefined
  try {
    return new URL(target, origin)
  } catch {
    // Not an address at all.
    return undefined
  }
}

function hasControlCharacter(text: string): boolean {
  for (const char of text) {
    if (char < ' ' || char === '\u007f') return true
  }
  return false
}
