import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Answers } from '@postil/domain/answers/asked-question'
import { unsentFor } from '@postil/domain/outbox/select'
import { useContext, useEffect, useMemo, useState } from 'react'
import { showError } from '../../api/error-to-notice.ts'
import type { StartedAssignment } from '../../api/feedback/team/assignments.ts'
import { takeLeases } from '../../api/feedback/team/leases.ts'
import type { Blocked } from '../../form/ActionFooter.tsx'
import { LabelOwner } from '../../form/label-owner.ts'
import { t } from '../../i18n/areas/bulk.ts'
import type { Selection } from '../../list/selection.ts'
import { type KeptSelection, useSelection } from '../../list/use-selection.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { blockedActions } from '../feedback/answers/rules.ts'
import { noteLabels } from '../feedback/questions/QuestionView.tsx'
import { queryKey } from '../feedback/records/record-query.ts'
import type { AnnotationUrl } from '../feedback/url/annotation-url.ts'
import { type ChangeUrl, useAnnotationUrl } from '../feedback/url/use-annotation-url.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { useBulkForm } from './form/use-bulk-form.ts'
import { groupRecords } from './list/group-records.ts'
import { type BulkPage, useBulkPage } from './list/use-bulk-page.ts'
import { withoutMarks } from './sending/fill-answers.ts'
import { matchingRecords, planChange } from './sending/plan-change.ts'
import { useAnswerMany } from './sending/use-answer-many.ts'
import { type BulkRun, useBulkRun } from './sending/use-bulk-run.ts'
import type { LeftAlone } from './sending/use-left-alone.ts'
import { useSkipMany } from './sending/use-skip-many.ts'

/** The state and the actions of the bulk view. */
export interface Bulk {
  datasetId: string
  url: AnnotationUrl
  setUrl: ChangeUrl
  page: BulkPage
  selection: Selection
  select: (selection: Selection) => void
  /** The record with the keyboard focus. */
  activeId: string | undefined
  activate: (recordId: string | undefined) => void
  /** Number of records that an answer applies to; without a selection, the focused one. */
  targetCount: number
  /** Why a record could not be saved, by its id. */
  reasons: ReadonlyMap<string, string>
  form: ReturnType<typeof useBulkForm>
  /** Questions left empty are answered by each record's own suggestion. */
  isFilling: boolean
  setFilling: (isFilling: boolean) => void
  /** Records are grouped by suggestion. */
  isGrouped: boolean
  setGrouped: (isGrouped: boolean) => void
  blocked: Blocked
  run: BulkRun
  /** Answers are being sent, or their records fetched. */
  isRunning: boolean
  /** The status of an answer for all matching records, or a skip of them, that waits for confirmation. */
  toConfirm: ResponseStatus | 'skip' | undefined
  confirm: (isYes: boolean) => void
  save: (status: ResponseStatus) => void
  goOn: () => void
  undo: (() => void) | undefined
  /** Undo takes back the last step of the form rather than the last answer. */
  undoesForm: boolean
  /** Skip the selected records, or a single one. */
  skip: (recordId?: string) => void
  /** Why nothing can be skipped. */
  whyNotSkip: string | undefined
  /** Undoes the last skip, if nothing was answered since. */
  undoSkip: (() => void) | undefined
  /** Undefined while answers are being sent. */
  leftAlone: LeftAlone | undefined
  /** Overwrite the records that were left alone, or dismiss them. */
  settle: (isOverwrite: boolean) => void
  /** Records answered in this visit. */
  sessionCount: number
  /** The dialog that assigns records is open. */
  isAssignOpen: boolean
  setAssignOpen: (isOpen: boolean) => void
  /** The job of the running assignment that was started here. */
  assigning: StartedAssignment | undefined
  setAssigning: (started: StartedAssignment | undefined) => void
}

