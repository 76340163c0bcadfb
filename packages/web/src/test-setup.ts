import { cleanup, configure, getConfig } from '@testing-library/react'
import * as React from 'react'
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
