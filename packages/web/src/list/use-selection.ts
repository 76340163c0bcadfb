import { type RefObject, useState } from 'react'
import { NO_SELECTION, type Selection } from './selection.ts'

/** What is chosen and where the keyboard is. */
export interface Held {
  selection: Selection
  activeId: string | undefined
}

/** A selection with the query it belongs to. */
export type KeptSelection = RefObject<(Held & { key: string }) | undefined>

const NOTHING: Held = { selection: NO_SELECTION, activeId: undefined }

/**
 * Hold the selection while its query lasts: it stays from page to page, another query begins with nothing chosen.
 *
 * @param key - equal for the same query
 * @param kept - where it outlives this view, so that it is there again when the view is
 */
export function useSelection(key: string, kept?: KeptSelection): [Held, (change: Partial<Held>) => void] {
  const [held, setHeld] = useState(() => kept?.current)
  const isOfQuery = held?.key === key
  const hold = (change: Partial<Held>) =>
    setHeld((now) => {
      const next = { ...(now?.key === key ? now : NOTHING), ...change, key }
      if (kept) kept.current = next
      return next
    })
  return [isOfQuery ? held : NOTHING, hold]
}
