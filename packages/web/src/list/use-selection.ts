import { type RefObject, useState } from 'react'
import { NO_SELECTION, type Selection } from './selection.ts'

/** The selection, and the record that has the focus. */
export interface Held {
  selection: Selection
  activeId: string | undefined
}

/** A selection with the query it belongs to. */
export type KeptSelection = RefObject<(Held & { key: string }) | undefined>

const NOTHING: Held = { selection: NO_SELECTION, activeId: undefined }

/**
 * The selection of a query: kept from page to page, empty again for another query.
 *
 * @param key - equal for the same query
 * @param kept - keeps the selection while this view is not mounted
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
