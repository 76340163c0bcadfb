import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { findJobsGoingOn, waitForJob } from '../../../local/job-locks.ts'
import { type KeptJobs, watchJobs } from '../../../local/kept-jobs.ts'
import { useUser } from '../../session/session.ts'
import { type BulkJob, keptBulkJobs } from './bulk-job.ts'

interface ResumableJobs {
  kept: KeptJobs<BulkJob>
  /** An unfinished job that no tab is running. */
  interrupted: BulkJob | undefined
  /** Look it up again; none is offered until the result is known. */
  look: () => void
  /** Mark a job of this visit, which is not offered. */
  noteOwn: (jobId: string) => void
}

/** The bulk changes kept on this device, and which of them can be resumed: jobs that another open tab holds are skipped. */
export function useKeptJobs(datasetId: string): ResumableJobs {
  const { id: userId } = useUser()
  const kept = useMemo(() => keptBulkJobs(userId, datasetId), [userId, datasetId])
  const [interrupted, setInterrupted] = useState<BulkJob>()
  const ownIds = useRef(new Set<string>())
  const visit = useRef<AbortController>(undefined)

  const find = useCallback(async () => {
    const { signal } = visit.current ?? {}
    const [jobs, isGoingOn] = await Promise.all([kept.list(), findJobsGoingOn()])
    if (!signal || signal.aborted) return
    const elsewhere: string[] = []
    const found = jobs.find(({ id }) => {
      if (ownIds.current.has(id)) return false
      if (isGoingOn(id)) elsewhere.push(id)
      return !isGoingOn(id)
    })
    setInterrupted(found)
    // The other tab may be closed before the job is done.
    await Promise.all(elsewhere.map((id) => waitForJob(id, signal)))
    if (elsewhere.length > 0) await find()
  }, [kept])
  const look = useCallback(() => {
    setInterrupted(undefined)
    // Stop waiting when the page is left.
    find().catch(() => undefined)
  }, [find])

  useEffect(() => {
    const controller = new AbortController()
    visit.current = controller
    look()
    return () => controller.abort()
  }, [look])

  // Another tab has resumed or discarded it.
  useEffect(() => {
    if (!interrupted) return
    return watchJobs(datasetId, () => void find().catch(() => undefined))
  }, [interrupted, find, datasetId])

  return { kept, interrupted, look, noteOwn: (jobId) => ownIds.current.add(jobId) }
}
