import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Question } from '@postil/contract/feedback/settings/questions'
import type { Answers } from '@postil/domain/answers/asked-question'
import { answersToPayload } from '@postil/domain/answers/payload'
import type { OutboxEntry, RecordStatus, ResponseChange, ResponseVersion } from '@postil/domain/outbox/entry'
import { refusedFor } from '@postil/domain/outbox/select'
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
import { baselineOf, type FormDesk } from './use-form.ts'

const MAX_UNDO = 50

/** Something the user did to a record, to be taken back. */
interface Action {
  record: AnnotationRecord
  /** What the record had before. */
  before: RecordResponse | undefined
  /** The form as it was. */
  answers: Answers
  to: RecordStatus
  /** Counts up. */
  id: number
}

/** An answer of this visit that can be taken back. */
export interface RecentAnswer {
  id: number
  recordId: string
  answers: Answers
  status: RecordStatus
  /** Take it back; what is on the screen stays there. */
  undo: () => Promise<void>
}

const MAX_RECENT = 5

/** Each tells of the last thing that was done: the next one takes its place. */
export const ANSWER_TOAST = 'answer'

/** What can be done with the shown record as a whole. */
export interface Answering {
  /** Submit, discard or save as a draft. */
  save: (status: ResponseStatus) => Promise<void>
  clear: () => Promise<void>
  undo: () => Promise<void>
  canUndo: boolean
  /** The last ones, newest first. */
  recent: readonly RecentAnswer[]
  /** Put an answer that was given back into the place of the one that stands there, knowing it. */
  insist: (entry: OutboxEntry) => Promise<void>
  /** Records submitted or discarded in this visit. */
  sessionCount: number
}

interface AnsweringInput {
  datasetId: string
  record: AnnotationRecord | undefined
  form: FormDesk | undefined
  questions: readonly Question[]
  memory: DeviceMemory
  note: (recordId: string, response: RecordResponse | undefined) => void
  /** The record is done with: show the next one. */
  onDone: () => void
  /** Show a record again. */
  onShow: (recordId: string) => void
}

/** Turn the form into answers on their way to the server. The page goes on at once. */
export function useAnswering(input: AnsweringInput): Answering {
  const { datasetId, record, form, questions, memory, note, onDone, onShow } = input
  const { outbox, edits } = memory
  const owner = useContext(LabelOwner)
  /** The record whose answer was handed over last, as it was then. */
  const savedRecord = useRef<AnnotationRecord>(undefined)
  const nextId = useRef(1)
  const [actions, setActions] = useState<readonly Action[]>([])
  const toast = useRef<{ id: number; recordId: string }>(undefined)
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  // What was not taken is not to be called submitted any longer, nor to be counted.
  useEffect(
    () =>
      outbox.onRefused(({ recordId }) => {
        if (toast.current?.recordId === recordId) toasts.dismiss(toast.current.id)
        setAnswered((ids) => without(ids, recordId))
      }),
    [outbox],
  )

  /**
   * Hand an answer over, and show at once what it makes of the record.
   *
   * @param base - the response that it takes the place of, as the user saw it
   * @returns when it is safe on this device
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
    // A second press before the next record is drawn means the same answer.
    if (!record || !form || savedRecord.current === record) return
    const { answers } = form.read()
    const stored = send(record, { status, values: answersToPayload(questions, answers) }, answers, form.base)
    remember({ record, before: record.response, answers, to: status })
    if (status === 'draft') form.apply({ type: 'settled' })
    else {
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
    // What the user has done since stays in the form.
    if (kept && !isSent) edits.keep(record.id, kept)
    form.reopen()
    await stored
  }

  // The toast that offers it outlives the render that made it.
  const takeBack = useStableCallback(async (action: Action, stays = false) => {
    const { before, answers, to } = action
    let stored: Promise<void> | undefined
    const after: RecordResponse | undefined =
      to === 'pending' ? undefined : responseOf(versionOf(before), { status: to, values: {} })
    const now: AnnotationRecord = { ...action.record, response: after }
    const refused = refusedFor(outbox.getState(), action.record.id)
    // What the server never took is not to be taken back there.
    if (refused) stored = outbox.dismiss(refused.id)
    else if (statusOf(now) !== (before?.status ?? 'pending') || before) {
      const change: ResponseChange = before ? { status: before.status, values: before.values } : { status: 'pending' }
      stored = send(now, change, answers)
    }
    if (before && !refused) note(action.record.id, before)
    const baseline = baselineOf(questions, action.record)
    // They were begun on what was seen then, also when another answer stands there now.
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

/** Never over the actions: these are at the bottom right, or all along the bottom of a small screen. */
function toastPosition(): ToastPosition {
  return isStacked() ? 'top' : 'bottom-left'
}

function responseOf(
  base: ResponseVersion | null,
  { status, values }: Exclude<ResponseChange, { status: 'pending' }>,
): RecordResponse {
  const updatedAt = new Date().toISOString().slice(0, -1)
  return { id: base?.id ?? null, status, values, updatedAt, basedOn: base?.updatedAt }
}
