import type { RecordStatus } from '@postil/domain/outbox/entry'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { AnnotationRecord, RecordResponse } from '../../api/feedback/record.ts'
import { queryKeys } from '../../api/keys.ts'
import { t } from '../../i18n/areas/feedback.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { useLatestSearch } from '../../ui/browser/use-latest-search.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { failedNotice, type Notice } from '../feedback/notices/notice.ts'
import {
  currentRecord,
  destinationOf,
  indexOfPage,
  pageOf,
  positionOf,
  type Queue,
  step,
} from '../feedback/records/queue.ts'
import { isNarrowed } from '../feedback/records/record-query.ts'
import { type QueueController, useQueue } from '../feedback/records/use-queue.ts'
import { type AnnotationUrl, readUrl, writeUrl } from '../feedback/url/annotation-url.ts'
import { type ChangeUrl, useAnnotationUrl } from '../feedback/url/use-annotation-url.ts'
import type { DatasetParts } from '../feedback/use-dataset.ts'
import { ANSWER_TOAST, type Answering, useAnswering } from './use-answering.ts'
import { useDeliveries } from './use-deliveries.ts'
import { type FormController, useForm } from './use-form.ts'
import { useLinkedRecord } from './use-linked-record.ts'

/** The state and the actions of the annotation screen. */
export interface Work {
  url: AnnotationUrl
  setUrl: ChangeUrl
  record: AnnotationRecord | undefined
  /** The records loaded so far, including the current one. */
  known: readonly AnnotationRecord[]
  /** Position in the queue, from 1; undefined for a record opened by its link. */
  position: { at: number; total: number | undefined } | undefined
  form: FormController | undefined
  answering: Answering
  notice: Notice | undefined
  refresh: () => void
  /** Remove a record that other users have taken, and show the next one. */
  drop: (recordId: string) => void
  /** Show a record again that was dropped in this visit. */
  putBack: (recordId: string) => void
  /** Show a record of this visit again. */
  show: (recordId: string) => void
  /** Show the next or previous record (undefined when there is none), or the record at a position. */
  paging: {
    next: (() => void) | undefined
    previous: (() => void) | undefined
    goTo: (position: number) => void
  }
  memory: DeviceMemory
}

