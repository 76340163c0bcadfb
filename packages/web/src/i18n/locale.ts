/** The languages of the interface. */
const LOCALES = ['en'] as const
export type Locale = (typeof LOCALES)[number]

/** The cookie that remembers the chosen language. */
export const LOCALE_COOKIE = 'i18n_redirected'
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

/**
 * Choose the interface's language at the start: from the cookie, else, on the root path only, from the browser's
 * languages, else English. URLs have no language prefix. The choice is remembered in the cookie.
 *
 * @param path - path of the URL at which the visit began
 */
export function settleLocale(path: string, page: Document = document, languages = navigator.languages): Locale {
  const locale = remembered(page) ?? (path === '/' ? preferred(languages) : undefined) ?? 'en'
  page.cookie = `${LOCALE_COOKIE}=${locale}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`
  page.documentElement.lang = locale
  page.documentElement.dir = 'ltr'
  return locale
}

function remembered(page: Document): Locale | undefined {
  const found = page.cookie.split('; ').find((pair) => pair.startsWith(`${LOCALE_COOKIE}=`))
  return LOCALES.find((locale) => locale === found?.slice(LOCALE_COOKIE.length + 1))
}

function preferred(languages: readonly string[]): Locale | undefined {
  for (const language of languages) {
    const match = LOCALES.find((locale) => locale === language.toLowerCase().split('-')[0])
    if (match) return match
  }
  return undefined
}
