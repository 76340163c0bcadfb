import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { answersToPayload } from '@postil/domain/answers/payload'
import { unsentFor } from '@postil/domain/outbox/select'
import { useEffect, useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { t } from '../../../i18n/index.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { type Blocked, blockedActions } from '../annotation/form/rules.ts'
import type { AnnotationUrl } from '../annotation/url/annotation-url.ts'
import { type ChangeUrl, useAnnotationUrl } from '../annotation/url/use-annotation-url.ts'
import type { DatasetParts } from '../annotation/use-dataset.ts'
import type { DeviceMemory } from '../outbox/use-outbox.ts'
import { type AnswerChange, unsentIds } from './bulk-job.ts'
import { fetchEach } from './fetch-each.ts'
import { fillAnswers } from './fill-answers.ts'
import { matchingRecords } from './matching-records.ts'
import type { JobResult } from './run-job.ts'
import { type Selection, selectOnly } from './selection.ts'
import { tellUndone } from './tell-undone.ts'
import { useBulkForm } from './use-bulk-form.ts'
import { type BulkPage, useBulkPage } from './use-bulk-page.ts'
import { type BulkAction, type BulkRun, failuresOf, savedOf, useBulkRun } from './use-bulk-run.ts'
import { type LeftAlone, useLeftAlone } from './use-left-alone.ts'
import { useSelection } from './use-selection.ts'

/** Everything the bulk view shows and does. */
export interface Bulk {
  datasetId: string
  url: AnnotationUrl
  setUrl: ChangeUrl
  page: BulkPage
  selection: Selection
  select: (selection: Selection) => void
  /** The record the keyboard is at. */
  activeId: string | undefined
  activate: (recordId: string | undefined) => void
  /** How many records an answer goes to; one without a selection when one is marked. */
  targetCount: number
  /** Why a record could not be saved, by its id. */
  reasons: ReadonlyMap<string, string>
  form: ReturnType<typeof useBulkForm>
  /** What the form leaves empty is answered by each record's own suggestion. */
  isFilling: boolean
  setFilling: (isFilling: boolean) => void
  blocked: Blocked
  run: BulkRun
  /** An answer for all that match waits for a yes. */
  toConfirm: ResponseStatus | undefined
  confirm: (isYes: boolean) => void
  save: (status: ResponseStatus) => void
  goOn: () => void
  undo: (() => void) | undefined
  /** None while answers are on their way. */
  leftAlone: LeftAlone | undefined
  /** Overwrite what was left alone after all, or forget about it. */
  settle: (isOverwrite: boolean) => void
  /** Records answered in this visit. */
  sessionCount: number
}

/** Join address, page, selection, form and sending: the one place that knows all of them. */
export function useBulk({ dataset, questions }: DatasetParts, memory: DeviceMemory): Bulk {
  const datasetId = dataset.id
  const [url, setUrl] = useAnnotationUrl()
  const page = useBulkPage(datasetId, url, memory)
  const form = useBulkForm(memory)
  const run = useBulkRun(datasetId)
  const [{ selection, activeId }, hold] = useSelection(url)
  const [isFilling, setFilling] = useState(false)
  // From the press on: the records are fetched before the first answer is sent.
  const [isStarted, setStarted] = useState(false)
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [toConfirm, setToConfirm] = useState<ResponseStatus>()
  const [lastAction, setLastAction] = useState<BulkAction>()
  const [sessionCount, setSessionCount] = useState(0)

  const { leftAlone, leave, overwrite, finishOverwriting } = useLeftAlone(run, (count) =>
    setSessionCount((now) => now + count),
  )

  const select = (next: Selection) => hold({ selection: next })

  const { total, records, isStale } = page
  // The page that was asked for is gone: begin at the first.
  useEffect(() => {
    if (!isStale && total !== undefined && url.page > 1 && url.page > total)
      setUrl({ ...url, page: 1 }, { replace: true })
  }, [isStale, total, url, setUrl])

  const isActiveThere = records.some(({ id }) => id === activeId)
  const targetCount = selection.isAll ? (total ?? 0) : chosenIds().length
  const isRunning = isStarted || run.progress !== undefined
  const blocked = blockedOf()

  const finish = (change: AnswerChange, { outcomes, unsent }: JobResult, answers: BulkAction['answers']) => {
    const { status } = change
    const saved = savedOf(outcomes)
    const failures = failuresOf(outcomes)
    const failed = failures.filter(({ isAnswered }) => !isAnswered)
    // Those are pending no more: they leave the list, and with it what is chosen.
    const answered = failures.filter(({ isAnswered }) => isAnswered).map(({ recordId }) => recordId)
    setReasons(new Map(failures.map(({ recordId, reason }) => [recordId, reason])))
    select(selectOnly([...failed.map(({ recordId }) => recordId), ...unsent]))
    if (answered.length > 0) leave({ change, recordIds: answered, answers })
    setSessionCount((count) => count + saved.length)
    if (saved.length > 0) {
      const action = { status, saved, answers }
      setLastAction(action)
      if (failures.length + unsent.length === 0) form.apply({ type: 'cleared' })
      const words =
        unsent.length > 0
          ? t('bulk.stopped', { done: saved.length, total: outcomes.length + unsent.length })
          : t(`bulk.done.${status}`, { count: saved.length })
      toasts.notify({
        type: 'success',
        position: 'bottom-left',
        message: words,
        action: { label: t('annotate.undo'), run: () => void takeBack(action) },
      })
    }
    if (failed.length > 0) toasts.notify({ type: 'warning', message: t('bulk.failed', { count: failed.length }) })
  }

  const start = async (status: ResponseStatus) => {
    const { answers } = form.form
    setStarted(true)
    try {
      const state = memory.outbox.getState()
      const matching = selection.isAll ? await matchingRecords(datasetId, url, !isFilling) : []
      const ids = (selection.isAll ? matching.map(({ id }) => id) : chosenIds()).filter((id) => !unsentFor(state, id))
      if (!isFilling) {
        const values = answersToPayload(questions, answers, status)
        const change = { status, values }
        return finish(change, await run.start(change, ids), answers)
      }
      const targets = await fetchEach(ids, [...records, ...matching])
      const { valuesOf, refused } = fillAnswers(questions, answers, status, targets)
      const change = { status, valuesOf }
      const sent = await run.start(change, Object.keys(valuesOf))
      finish(change, { ...sent, outcomes: [...sent.outcomes, ...refused] }, answers)
    } catch (error) {
      showError(error)
    } finally {
      setStarted(false)
    }
  }

  const takeBack = async (action: BulkAction) => {
    setLastAction((now) => (now === action ? undefined : now))
    const result = await run.undo(action)
    const back = savedOf(result.outcomes)
    setSessionCount((now) => Math.max(0, now - back.length))
    // What could not be taken back yet can be tried again; what was changed elsewhere since stays.
    const answered = failuresOf(result.outcomes).filter(({ isAnswered }) => isAnswered)
    const settled = new Set([...back, ...answered].map(({ recordId }) => recordId))
    const left = action.saved.filter(({ recordId }) => !settled.has(recordId))
    if (left.length > 0) setLastAction({ ...action, saved: left })
    form.apply({ type: 'replaced', answers: action.answers })
    select(selectOnly(back.map(({ recordId }) => recordId)))
    tellUndone(result)
  }

  const goOn = async () => {
    const { interrupted } = run
    if (!interrupted) return
    const result = await run.goOn(interrupted)
    const { change } = interrupted
    const { answers } = form.form
    if (change.status === 'pending') tellUndone(result)
    else if (change.overwrites) finishOverwriting({ change, recordIds: unsentIds(interrupted), answers }, result)
    else finish(change, result, answers)
  }

  return {
    datasetId,
    url,
    setUrl,
    page,
    selection,
    select: (next) => {
      setReasons((now) => new Map([...now].filter(([id]) => next.ids.has(id))))
      select(next)
    },
    activeId: isActiveThere ? activeId : undefined,
    activate: (recordId) => hold({ activeId: recordId }),
    targetCount,
    reasons,
    form,
    isFilling,
    setFilling,
    blocked,
    run,
    toConfirm,
    confirm: (isYes) => {
      setToConfirm(undefined)
      if (isYes && toConfirm) void start(toConfirm)
    },
    save: (status) => {
      if (selection.isAll) setToConfirm(status)
      else void start(status)
    },
    goOn: () => void goOn(),
    undo: lastAction && (() => void takeBack(lastAction)),
    leftAlone: isRunning ? undefined : leftAlone,
    settle: (isOverwrite) => {
      leave(undefined)
      if (!isOverwrite || !leftAlone) return
      // The answers are on their way now; others that the form has got since stay.
      if (form.form.answers === leftAlone.answers) form.apply({ type: 'cleared' })
      void overwrite(leftAlone)
    },
    sessionCount,
  }

  function chosenIds(): string[] {
    if (selection.ids.size > 0) return [...selection.ids]
    return isActiveThere && activeId !== undefined ? [activeId] : []
  }

  function blockedOf(): Blocked {
    const { answers } = form.form
    const byForm = blockedActions(questions, { status: 'pending', answers, isModified: true })
    const reason = isRunning ? t('bulk.reason.running') : targetCount === 0 ? t('bulk.reason.none') : undefined
    if (reason) return { submit: reason, draft: reason, discard: reason, clear: isRunning ? reason : byForm.clear }
    // What is missing may come from a record's suggestion: each is judged by itself.
    return isFilling ? { clear: byForm.clear } : byForm
  }
}
