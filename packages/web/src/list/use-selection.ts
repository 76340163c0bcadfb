import { type RefObject, useState } from 'react'
import { NO_SELECTION, type Selection } from './selection.ts'

/** The selection, and the record that has the focus. */
export interface Held {
  selection: Selection
  activeId: string | undefined
}

/** A selection with the query it belongs to. */
export type KeptSelection = RefObject<(Held & { key: string }) | undefined>

/** Changes what is held; a function gets what is held at that time, and is not called after the query has changed. */
export type Hold = (change: Partial<Held> | ((now: Held) => Partial<Held>)) => void

const NOTHING: Held = { selection: NO_SELECTION, activeId: undefined }

/**
 * The selection of a query: kept from page to page, empty again for another query.
 *
 * @param key - equal for the same query
 * @param kept - keeps the selection while this view is not mounted
 */
export function useSelection(key: string, kept?: KeptSelection): [Held, Hold] {
  const [held, setHeld] = useState(() => kept?.current)
  const isOfQuery = held?.key === key
  const hold: Hold = (change) =>
    setHeld((now) => {
      const isFunction = typeof change === 'function'
      if (isFunction && now && now.key !== key) return now
      const before = now?.key === key ? now : NOTHING
      const next = { ...before, ...(isFunction ? change(before) : change), key }
      if (kept) kept.current = next
      return next
    })
  return [isOfQuery ? held : NOTHING, hold]
}
