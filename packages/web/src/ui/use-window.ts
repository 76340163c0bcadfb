import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows drawn beyond what is in sight, so that the arrow keys always find the next one. */
const BEYOND = 8
/** Where nothing is laid out yet, so much is taken for the height of the list. */
const USUAL_PX = 240

/** Which rows of a long list are drawn: those in sight, and a few around them; first and last by index. */
export function useWindow(scroller: RefObject<HTMLElement | null>, count: number, rowPx: number): [number, number] {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const read = () => setTop(Math.floor(element.scrollTop / rowPx))
    read()
    element.addEventListener('scroll', read, { passive: true })
    return () => element.removeEventListener('scroll', read)
  }, [scroller, rowPx])
  const inSight = Math.ceil((scroller.current?.clientHeight || USUAL_PX) / rowPx)
  const first = Math.max(0, Math.min(top, count - inSight) - BEYOND)
  return [first, Math.min(count - 1, top + inSight + BEYOND)]
}
