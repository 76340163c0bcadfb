import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { Answers } from '@postil/domain/answers/asked-question'
import { newId } from '@postil/domain/new-id'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { countsMoved } from '@postil/domain/outbox/select'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { DatasetMetrics } from '../../../api/feedback/metrics.ts'
import { queryKeys } from '../../../api/keys.ts'
import { holdJob } from '../../../local/job-locks.ts'
import { useStayOpen } from '../../../ui/browser/use-stay-open.ts'
import { type BulkChange, type BulkJob, jobSize, makeJob, movesOf, unsentIds } from './bulk-job.ts'
import { type JobResult, runJob, waitToRetry } from './run-job.ts'
import { type FailedRecord, type Outcome, type SavedRecord, sendChunk } from './send-chunk.ts'
import { useKeptJobs } from './use-kept-jobs.ts'

/** Progress of a bulk change. */
interface BulkProgress {
  status: RecordStatus
  done: number
  total: number
  /** No reply from the server: retrying. */
  isWaiting: boolean
}

/** The last change, which can be undone. */
export interface BulkAction {
  status: ResponseStatus
  answers: Answers
  saved: readonly SavedRecord[]
  /** The toast that offers to undo it. */
  toastId?: number
}

/** Sends one answer to many records, and undoes it. */
export interface BulkRun {
  progress: BulkProgress | undefined
  /** An unfinished bulk change of an earlier visit; the next one if there are several. */
  interrupted: BulkJob | undefined
  start: (change: BulkChange, recordIds: Iterable<string>) => Promise<JobResult>
  goOn: (job: BulkJob) => Promise<JobResult>
  drop: () => void
  stop: () => void
  undo: (action: BulkAction) => Promise<JobResult>
  /** Fetch all pages and counts of the dataset again. */
  refresh: () => Promise<unknown>
}

/** The state of sending, for the page of one dataset. Leaving the page while sending needs confirmation. */
export function useBulkRun(datasetId: string): BulkRun {
  const client = useQueryClient()
  const { kept, interrupted, look, noteOwn } = useKeptJobs(datasetId)
  const [progress, setProgress] = useState<BulkProgress>()
  const stopper = useRef<AbortController>(undefined)
  const isLeft = useRef(false)
  // Jobs are sent one at a time: an undo waits for its turn, and is stored as soon as it is requested.
  const lastTurn = useRef<Promise<unknown>>(Promise.resolve())
  const isRunning = progress !== undefined

  useStayOpen(isRunning)
  // Leaving the view stops sending; the rest is offered again here.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      stopper.current?.abort()
    }
  }, [])

  const run = (job: BulkJob): Promise<JobResult> => {
    noteOwn(job.id)
    look()
    const before = lastTurn.current
    const turn = holdJob(job.id, async () => {
      await before
      return isLeft.current ? { outcomes: [], unsent: unsentIds(job) } : send(job)
    })
      .finally(refresh)
      // Another tab runs this job and reports it.
      .then((result) => result ?? { outcomes: [], unsent: [] })
    lastTurn.current = turn.catch(() => undefined)
    return turn
  }
  const begin = async (job: BulkJob) => {
    noteOwn(job.id)
    await kept.keep(job.id, job)
    return run(job)
  }

  const send = async (job: BulkJob): Promise<JobResult> => {
    const controller = new AbortController()
    stopper.current = controller
    const total = jobSize(job)
    const { from, to } = movesOf(job)
    const show = (now: BulkJob, isWaiting: boolean) =>
      setProgress({ status: to, done: total - unsentIds(now).length, total, isWaiting })
    let counted = 0
    show(job, false)
    try {
      const result = await runJob(job, {
        send: sendChunk,
        wait: waitToRetry,
        signal: controller.signal,
        onProgress: (now, { outcomes, isWaiting }) => {
          void kept.keep(now.id, now)
          const saved = savedOf(outcomes).length
          client.setQueryData<DatasetMetrics>(queryKeys.metrics(datasetId), (metrics) =>
            moveCounts(metrics, { from, to, count: saved - counted }),
          )
          counted = saved
          show(now, isWaiting)
        },
      })
      // After a stop by the user the rest stays selected; after an ended session or leaving the page it is offered again here.
      if (result.unsent.length === 0 || (controller.signal.aborted && !isLeft.current)) await kept.forget(job.id)
      return result
    } finally {
      setProgress(undefined)
    }
  }

  /** Invalidate all pages and counts of the dataset, for every search, and the dataset: if it is out of reach, the page says so. */
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.dataset(datasetId), exact: true }),
      client.refetchQueries({ queryKey: queryKeys.questions(datasetId), stale: true }),
      ...[queryKeys.bulkPage(datasetId, ''), queryKeys.facets(datasetId, ''), queryKeys.metrics(datasetId)].map((key) =>
        client.invalidateQueries({ queryKey: key.slice(0, 3) }),
      ),
    ])

  return {
    refresh,
    progress,
    interrupted,
    start: (change, recordIds) => begin(makeJob(newId(), change, recordIds)),
    goOn: run,
    drop: () => {
      if (interrupted) void kept.forget(interrupted.id)
      look()
    },
    stop: () => stopper.current?.abort(),
    undo: ({ status, saved }) => {
      const responses = Object.fromEntries(saved.map(({ recordId, response }) => [recordId, response]))
      return begin(makeJob(newId(), { status: 'pending', from: status, responses }, Object.keys(responses)))
    },
  }
}

/** The records that were saved, with their responses. */
export function savedOf(outcomes: readonly Outcome[]): SavedRecord[] {
  return outcomes.flatMap((one) => ('response' in one ? [one] : []))
}

/** The records that were not saved, with the reason. */
export function failuresOf(outcomes: readonly Outcome[]): FailedRecord[] {
  return outcomes.flatMap((one) => ('reason' in one ? [one] : []))
}

function moveCounts(
  metrics: DatasetMetrics | undefined,
  { from, to, count }: { from: RecordStatus; to: RecordStatus; count: number },
): DatasetMetrics | undefined {
  if (!metrics) return metrics
  let counts: DatasetMetrics = metrics
  for (let index = 0; index < count; index += 1) counts = { ...metrics, ...countsMoved(counts, from, to) }
  return counts
}
