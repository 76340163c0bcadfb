import { useState } from 'react'
import type { AnnotationUrl } from '../features/feedback/url/annotation-url.ts'
import { NO_SELECTION, type Selection } from './selection.ts'

/** What is chosen and where the keyboard is. */
interface Held {
  selection: Selection
  activeId: string | undefined
}

const NOTHING: Held = { selection: NO_SELECTION, activeId: undefined }

/** Hold the selection while its query lasts: it stays from page to page, another query begins with nothing chosen. */
export function useSelection(url: AnnotationUrl): [Held, (change: Partial<Held>) => void] {
  const { status, text, filters, sort, similarity } = url
  const key = JSON.stringify([status, text, filters, sort, similarity])
  const [held, setHeld] = useState<Held & { key: string }>()
  const isOfQuery = held?.key === key
  const hold = (change: Partial<Held>) => setHeld((now) => ({ ...(now?.key === key ? now : NOTHING), ...change, key }))
  return [isOfQuery ? held : NOTHING, hold]
}
