import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShortPercent,
  percentOf,
} from './format.ts'
import { LOCALE_COOKIE, settleLocale } from './locale.ts'
import { t } from './t.ts'

function speak(language: string) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
}

afterEach(() => vi.restoreAllMocks())

describe('t', () => {
  it('fills the places of a sentence', () => {
    expect(t('app.accountMenu', { username: 'ana' })).toBe('Account of ana')
  })

  it('refuses, at compile time, a missing place and an unknown key', () => {
    // @ts-expect-error the place `username` is missing
    expect(t('app.accountMenu')).toBe('Account of {username}')
    // @ts-expect-error there is no such key
    expect(() => t('app.nowhere')).toThrow()
  })
})

describe('numbers', () => {
  it.each([
    ['en-US', '12,345.6'],
    ['de-DE', '12.345,6'],
    ['hi-IN', '12,345.6'],
  ])('%s writes numbers its own way [R31]', (language, expected) => {
    speak(language)
    expect(formatNumber(12345.6)).toBe(expected)
  })

  it.each([
    [0.31416, 31.4],
    [0.0005, 0.1],
    [2 / 3, 66.7],
    [1, 100],
    [Number.NaN, 0],
  ])('rounds the share %s to %s percent, one decimal [K9]', (share, expected) => {
    expect(percentOf(share)).toBe(expected)
  })

  it.each([
    [0.5, '50.00%'],
    [0.123456, '12.346%'],
    [0.12345, '12.345%'],
  ])('displays %s as %s: two to three fraction digits by default [K9]', (share, expected) => {
    speak('en-US')
    expect(formatPercent(share)).toBe(expected)
  })

  it('has a short form to one decimal [K9]', () => {
    speak('en-US')
    expect(formatShortPercent(0.31416)).toBe('31.4%')
    expect(formatShortPercent(0.5)).toBe('50%')
  })
})

describe('moments', () => {
  const now = new Date(2026, 10, 21, 12, 0, 0)
  it.each([
    [10, 'now'],
    [4 * 60, '4 minutes ago'],
    [3 * 3600, '3 hours ago'],
    [30 * 3600, 'yesterday'],
    [50 * 3600, '2 days ago'],
    [9 * 86_400, 'Nov 12'],
    [400 * 86_400, 'Oct 17, 2025'],
  ])('%s seconds ago reads %s', (seconds, expected) => {
    speak('en-US')
    expect(formatRelative(new Date(now.getTime() - seconds * 1000), now)).toBe(expected)
  })

  it.each([
    [2 * 60, '2 minutes ago'],
    [30 * 3600, 'yesterday'],
    [400 * 86_400, '17 Oct 2025'],
  ])('are English words in a browser of another language: %s seconds ago reads %s [R30]', (seconds, expected) => {
    speak('de-DE')
    expect(formatRelative(new Date(now.getTime() - seconds * 1000), now)).toBe(expected)
    expect(formatDateTime(new Date(2026, 11, 24, 9, 5))).toBe('24 Dec 2026, 09:05')
  })

  it('leaves out the current year', () => {
    speak('en-GB')
    expect(formatDate(new Date(2026, 2, 3), now)).toBe('3 Mar')
  })
})

describe('locale', () => {
  function page(cookie = '') {
    const fresh = document.implementation.createHTMLDocument('')
    const written: string[] = []
    Object.defineProperty(fresh, 'cookie', { get: () => cookie, set: (value: string) => written.push(value) })
    return { fresh, written }
  }

  it('remembers English in i18n_redirected for 365 days, same-site lax, on the whole site [R30]', () => {
    const { fresh, written } = page()
    expect(settleLocale('/datasets', fresh, ['fr'])).toBe('en')
    expect(written).toEqual([`${LOCALE_COOKIE}=en; Max-Age=31536000; Path=/; SameSite=Lax`])
    expect(fresh.documentElement.lang).toBe('en')
    expect(fresh.documentElement.dir).toBe('ltr')
  })

  it('looks at the browser languages on the root path only [R30]', () => {
    const languages = vi.fn(() => ['fr', 'en-GB'])
    const watched = new Proxy<string[]>([], { get: (_, key) => Reflect.get(languages(), key) })
    settleLocale('/datasets', page().fresh, watched)
    expect(languages).not.toHaveBeenCalled()
    settleLocale('/', page().fresh, watched)
    expect(languages).toHaveBeenCalled()
  })

  it('keeps an unknown remembered language out [R30]', () => {
    expect(settleLocale('/', page(`${LOCALE_COOKIE}=xx`).fresh, ['de'])).toBe('en')
  })
})
