import type { Engine } from '../db/engines/engine'
import type { JobTable } from '../db/tables'
import type { Progress, RunningJob } from './job'
import { deleteHeld, keepJob, releaseJobs } from './jobs.store'

const LOST = 'Another server may be doing this job.'

/** Thrown by a step when the job was cancelled. */
export class CancelledError extends Error {
  override name = 'CancelledError'
}

/** Thrown by a step when the lease was lost, and another server may be running the job. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

/** The view of a job for the owner of its lease. */
export function runningJob(engine: Engine, row: JobTable): RunningJob {
  return {
    row,
    step: (work) =>
      engine.transaction(
        async (tx) => {
          const progress: Progress = { done: 0 }
          const result = await work(tx, progress)
          if (progress.isLast) {
            if (!(await deleteHeld(tx, row))) throw new LostLeaseError(LOST)
            return result
          }
          const kept = await keepJob(tx, row, progress)
          if (!kept) throw new LostLeaseError(LOST)
          if (kept.is_cancel_requested === 1) throw new CancelledError('The job was cancelled.')
          return result
        },
        { isBulk: true },
      ),
  }
}

/** Run a job that was added by `enqueueHeld`. If it fails, its lease is released, so that a server takes it over at once. */
export async function doHeldJob(
  engine: Engine,
  row: JobTable,
  work: (job: RunningJob) => Promise<void>,
): Promise<void> {
  try {
    await work(runningJob(engine, row))
  } catch (cause) {
    await engine.transaction((tx) => releaseJobs(tx, row.lease === null ? [] : [row.lease]), { isBulk: true })
    throw cause
  }
}
