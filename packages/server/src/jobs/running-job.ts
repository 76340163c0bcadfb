import type { Engine } from '../db/engines/engine'
import type { JobTable } from '../db/tables'
import type { Progress, RunningJob } from './job'
import { deleteHeld, keepJob, releaseJobs } from './jobs.store'

const LOST = 'Another server may be doing this job.'

/** Thrown by a step when the job was cancelled. */
export class CancelledError extends Error {
  override name = 'CancelledError'
}

/** Thrown by a step when the lease has ended, and another server may have the job. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

/** A job as who holds its lease does it. */
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

/** Do a job that the caller holds (`enqueueHeld`). When it fails, a server takes it up at once. */
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
