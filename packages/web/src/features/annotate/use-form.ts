import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { prefill } from '@postil/domain/answers/prefill'
import type { ResponseVersion } from '@postil/domain/outbox/entry'
import { refusedFor } from '@postil/domain/outbox/select'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type AnnotationRecord, versionOf } from '../../api/feedback/record.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { type FormEvent, type FormState, isModified, openForm, reduceForm } from '../feedback/answers/form-state.ts'
import { suggestedAnswers } from '../feedback/answers/suggestion.ts'

/** When this page was opened. The user is only told about restored edits that are older. */
const openedAt = Date.now()

/** The form of the current record. */
export interface FormController {
  form: FormState
  /** Changes when the form is reopened for the same record; use it in a React key. */
  revision: number
  /** The response that these answers are based on, as the user saw it; null when there was none. */
  base: ResponseVersion | null
  /** Time of the edits that were restored from an earlier visit, in ms since 1970; undefined when none were. */
  restoredAt: number | undefined
  apply: (event: FormEvent) => void
  /** The current answers, including changes made earlier in the same event, before the next render. */
  read: () => FormState
  /** Reset the form to the record's current response or kept edits. */
  reopen: () => void
}

interface Opened {
  recordId: string
  revision: number
  form: FormState
  base: ResponseVersion | null
  restoredAt: number | undefined
}

/** The initial answers of a record's form: the user's response, or what the suggestions prefill. */
export function baselineOf(questions: readonly Question[], record: AnnotationRecord): Answers {
  return prefill(questions, {
    status: record.response?.status ?? 'pending',
    saved: record.response?.values,
    suggested: suggestedAnswers(questions, record.suggestions),
  })
}

/** The form state of the current record. Every change is stored on this device at once. */
export function useForm(
  record: AnnotationRecord | undefined,
  questions: readonly Question[],
  memory: DeviceMemory,
): FormController | undefined {
  const { edits, outbox } = memory
  const [revision, setRevision] = useState(0)
  const [held, setHeld] = useState<Opened>()
  let opened = held
  if (record && (opened?.recordId !== record.id || opened.revision !== revision)) {
    const kept = edits.find(record.id)
    const refused = refusedFor(outbox.getState(), record.id)
    const form = openForm(baselineOf(questions, record), kept?.answers ?? refused?.answers)
    const restoredAt = kept && kept.at < openedAt && isModified(form) ? kept.at : undefined
    const base = kept?.base === undefined ? versionOf(record.response) : kept.base
    opened = { recordId: record.id, revision, form, base, restoredAt }
    setHeld(opened)
  }

  const latest = useRef(opened)
  useLayoutEffect(() => {
    latest.current = opened
  })

  const apply = useCallback(
    (event: FormEvent) => {
      const now = latest.current
      if (!now) return
      const form = reduceForm(now.form, event)
      if (form === now.form) return
      latest.current = { ...now, form }
      setHeld(latest.current)
      if (isModified(form)) edits.keep(now.recordId, form.answers, { base: outbox.latestOwn(now.recordId, now.base) })
      else edits.forget(now.recordId)
    },
    [edits, outbox],
  )

  if (!record || !opened) return undefined
  return {
    form: opened.form,
    revision: opened.revision,
    base: opened.base,
    restoredAt: opened.restoredAt,
    apply,
    read: () => (latest.current ?? opened).form,
    reopen: () => setRevision((count) => count + 1),
  }
}
