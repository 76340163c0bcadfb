import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../ui/media.ts'
import { STACKED } from '../../ui/stacked.ts'

/** The questions on a small screen: folded away into the bar at the bottom, or over the list. */
export interface FormSheet {
  /** There is room for one column alone: the questions are in the sheet. */
  isStacked: boolean
  /** They lie over the list. */
  isOpen: boolean
  /** Show them, with the focus in the first. They are there when it returns, so that a key can go on to them. */
  open: () => void
  close: () => void
  /** The button that opens and closes it: it keeps the focus of what goes away. */
  toggle: RefObject<HTMLButtonElement | null>
}

/** Whether the questions lie over the list, which only happens where both have no room side by side. */
export function useFormSheet(): FormSheet {
  const isStacked = useMedia(STACKED)
  const [wasOpened, setOpened] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const isOpen = isStacked && wasOpened
  return {
    isStacked,
    isOpen,
    open: () => {
      if (isStacked) flushSync(() => setOpened(true))
    },
    close: () => {
      if (document.activeElement?.closest('[data-sheet]')) toggle.current?.focus()
      setOpened(false)
    },
    toggle,
  }
}
