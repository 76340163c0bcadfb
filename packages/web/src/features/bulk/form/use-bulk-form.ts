import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { type FormEvent, isModified, openForm, reduceForm } from '../../feedback/answers/form-state.ts'

/** Key of the kept edit that does not belong to a record. */
const BULK_ID = 'bulk'

/** The form for many records; every change is stored on this device at once. */
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
  return { form, apply, read: () => latest.current, restoredAt: kept?.at }
}
