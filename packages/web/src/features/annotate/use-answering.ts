import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import type { OutboxEntry, RecordStatus, ResponseChange, ResponseVersion } from '@postil/domain/outbox/entry'
import { isOutOfReach, refusedFor } from '@postil/domain/outbox/select'
import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import { type AnnotationRecord, type RecordResponse, versionOf } from '../../api/feedback/record.ts'
import { LabelOwner } from '../../form/label-owner.ts'
import { t } from '../../i18n/areas/feedback.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import { isStacked } from '../../ui/overlays/stacked.ts'
import { type ToastPosition, toasts } from '../../ui/toast/toast-queue.ts'
import { sameAnswers } from '../feedback/answers/form-state.ts'
import { noteLabels } from '../feedback/questions/QuestionView.tsx'
import { statusOf } from '../feedback/records/queue.ts'
import { baselineOf, type FormController } from './use-form.ts'

const MAX_UNDO = 50

/** An action on a record that can be undone. */
interface Action {
  record: AnnotationRecord
  /** The record's response before the action. */
  before: RecordResponse | undefined
  /** The answers in the form at the time of the action. */
  answers: Answers
  to: RecordStatus
  /** Increases with each action. */
  id: number
}

/** An answer of this visit, for the list of recent answers. */
export interface RecentAnswer {
  id: number
  recordId: string
  answers: Answers
  status: RecordStatus
  /** Undo it and stay on the current record. */
  undo: () => Promise<void>
}

const MAX_RECENT = 5

/** Toasts about answers share this key: each replaces the one before. */
export const ANSWER_TOAST = 'answer'

/** The actions on the current record as a whole, and the answers given so far. */
export interface Answering {
  /** Submit, discard or save as a draft. */
  save: (status: ResponseStatus) => Promise<void>
  clear: () => Promise<void>
  undo: () => Promise<void>
  canUndo: boolean
  /** The most recent ones, newest first. */
  recent: readonly RecentAnswer[]
  /** Send a refused answer again, to replace the conflicting response that the user has now seen. */
  insist: (entry: OutboxEntry) => Promise<void>
  /** Number of records submitted or discarded in this visit. */
  sessionCount: number
}

interface AnsweringInput {
  datasetId: string
  record: AnnotationRecord | undefined
  form: FormController | undefined
  questions: readonly Question[]
  memory: DeviceMemory
  note: (recordId: string, response: RecordResponse | undefined) => void
  /** Called when the record is submitted or discarded, to show the next one. */
  onDone: () => void
  /** Called to show a record again. */
  onShow: (recordId: string) => void
}

/**
 * The actions that save the form's answers through the outbox. The page shows the result at once, without waiting for
 * the server.
 */