/** Combine URL, queue, form and outbox. This hook alone depends on all of them. */
export function useWork({ dataset, questions }: DatasetParts, memory: DeviceMemory): Work {
  const datasetId = dataset.id
  const client = useQueryClient()
  const [url, setUrl] = useAnnotationUrl()
  const controller = useQueue({ datasetId, query: url, page: url.page, memory })
  const linked = useLinkedRecord(datasetId, url.recordId, memory)
  const { queue } = controller
  const isLinked = url.recordId !== undefined
  const record = isLinked ? linked.record : currentRecord(queue)
  const form = useForm(record, questions, memory)

  const note = (recordId: string, response: RecordResponse | undefined, isOwn?: boolean) => {
    controller.note(recordId, response)
    linked.note(recordId, response)
    // The form would go on to show what the record had before, as if that was the answer from elsewhere. Edits begun here
    // stay; they are based on the earlier answer, so that submitting them reports the conflict.
    if (isOwn === false && recordId === record?.id && !memory.edits.find(recordId)) form?.reopen()
  }
  const show = (recordId: string) => {
    const index = queue.records.findIndex(({ id }) => id === recordId)
    if (index >= 0 && !isLinked) controller.show(() => index)
    else if (url.recordId !== recordId) setUrl({ ...url, recordId })
    form?.reopen()
  }
  const answering = useAnswering({
    datasetId,
    record,
    form,
    questions,
    memory,
    note,
    onDone: () => !isLinked && controller.advance(),
    onShow: show,
  })

  const leave = (recordId: string) => {
    controller.drop(recordId)
    void client.invalidateQueries({ queryKey: queryKeys.record(datasetId, recordId), exact: true })
    // If the whole dataset is out of reach, the page says so.
    void client.invalidateQueries({ queryKey: queryKeys.dataset(datasetId), exact: true })
  }

  useDeliveries({ memory, shownId: record?.id, note, show, leave })
  usePageInUrl({ url, setUrl, controller, isLinked })

  const refresh = () => {
    void client.invalidateQueries({ queryKey: queryKeys.dataset(datasetId) })
    controller.reload(pageOf(queue))
    if (isLinked) linked.retry()
  }

  const notice = record ? undefined : noticeOf()
  return {
    url,
    setUrl,
    record,
    known: queue.records.length > 0 || !record ? queue.records : [record],
    position: isLinked ? undefined : { at: positionOf(queue), total: queue.total },
    form,
    answering,
    notice,
    refresh,
    drop: controller.drop,
    putBack: controller.putBack,
    show,
    paging: {
      next: isLinked || !canGoOn(queue) ? undefined : next,
      previous: isLinked || queue.index === 0 ? undefined : () => controller.show((now) => step(now, -1)),
      goTo,
    },
    memory,
  }

  function next(): void {
    if (queue.index === queue.records.length - 1) tellEnd(queue)
    controller.show((now) => step(now, 1))
  }

  function goTo(position: number): void {
    const to = destinationOf(queue, position)
    if ('page' in to) controller.reload(to.page)
    else controller.show(() => to.index)
  }

  function noticeOf(): Notice | undefined {
    if (dataset.status === 'draft') return { kind: 'unpublished', onAgain: refresh }
    if (isLinked && linked.isMissing) return { kind: 'missing', onAgain: () => setUrl({ ...url, recordId: undefined }) }
    const error = isLinked ? linked.error : controller.error
    if (error) return failedNotice(error, isLinked ? linked.retry : controller.retry)
    if (isLinked || !queue.isComplete) return undefined
    if (queue.records.length > 0) return { kind: 'end', onAgain: () => controller.reload(1) }
    return { kind: isNarrowed(url) ? 'noMatch' : 'empty', onAgain: refresh }
  }
}

interface PageInUrl {
  url: AnnotationUrl
  setUrl: ChangeUrl
  controller: QueueController
  isLinked: boolean
}

/**
 * Keep the `page` in the URL in step with the current record, in both directions: moving through the queue changes
 * the URL, and the browser's back button changes the record.
 */
function usePageInUrl({ url, setUrl, controller, isLinked }: PageInUrl): void {
  const { queue } = controller
  const shownPage = pageOf(queue)
  const known = useRef({ status: url.status as RecordStatus, page: url.page, isReached: false })
  const isLoaded = queue.records.length > 0
  // Depend on the location, not only on its page: if the user goes back before a URL change is rendered, the page is
  // the same as in the render before.
  const location = useLocation()
  const latest = useLatestSearch()

  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address and the shown page decide
  useEffect(() => {
    if (isLinked || !isLoaded) return
    // React may render a change of the URL after further steps in the queue. The rendered page would then be taken for one that the user went
    // back to, and the last step would be lost.
    const now = readUrl(latest()).url
    if (`${writeUrl({ ...now, page: url.page })}` !== `${writeUrl(url)}`) return
    if (now.page !== known.current.page || now.status !== known.current.status) {
      known.current = { status: now.status, page: now.page, isReached: now.page === shownPage }
      if (now.page === shownPage) return
      const index = indexOfPage(queue, now.page)
      if (index !== undefined) controller.show(() => index)
      else controller.reload(now.page)
      return
    }
    const { isReached } = known.current
    known.current = { status: now.status, page: shownPage, isReached: true }
    // A page that does not exist is replaced: the back button would lead to it again, and from there back here.
    if (shownPage !== now.page) setUrl({ ...now, page: shownPage }, isReached ? { isShown: true } : { replace: true })
  }, [location, shownPage, isLinked, isLoaded])
}

function canGoOn({ records, index, isComplete }: Queue): boolean {
  return index < records.length - 1 || (isComplete && index < records.length)
}

function tellEnd({ status }: Queue): void {
  toasts.notify({
    type: 'info',
    about: ANSWER_TOAST,
    message: t('annotate.end.toast', { queue: t(`annotate.status.${status}`) }),
  })
}
