import { useEffect, useRef, useState } from 'react'
import type { RecordFilter } from '../query.ts'

/** Changes made quickly one after the other become one search. */
const APPLY_AFTER_MS = 300

/** Filters while they are edited: shown at once, applied shortly after the last change or when the editor closes. */
export function useDraftFilters(filters: readonly RecordFilter[], onApply: (filters: readonly RecordFilter[]) => void) {
  const [draft, setDraft] = useState<readonly RecordFilter[]>()
  const latest = useRef({ draft, onApply })
  useEffect(() => {
    latest.current = { draft, onApply }
  })

  const flush = () => {
    const { draft: waiting, onApply: apply } = latest.current
    if (!waiting) return
    latest.current.draft = undefined
    setDraft(undefined)
    apply(waiting)
  }
  const flushLatest = useRef(flush)
  useEffect(() => {
    if (!draft) return
    const timer = setTimeout(() => flushLatest.current(), APPLY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [draft])
  // What was chosen last counts, although its menu is gone.
  useEffect(() => () => flushLatest.current(), [])

  return { filters: draft ?? filters, change: setDraft, flush }
}
