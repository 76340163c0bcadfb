import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Scrolling is ours, not the browser's (spec section 2): a new page begins at its top, going back finds the place that
 * was left, and a change of the query string alone moves nothing.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const places = useRef(new Map<string, number>())
  const before = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  useEffect(() => {
    const known = places.current
    if (how === 'POP') window.scrollTo(0, known.get(key) ?? 0)
    else if (before.current !== pathname) window.scrollTo(0, 0)
    before.current = pathname
    const remember = () => known.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, pathname, how])
}
