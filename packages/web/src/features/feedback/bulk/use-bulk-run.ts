import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Answers } from '@postil/domain/answers/asked-question'
import { countsMoved, unsentFor } from '@postil/domain/outbox/select'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queryKeys } from '../../../api/keys.ts'
import type { DatasetMetrics } from '../../../api/metrics.ts'
import { newId } from '../../../api/new-id.ts'
import { saveResponses } from '../../../api/responses.ts'
import { useUser } from '../../session/session.ts'
import type { DeviceMemory } from '../outbox/use-outbox.ts'
import { type BulkJob, jobSize, makeJob, unsentIds } from './bulk-job.ts'
import { keptJob } from './kept-job.ts'
import { type JobResult, type Outcome, runJob, waitToRetry } from './run-job.ts'
import { takeBack } from './take-back.ts'

/** How far the answers are. */
export interface BulkProgress {
  status: ResponseStatus | 'pending'
  done: number
  total: number
  /** No answer from the server: it is tried again. */
  isWaiting: boolean
}

/** What was done last and can be taken back. */
export interface BulkAction {
  status: ResponseStatus
  answers: Answers
  saved: readonly { recordId: string; responseId: string }[]
}

/** Sends one answer to many records, and takes it back. */
export interface BulkRun {
  progress: BulkProgress | undefined
  /** A bulk answer of an earlier visit that stopped before its end. */
  interrupted: BulkJob | undefined
  start: (job: Parameters<typeof makeJob>[1]) => Promise<JobResult>
  goOn: () => Promise<JobResult | undefined>
  drop: () => void
  stop: () => void
  undo: (action: BulkAction) => Promise<number>
}

/** The state of sending, for the page of one dataset. Leaving the page while it goes on asks first. */
export function useBulkRun(datasetId: string, { outbox }: DeviceMemory): BulkRun {
  const { id: userId } = useUser()
  const client = useQueryClient()
  const kept = useMemo(() => keptJob(userId, datasetId), [userId, datasetId])
  const [interrupted, setInterrupted] = useState(kept.find)
  const [progress, setProgress] = useState<BulkProgress>()
  const controller = useRef<AbortController>(undefined)
  const isRunning = progress !== undefined

  useEffect(() => {
    if (!isRunning) return
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isRunning])
  // Leaving the view ends the sending; what is left is found again here.
  useEffect(() => () => controller.current?.abort(), [])

  const countSaved = (status: ResponseStatus, count: number) =>
    client.setQueryData<DatasetMetrics>(queryKeys.metrics(datasetId), (now) => {
      if (!now) return now
      let counts: DatasetMetrics = now
      for (let index = 0; index < count; index += 1)
        counts = { ...countsMoved(counts, 'pending', status), total: now.total }
      return counts
    })
  const fetchAgain = async () => {
    const { queryKey: page } = { queryKey: queryKeys.bulkPage(datasetId, '').slice(0, 3) }
    await Promise.all([
      client.invalidateQueries({ queryKey: page }),
      client.invalidateQueries({ queryKey: queryKeys.facets(datasetId, '').slice(0, 3) }),
      client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) }),
    ])
  }

  const run = async (job: BulkJob): Promise<JobResult> => {
    const stopper = new AbortController()
    controller.current = stopper
    const total = jobSize(job)
    const before = total - unsentIds(job).length
    let counted = 0
    kept.keep(job)
    setInterrupted(undefined)
    setProgress({ status: job.status, done: before, total, isWaiting: false })
    try {
      const result = await runJob(job, {
        send: saveResponses,
        wait: waitToRetry,
        signal: stopper.signal,
        onProgress: (now, { outcomes, isWaiting }) => {
          kept.keep(now)
          const saved = savedOf(outcomes).length
          countSaved(job.status, saved - counted)
          counted = saved
          setProgress({ status: job.status, done: total - unsentIds(now).length, total, isWaiting })
        },
      })
      // Records that are left because the user stopped stay selected; those of an ended session are found again here.
      if (result.unsent.length === 0 || stopper.signal.aborted) kept.forget()
      return result
    } finally {
      setProgress(undefined)
      await fetchAgain()
    }
  }

  return {
    progress,
    interrupted,
    start: (input) => run(makeJob(newId(), input)),
    goOn: async () => (interrupted ? run(interrupted) : undefined),
    drop: () => {
      kept.forget()
      setInterrupted(undefined)
    },
    stop: () => controller.current?.abort(),
    undo: async (action) => {
      const total = action.saved.length
      setProgress({ status: 'pending', done: 0, total, isWaiting: false })
      const stopWatching = outbox.subscribe(() => {
        const left = action.saved.filter(({ recordId }) => unsentFor(outbox.getState(), recordId)).length
        setProgress({ status: 'pending', done: total - left, total, isWaiting: false })
      })
      try {
        await takeBack(outbox, datasetId, action)
      } finally {
        stopWatching()
        setProgress(undefined)
        await fetchAgain()
      }
      return total
    },
  }
}

/** The records that were saved, with their responses. */
export function savedOf(outcomes: readonly Outcome[]): { recordId: string; responseId: string }[] {
  return outcomes.flatMap((one) => ('responseId' in one ? [one] : []))
}