export function useAnswering(input: AnsweringInput): Answering {
  const { datasetId, record, form, questions, memory, note, onDone, onShow } = input
  const { outbox, edits } = memory
  const owner = useContext(LabelOwner)
  /** The record that was submitted or discarded last, as it was then. */
  const savedRecord = useRef<AnnotationRecord>(undefined)
  const nextId = useRef(1)
  const [actions, setActions] = useState<readonly Action[]>([])
  const toast = useRef<{ id: number; recordId: string }>(undefined)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  // When the server refuses an answer, dismiss its success toast and no longer count the record as answered. One to a record out of
  // reach cannot be taken back.
  useEffect(
    () =>
      outbox.onRefused((entry) => {
        const { recordId } = entry
        if (isOutOfReach(entry)) setActions((list) => list.filter(({ record }) => record.id !== recordId))
        if (toast.current?.recordId === recordId) toasts.dismiss(toast.current.id)
        setAnswered((ids) => without(ids, recordId))
      }),
    [outbox],
  )

  /**
   * Enqueue an answer, and show the record with it at once.
   *
   * @param base - the response that the answer replaces, as the user saw it
   * @returns resolves when the answer is stored on this device
   */
  const send = (
    to: AnnotationRecord,
    change: ResponseChange,
    answers: Answers,
    base = versionOf(to.response),
  ): Promise<void> => {
    const stored = outbox.enqueue({ datasetId, recordId: to.id, change, from: statusOf(to), base, answers })
    edits.settle(to.id)
    note(to.id, change.status === 'pending' ? undefined : responseOf(base, change))
    return stored
  }

  const remember = (done: Omit<Action, 'id'>) => {
    const action: Action = { ...done, id: nextId.current++ }
    setActions((now) => [...now, action].slice(-MAX_UNDO))
    if (action.to === 'submitted' || action.to === 'discarded') setAnswered((ids) => new Set(ids).add(action.record.id))
    const id = toasts.notify({
      type: 'success',
      about: ANSWER_TOAST,
      position: toastPosition(),
      message: t(`annotate.undoToast.${action.to}`),
      action: { label: t('annotate.undo'), run: () => void takeBack(action) },
    })
    toast.current = { id, recordId: action.record.id }
  }

  const save = async (status: ResponseStatus) => {
    // Ignore a second key press before the next record is rendered.
    if (!record || !form || savedRecord.current === record) return
    const { answers } = form.read()
    const stored = send(record, { status, values: answersToPayload(questions, answers) }, answers, form.base)
    remember({ record, before: record.response, answers, to: status })
    form.apply({ type: status === 'draft' ? 'settled' : 'finished' })
    if (status !== 'draft') {
      savedRecord.current = record
      if (status === 'submitted') noteLabels(owner, questions, answers)
      onDone()
    }
    await stored
  }

  const clear = async () => {
    if (!record || !form) return
    const { answers } = form.read()
    const stored = record.response && send(record, { status: 'pending' }, answers, form.base)
    form.apply({ type: 'cleared' })
    edits.forget(record.id)
    remember({ record, before: record.response, answers, to: 'pending' })
    await stored
  }

  const insist = async ({ change, answers }: OutboxEntry) => {
    if (!record || !form) return
    const kept = edits.find(record.id)?.answers
    const stored = send(record, change, answers)
    remember({ record, before: record.response, answers, to: change.status })
    const isSent = change.status !== 'pending' && kept !== undefined && sameAnswers(kept, answers)
    // Changes that the user has made since then stay in the form.
    if (kept && !isSent) edits.keep(record.id, kept)
    form.reopen()
    await stored
  }

  // Must be stable: the toast that calls it outlives this render.
  const takeBack = useStableCallback(async (action: Action, stays = false) => {
    const { before, answers, to } = action
    let stored: Promise<void> | undefined
    const after: RecordResponse | undefined =
      to === 'pending' ? undefined : responseOf(versionOf(before), { status: to, values: {} })
    const now: AnnotationRecord = { ...action.record, response: after }
    const refused = refusedFor(outbox.getState(), action.record.id)
    // The server never saved a refused answer: discard it here instead of reverting it there.
    if (refused) stored = outbox.dismiss(refused.id)
    else if (statusOf(now) !== (before?.status ?? 'pending') || before) {
      const change: ResponseChange = before ? { status: before.status, values: before.values } : { status: 'pending' }
      stored = send(now, change, answers)
    }
    if (before && !refused) note(action.record.id, before)
    const baseline = baselineOf(questions, action.record)
    // Base the kept answers on the response as it was then, even if the server has a newer one now: saving them then
    // reports the conflict.
    if (!sameAnswers(baseline, answers)) edits.keep(action.record.id, answers, { base: versionOf(before) })
    setActions((list) => list.filter((one) => one !== action))
    setAnswered((ids) => without(ids, action.record.id))
    if (!stays || action.record.id === record?.id) onShow(action.record.id)
    toasts.notify({ type: 'info', about: ANSWER_TOAST, position: toastPosition(), message: t('annotate.undone') })
    await stored
  })

  const last = actions.at(-1)
  const recent = useMemo(
    () =>
      actions
        .slice(-MAX_RECENT)
        .toReversed()
        .map((action) => ({
          id: action.id,
          recordId: action.record.id,
          answers: action.answers,
          status: action.to,
          undo: () => takeBack(action, true),
        })),
    [actions, takeBack],
  )
  return {
    save,
    clear,
    undo: async () => {
      if (last) await takeBack(last)
    },
    canUndo: last !== undefined,
    recent,
    insist,
    sessionCount: answered.size,
  }
}

function without(ids: ReadonlySet<string>, gone: string): ReadonlySet<string> {
  return new Set([...ids].filter((id) => id !== gone))
}

/** A corner away from the actions, which are at the bottom right, or along the bottom edge of a small screen. */
export function toastPosition(): ToastPosition {
  return isStacked() ? 'top' : 'bottom-left'
}

function responseOf(
  base: ResponseVersion | null,
  { status, values }: Exclude<ResponseChange, { status: 'pending' }>,
): RecordResponse {
  const updatedAt = new Date().toISOString().slice(0, -1)
  return { id: base?.id ?? null, status, values, updatedAt, basedOn: base?.updatedAt }
}
