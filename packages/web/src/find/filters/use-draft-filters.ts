import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RecordFilter } from '../query.ts'

/** Debounce: changes in quick succession become one search. */
const APPLY_AFTER_MS = 300

/** Filters while they are edited: shown at once, applied shortly after the last change or when the editor closes. */
export function useDraftFilters(filters: readonly RecordFilter[], onApply: (filters: readonly RecordFilter[]) => void) {
  const [draft, setDraft] = useState<readonly RecordFilter[]>()
  // A ref as well as state: closing and unmounting at once must apply the draft only once.
  const waiting = useRef<readonly RecordFilter[]>(undefined)

  const change = (next: readonly RecordFilter[]) => {
    waiting.current = next
    setDraft(next)
  }
  const flush = () => {
    const next = waiting.current
    if (!next) return
    waiting.current = undefined
    setDraft(undefined)
    onApply(next)
  }
  const flushLater = useEffectEvent(flush)
  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(() => flushLater(), APPLY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  // Apply the last change even though the editor unmounts.
  useEffect(() => () => flushLater(), [])

  return { filters: draft ?? filters, change, flush }
}
