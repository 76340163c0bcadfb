import { vi } from 'vitest'

/** For tests: a window of this width in px, whose size can be changed. jsdom lays nothing out and has no media queries. */
export function fakeWindowWidth(startPx: number) {
  let widthPx = startPx
  const listeners = new Set<() => void>()
  const holds = (query: string) => {
    const min = /min-width: ([\d.]+)px/.exec(query)?.[1]
    const max = /max-width: ([\d.]+)px/.exec(query)?.[1]
    return (min === undefined || widthPx >= Number(min)) && (max === undefined || widthPx <= Number(max))
  }
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return holds(query)
    },
    media: query,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
  return {
    resize: (nextPx: number) => {
      widthPx = nextPx
      for (const listener of listeners) listener()
    },
  }
}
