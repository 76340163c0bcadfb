import { type RefObject, useEffect, useState } from 'react'

/** How far outside the window counts as in view already. */
const AHEAD = '200px'

/** Whether an element has come into view; it stays so. Where nothing is laid out, everything is in view. */
export function useInView(target: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = target.current
    if (isSeen || !element) return
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isSeen, target])
  return isSeen
}
