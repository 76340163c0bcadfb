import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
import { setInteractionModality } from 'react-aria/useFocusVisible'
import { afterEach, vi } from 'vitest'
import { toasts } from './ui/toast/toast-queue.ts'

// Features of browsers that jsdom lacks: CSS.escape, scrolling, rectangles of ranges, and media queries.
globalThis.CSS ??= Object.assign(Object.create(null), {
  escape: (text: string) => text.replace(/[^\w-]/g, (sign) => `\\${sign}`),
})
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.scrollTo ??= () => undefined
Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
Object.defineProperty(window, 'scrollTo', { configurable: true, writable: true, value: () => undefined })
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  writable: true,
  value: (query: string) => Object.assign(new EventTarget(), { matches: false, media: query }),
})

afterEach(() => {
  cleanup()
  // Toasts are of the module, not of the page: the next test must not find them.
  toasts.clear()
})
// After a click without a pointer, as a screen reader makes it, a field gets the focus a frame later: the next test must not begin so.
afterEach(() => setInteractionModality('keyboard'))
// What was announced to screen readers stays for seconds, outside of the page: the next test must not find it.
afterEach(() => {
  for (const announced of document.querySelectorAll('[data-live-announcer] [role=log]')) announced.replaceChildren()
})

// What the two libraries write for people who look for a mistake takes a fifth of the time of all tests. First: a query that waits for an
// element describes the whole page whenever it does not find it. Here only the last failure does, which Testing Library describes itself.
const { getElementError } = getConfig()
const isWaiting = () => Boolean(Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics'))

// A page may have to load its code first, on a busy machine.
configure({
  asyncUtilTimeout: 10_000,
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})

// Second: React notes for each element where it was created, until it has noted 10,000 in a second. It shall think it has.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined })

vi.setConfig({ testTimeout: 60_000 })

// For each element that a query or a click asks about, jsdom compares all rules of the browser's own style sheet, a sixth of the time of all
// tests. What it would say of these properties is known, unless an attribute decides. The app's style sheets are not loaded here, and a
// `<style>` with one of these properties would not be seen.
const INHERITED = new Map([
  ['visibility', 'visible'],
  ['pointerEvents', 'auto'],
])
const DECIDING = ['hidden', 'popover', 'open']
const displays = new Map<string, string>()

/** Whether an attribute of this very element may decide the property. */
function isDecided(element: Element, property: string): boolean {
  const inStyle = property === 'pointerEvents' ? 'pointer-events' : property
  if (element.getAttribute('style')?.includes(inStyle)) return true
  return DECIDING.some((name) => element.hasAttribute(name)) || element.getAttribute('type') === 'hidden'
}

/** What jsdom would compute, or nothing where it has to. */
function quickStyle(element: Element, property: string): string | undefined {
  const initial = INHERITED.get(property)
  if (initial !== undefined) {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      if (isDecided(at, property)) return undefined
    }
    return initial
  }
  if (property !== 'display' || isDecided(element, property)) return undefined
  const kind = `${element.parentElement?.localName} ${element.localName}`
  const display = displays.get(kind) ?? compute(element).display
  displays.set(kind, display)
  return display
}

// This file runs before each test file, and several share a page.
const current = (document.defaultView ?? window).getComputedStyle
const compute: typeof current = Reflect.get(current, 'ofJsdom') ?? current
const getComputedStyle: typeof compute = (element, pseudo) =>
  new Proxy(Object.create(null), {
    get(_, property) {
      if (property === 'getPropertyValue') {
        return (name: string) => quickStyle(element, name) ?? compute(element, pseudo).getPropertyValue(name)
      }
      return quickStyle(element, String(property)) ?? Reflect.get(compute(element, pseudo), property)
    },
  })
Object.assign(getComputedStyle, { ofJsdom: compute })
// Libraries reach the page's window through its elements: it is not the global one.
Object.assign(window, { getComputedStyle })
if (document.defaultView) Object.assign(document.defaultView, { getComputedStyle })
