/** A validated target of a redirect. */
export type Redirect =
  /** Inside the app: a path with query and hash. */
  | { kind: 'local'; path: string }
  /** A trusted other site: a full page navigation. */
  | { kind: 'external'; url: string }
  | { kind: 'refused' }

const HOME = '/'
/** Path of the login page. */
export const LOGIN = '/login'

/**
 * Validate a redirect target before following it, so that a link to our login page cannot lead to a phishing site
 * (open redirect).
 *
 * @param target - from the URL, decoded once; absent means home
 * @param origin - the app's own origin, `https://postil.example`
 * @param trustedOrigins - other origins that are allowed
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
  // A path that begins with `//` would later be parsed as another host.
  if (url.pathname.startsWith('//')) return { kind: 'refused' }
  const path = url.pathname === LOGIN ? HOME : url.pathname + url.search + url.hash
  return { kind: 'local', path }
}

/**
 * Follow a validated redirect: inside the app, or to a trusted site by a full page navigation. A refused redirect goes home.
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

/** The login URL that redirects back: `/login?redirect={encoded full path}`. */
export function loginPath(fullPath: string): string {
  return `${LOGIN}?redirect=${encodeURIComponent(fullPath)}`
}

/** The origins in the page's `<meta name="postil-trusted-origins">`, separated by spaces. */
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
    // Not a URL.
    return undefined
  }
}

function hasControlCharacter(text: string): boolean {
  for (const char of text) {
    if (char < ' ' || char === '\u007f') return true
  }
  return false
}
