import type { IncomingHttpHeaders } from 'node:http'
import type { Config } from '../../../config'

/** The name of the session cookie; the `auth` prefix is the specification's. */
export const SESSION_COOKIE = 'auth_session'

/**
 * Whether a request comes from a page of this server. Only then is the cookie set; programs get the token alone. Browsers report it in
 * `Sec-Fetch-Site`, older ones in `Origin`.
 */
export function isFromOurPage(headers: IncomingHttpHeaders, config: Config): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const origin = originOf(headers)
  if (!origin) return false
  return origin.host === headers.host || origin.origin === (config.publicUrl && new URL(config.publicUrl).origin)
}

/** `Set-Cookie` with the token, not readable by scripts (HttpOnly). */
export function sessionCookie(token: string, headers: IncomingHttpHeaders, config: Config): string {
  return cookie(token, config.tokenLifetimeSeconds, isSecure(headers, config))
}

/** `Set-Cookie` that removes the session cookie. */
export function clearedCookie(headers: IncomingHttpHeaders, config: Config): string {
  return cookie('', 0, isSecure(headers, config))
}

function cookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  const parts = [`${SESSION_COOKIE}=${value}`, 'Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Lax']
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

/** Pages served over https get a `Secure` cookie. */
function isSecure(headers: IncomingHttpHeaders, config: Config): boolean {
  return originOf(headers)?.protocol === 'https:' || config.publicUrl?.startsWith('https:') === true
}

function originOf(headers: IncomingHttpHeaders): URL | undefined {
  const { origin } = headers
  return typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : undefined
}
