import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * When an item of a list goes away with its focused button, the focus goes to the item in its place.
 *
 * @param items - the list; another value when it has changed
 * @param buttons - selects one button of each item
 * @param orElse - gets the focus when no item is left; by default the box
 * @returns the box around the list, and a function to be called with the index from 0 of an item before it is changed or removed
 */
export function useFocusInPlace<Box extends HTMLElement = HTMLDivElement>(
  items: unknown,
  buttons: string,
  orElse?: RefObject<HTMLElement | null>,
): [RefObject<Box | null>, (place: number) => void] {
  const box = useRef<Box>(null)
  const place = useRef(-1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list has changed
  useLayoutEffect(() => {
    if (place.current >= 0 && document.activeElement === document.body) {
      const found = [...(box.current?.querySelectorAll<HTMLElement>(buttons) ?? [])]
      const target = found[Math.min(place.current, found.length - 1)] ?? (orElse ?? box).current
      target?.focus()
    }
    place.current = -1
  }, [items])
  return [
    box,
    (at) => {
      place.current = at
    },
  ]
}
