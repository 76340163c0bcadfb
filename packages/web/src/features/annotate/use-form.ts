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

/** Edits older than this page are news to the reader; later ones they made themselves. */
const openedAt = Date.now()

/** The form of the shown record. */
export interface FormDesk {
  form: FormState
  /** Another number is another form, also of the same record. */
  revision: number
  /** The user's response as they saw it when these answers were begun; null when there was none. */
  base: ResponseVersion | null
  /** When the edits were made that an earlier visit left, in ms since 1970. */
  restoredAt: number | undefined
  apply: (event: FormEvent) => void
  /** The answers as they are this moment, changes of the same event included. */
  read: () => FormState
  /** Show the record's form anew: what it begins with has changed. */
  reopen: () => void
}

interface Opened {
  recordId: string
  revision: number
  form: FormState
  base: ResponseVersion | null
  restoredAt: number | undefined
}

/** What a record's questions begin with. */
export function baselineOf(questions: readonly Question[], record: AnnotationRecord): Answers {
  return prefill(questions, {
    status: record.response?.status ?? 'pending',
    saved: record.response?.values,
    suggested: suggestedAnswers(questions, record.suggestions),
  })
}

/** Hold the answers of the shown record while they are edited; every change is kept on this device at once. */
export function useForm(
  record: AnnotationRecord | undefined,
  questions: readonly Question[],
  memory: DeviceMemory,
): FormDesk | undefined {
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
