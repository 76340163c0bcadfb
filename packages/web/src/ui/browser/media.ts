import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, now and whenever it changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** First width in px that is no longer of the size (spec section 9); the largest size is `lg`. */
const BREAKPOINTS_PX = { sm: 450, md: 1901 } as const
export type Breakpoint = keyof typeof BREAKPOINTS_PX | 'lg'

/** The window's size class. */
export function useBreakpoint(): Breakpoint {
  const isSmall = useMedia(`(max-width: ${BREAKPOINTS_PX.sm - 0.02}px)`)
  const isLarge = useMedia(`(min-width: ${BREAKPOINTS_PX.md}px)`)
  return isSmall ? 'sm' : isLarge ? 'lg' : 'md'
}
