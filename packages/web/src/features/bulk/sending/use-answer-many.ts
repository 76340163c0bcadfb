import { useState } from 'react'
import { t } from '../../../i18n/areas/bulk.ts'
import { type Selection, selectOnly } from '../../../list/selection.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { FormState } from '../../feedback/answers/form-state.ts'
import type { useBulkForm } from '../form/use-bulk-form.ts'
import { type AnswerChange, unsentIds } from './bulk-job.ts'
import type { JobResult } from './run-job.ts'
import { type BulkAction, type BulkRun, failuresOf, savedOf } from './use-bulk-run.ts'
import { useLeftAlone } from './use-left-alone.ts'

interface Tools {
  run: BulkRun
  form: ReturnType<typeof useBulkForm>
  select: (selection: Selection) => void
}

/** Applies a bulk change: updates the selection, reports the result, and offers undo. */
export function useAnswerMany({ run, form, select }: Tools) {
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [lastAction, setLastAction] = useState<BulkAction>()
  /** The steps of the form when it was last sent and kept its answers: those are older than the sent answers. */
  const [sentSteps, setSentSteps] = useState<FormState['past']>()
  const [sessionCount, setSessionCount] = useState(0)
  const { leftAlone, leave, overwrite, finishOverwriting } = useLeftAlone(run, (count) =>
    setSessionCount((now) => now + count),
  )

  const finish = (change: AnswerChange, { outcomes, unsent }: JobResult, answers: BulkAction['answers']) => {
    const { status } = change
    const saved = savedOf(outcomes)
    const failures = failuresOf(outcomes)
    const failed = failures.filter(({ isAnswered, isOutOfReach }) => !isAnswered && !isOutOfReach)
    const outOfReach = failures.filter((failure) => failure.isOutOfReach).length
    // Saved records are no longer pending: they leave the list and the selection.
    const answered = failures.filter(({ isAnswered }) => isAnswered).map(({ recordId }) => recordId)
    setReasons(new Map(failures.map(({ recordId, reason }) => [recordId, reason])))
    select(selectOnly([...failed.map(({ recordId }) => recordId), ...unsent]))
    if (answered.length > 0) leave({ change, recordIds: answered, answers })
    setSessionCount((count) => count + saved.length)
    if (saved.length > 0) {
      const action: BulkAction = { status, saved, answers }
      setLastAction(action)
      if (failures.length - outOfReach + unsent.length === 0) form.apply({ type: 'cleared' })
      else setSentSteps(form.read().past)
      const words =
        unsent.length > 0
          ? t('bulk.stopped', { done: saved.length, total: outcomes.length + unsent.length })
          : t(`bulk.done.${status}`, { count: saved.length })
      action.toastId = toasts.notify({
        type: 'success',
        position: 'bottom-left',
        message: words,
        action: { label: t('annotate.undo'), run: () => void takeBack(action) },
      })
    }
    if (outOfReach > 0) toasts.notify({ type: 'warning', message: t('bulk.outOfReach', { count: outOfReach }) })
    if (failed.length > 0) toasts.notify({ type: 'warning', message: t('bulk.failed', { count: failed.length }) })
  }

  const takeBack = async (action: BulkAction) => {
    setLastAction((now) => (now === action ? undefined : now))
    toasts.dismiss(action.toastId)
    const result = await run.undo(action)
    const back = savedOf(result.outcomes)
    setSessionCount((now) => Math.max(0, now - back.length))
    // Failed undos can be retried; responses changed elsewhere since stay.
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
    reasons,
    /** Errors are kept only for records that are still selected. */
    keepReasons: ({ ids }: Selection) => setReasons((now) => new Map([...now].filter(([id]) => ids.has(id)))),
    sessionCount,
    leftAlone,
    finish,
    goOn: () => void goOn(),
    undo: lastAction && (() => void takeBack(lastAction)),
    /** The last answers that can be undone were sent after the last step of the form. */
    isNewest: lastAction !== undefined && form.form.past === sentSteps,
    settle: (isOverwrite: boolean) => {
      leave(undefined)
      if (!isOverwrite || !leftAlone) return
      // The sent answers are cleared from the form; answers entered since stay.
      if (form.form.answers === leftAlone.answers) form.apply({ type: 'cleared' })
      void overwrite(leftAlone)
    },
  }
}

/** Report how many answers were undone, and why others were not. */
function tellUndone({ outcomes, unsent }: JobResult): void {
  const back = savedOf(outcomes).length
  const failures = failuresOf(outcomes)
  const [first] = failures
  const words =
    unsent.length > 0
      ? t('bulk.stopped', { done: back, total: outcomes.length + unsent.length })
      : t('bulk.undone', { count: back })
  if (back + unsent.length > 0) toasts.notify({ type: 'info', position: 'bottom-left', message: words })
  if (first)
    toasts.notify({
      type: 'warning',
      message: t('bulk.notUndone', { count: failures.length, reason: first.reason }),
    })
}
