import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { type FormEvent, isModified, openForm, reduceForm } from '../feedback/answers/form-state.ts'

/** Under this name the answers are kept that belong to no record yet. */
const BULK_ID = 'bulk'

/** The answers for many records while they are edited; every change is kept on this device at once. */
export function useBulkForm({ edits }: DeviceMemory) {
  const [kept] = useState(() => edits.find(BULK_ID))
  const [form, setForm] = useState(() => openForm({}, kept?.answers))
  const latest = useRef(form)
  useLayoutEffect(() => {
    latest.current = form
  })
  const apply = useCallback(
    (event: FormEvent) => {
      const next = reduceForm(latest.current, event)
      if (next === latest.current) return
      latest.current = next
      setForm(next)
      if (isModified(next)) edits.keep(BULK_ID, next.answers)
      else edits.forget(BULK_ID)
    },
    [edits],
  )
  return { form, apply, restoredAt: kept?.at }
}
