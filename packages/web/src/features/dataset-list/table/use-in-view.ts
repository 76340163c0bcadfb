import { type RefObject, useEffect, useState } from 'react'

/** Distance outside the viewport that already counts as in view. */
const AHEAD = '200px'

/** Whether an element has been in view. Without layout (jsdom), everything is. */
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
