import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

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

afterEach(cleanup)
// What was announced to screen readers stays for seconds, outside of the page: the next test must not find it.
afterEach(() => {
  for (const announced of document.querySelectorAll('[data-live-announcer] [role=log]')) announced.replaceChildren()
})

// A page may have to load its code first, on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 60_000 })
