import { useState } from 'react'
import { NO_SELECTION, type Selection } from './selection.ts'

/** What is chosen and where the keyboard is. */
interface Held {
  selection: Selection
  activeId: string | undefined
}

const NOTHING: Held = { selection: NO_SELECTION, activeId: undefined }

/**
 * Hold the selection while its query lasts: it stays from page to page, another query begins with nothing chosen.
 *
 * @param key - equal for the same query
 */
export function useSelection(key: string): [Held, (change: Partial<Held>) => void] {
  const [held, setHeld] = useState<Held & { key: string }>()
  const isOfQuery = held?.key === key
  const hold = (change: Partial<Held>) => setHeld((now) => ({ ...(now?.key === key ? now : NOTHING), ...change, key }))
  return [isOfQuery ? held : NOTHING, hold]
}
