import { type RefObject, useEffect, useState } from 'react'

/**
 * The part of its column that a panel takes when it is as high as what is in it, 0–1, as it changes.
 *
 * @param isOn - only measured then
 * @returns undefined until it is known
 */
export function useFit(panel: RefObject<HTMLElement | null>, isOn: boolean): number | undefined {
  const [fit, setFit] = useState<number>()
  useEffect(() => {
    const element = panel.current
    const column = element?.parentElement
    if (!isOn || !element || !column || !('ResizeObserver' in window)) return
    const observer = new ResizeObserver(() => setFit(element.offsetHeight / column.offsetHeight))
    observer.observe(element)
    observer.observe(column)
    return () => observer.disconnect()
  }, [panel, isOn])
  return isOn ? fit : undefined
}
