import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../../ui/browser/media.ts'
import { STACKED } from '../../../ui/overlays/stacked.ts'

/** The sheet with the questions on a small screen: collapsed into the bar at the bottom, or open over the list. */
export interface FormSheet {
  /** There is room for only one column: the questions are in the sheet. */
  isStacked: boolean
  /** The sheet is open over the list. */
  isOpen: boolean
  /** Open it and focus the first question. Renders synchronously, so that a key press can be passed on to the question. */
  open: () => void
  close: () => void
  /** The button that opens and closes it; gets the focus when the sheet closes. */
  toggle: RefObject<HTMLButtonElement | null>
}

/** State of the sheet, which exists only where list and questions do not fit side by side. */
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