/** The controller of the bulk view: connects URL, page, selection, form and sending. */
export function useBulk({ dataset, questions }: DatasetParts, memory: DeviceMemory, kept?: KeptSelection): Bulk {
  const datasetId = dataset.id
  const [url, setUrl] = useAnnotationUrl()
  const [{ selection, activeId }, hold] = useSelection(queryKey(url), kept)
  const fetched = useBulkPage(datasetId, url, memory, () => selection.ids)
  const [isGrouped, setGrouped] = useState(false)
  const shown = useMemo(
    () => (isGrouped ? groupRecords(questions, fetched.records) : fetched.records),
    [isGrouped, fetched.records, questions],
  )
  const page = { ...fetched, records: shown }
  const form = useBulkForm(memory)
  const run = useBulkRun(datasetId)
  const owner = useContext(LabelOwner)
  const select = (next: Selection) => hold({ selection: next })
  const answering = useAnswerMany({ run, form, select })
  const skipping = useSkipMany({ datasetId, selection, hold, form, refresh: run.refresh })
  const [isFilling, setFilling] = useState(false)
  // Busy from the key press on: records are fetched before the first answer is sent.
  const [isStarted, setStarted] = useState(false)
  const [toConfirm, setToConfirm] = useState<ResponseStatus | 'skip'>()
  const [isAssignOpen, setAssignOpen] = useState(false)
  const [assigning, setAssigning] = useState<StartedAssignment>()

  const { total, records, isStale } = page
  // The requested page no longer exists: go to the first.
  useEffect(() => {
    if (!isStale && total !== undefined && url.page > 1 && url.page > total)
      setUrl({ ...url, page: 1 }, { replace: true })
  }, [isStale, total, url, setUrl])

  const isActiveThere = records.some(({ id }) => id === activeId)
  const targetCount = selection.isAll ? (total ?? 0) : chosenIds().length
  const isRunning = isStarted || run.progress !== undefined

  const start = async (status: ResponseStatus) => {
    const { answers } = form.form
    setStarted(true)
    skipping.forget()
    if (status === 'submitted') noteLabels(owner, questions, answers)
    try {
      const outbox = memory.outbox.getState()
      const { change, recordIds, refused, onTheWay } = await planChange({
        datasetId,
        status,
        questions,
        answers,
        isFilling,
        target: selection.isAll ? { query: url } : { ids: chosenIds() },
        atHand: records,
        isUnsent: (recordId) => unsentFor(outbox, recordId) !== undefined,
      })
      // Others may have some of all matching records open.
      const isOfOthers = selection.isAll && page.isShared && recordIds.length > 0
      const free = isOfOthers ? (await takeLeases(datasetId, recordIds)).record_ids : recordIds
      const { outcomes, unsent } = free.length > 0 ? await run.start(change, free) : { outcomes: [], unsent: [] }
      answering.finish(change, { outcomes: [...outcomes, ...refused], unsent }, answers)
      const leftOut = recordIds.length - free.length
      if (leftOut > 0) toasts.notify({ type: 'warning', message: t('bulk.leftOut', { count: leftOut }) })
      if (onTheWay > 0) toasts.notify({ type: 'warning', message: t('bulk.onTheWay', { count: onTheWay }) })
      // A run has fetched the list again.
      if (free.length === 0) page.retry()
    } catch (error) {
      showError(error)
    } finally {
      setStarted(false)
    }
  }

  const skip = async (recordId: string | undefined) => {
    setStarted(true)
    try {
      const ids = recordId === undefined ? await targetIds() : [recordId]
      await skipping.skip(ids, recordId === undefined)
    } catch (error) {
      showError(error)
    } finally {
      setStarted(false)
    }
  }

  const { reasons, goOn, undo, leftAlone, settle, sessionCount } = answering
  return {
    datasetId,
    url,
    setUrl,
    page,
    selection,
    select: (next) => {
      answering.keepReasons(next)
      select(next)
    },
    activeId: isActiveThere ? activeId : undefined,
    activate: (recordId) => hold({ activeId: recordId }),
    targetCount,
    reasons,
    form,
    isFilling,
    setFilling,
    isGrouped,
    setGrouped,
    blocked: blockedOf(),
    run,
    isRunning,
    toConfirm,
    confirm: (isYes) => {
      setToConfirm(undefined)
      if (!isYes || !toConfirm) return
      if (toConfirm === 'skip') void skip(undefined)
      else void start(toConfirm)
    },
    save: (status) => {
      if (selection.isAll) setToConfirm(status)
      else void start(status)
    },
    goOn: () => {
      skipping.forget()
      goOn()
    },
    undo,
    undoesForm: form.form.past.length > 0 && !answering.isNewest && !skipping.isNewest,
    skip: (recordId) => {
      if (selection.isAll && recordId === undefined) setToConfirm('skip')
      else void skip(recordId)
    },
    whyNotSkip: whyNotNow(),
    undoSkip: skipping.undo,
    leftAlone: isRunning ? undefined : leftAlone,
    settle: (isOverwrite) => {
      skipping.forget()
      settle(isOverwrite)
    },
    sessionCount,
    isAssignOpen,
    setAssignOpen,
    assigning,
    setAssigning,
  }

  function chosenIds(): string[] {
    if (selection.ids.size > 0) return [...selection.ids]
    return isActiveThere && activeId !== undefined ? [activeId] : []
  }

  /** The selected records, or all that match. */
  async function targetIds(): Promise<string[]> {
    if (!selection.isAll) return chosenIds()
    return (await matchingRecords(datasetId, url, true)).map(({ id }) => id)
  }

  /** Why nothing can be done with records now. */
  function whyNotNow(): string | undefined {
    return isRunning ? t('bulk.reason.running') : targetCount === 0 ? t('bulk.reason.none') : undefined
  }

  function blockedOf(): Blocked {
    const { answers } = form.form
    const blockedWith = (given: Answers) =>
      blockedActions(questions, { status: 'pending', answers: given, isModified: true })
    const { submit } = blockedWith(withoutMarks(questions, answers, 'submitted'))
    const byForm = { ...blockedWith(answers), submit }
    const reason = whyNotNow()
    if (reason) return { submit: reason, draft: reason, discard: reason, clear: isRunning ? reason : byForm.clear }
    // Missing answers may come from a record's suggestions, so each record is validated separately.
    return isFilling ? { clear: byForm.clear } : byForm
  }
}
