/** The languages the interface speaks. */
export const LOCALES = ['en'] as const
export type Locale = (typeof LOCALES)[number]

/** The cookie that remembers that the browser's language was looked at. */
export const LOCALE_COOKIE = 'i18n_redirected'
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

/**
 * Settle the interface's language on arrival: from the cookie, else, on the root path only, from the browser's
 * languages, else English. There is no language prefix in addresses. The answer is remembered in the cookie.
 *
 * @param path - path of the address the visit began at
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
