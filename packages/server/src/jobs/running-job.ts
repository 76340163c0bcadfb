import type { JobKind } from '@postil/contract/jobs'
import { type Engine, isDiskFull, isStoreBusy, isStoreGone } from '../db/engines/engine'
import type { JobTable } from '../db/tables'
import { AppError } from '../errors'
import { LEASE_MICROS } from './enqueue'
import type { Progress, RunningJob } from './job'
import { deleteHeld, endCancelledJob, failJob, finishJob, giveUpJob, keepJob, releaseJobs, takeJob } from './jobs.store'

const HEARTBEAT_MS = LEASE_MICROS / 1000 / 3

const LOST = 'Another server may be doing this job.'

/** Thrown by a step when the job was cancelled. */
export class CancelledError extends Error {
  override name = 'CancelledError'
}

/** Thrown by a step when the lease was lost, and another server may be running the job. */
export class LostLeaseError extends Error {
  override name = 'LostLeaseError'
}

/** Thrown by a job that must not be tried again by itself, since what it was asked to do is no longer possible. */
export class FinalFailure extends Error {
  override name = 'FinalFailure'

  constructor(readonly reason: AppError) {
    super(reason.message)
  }
}

/**
 * Prolong the lease of a job now and then, also while it computes something between two steps.
 *
 * @returns a function that ends this
 */
export function keepLease(engine: Engine, row: JobTable, onFailure?: (err: unknown) => void): () => void {
  const heartbeat = setInterval(() => {
    engine.transaction((tx) => keepJob(tx, row), { isBulk: true }).catch((err: unknown) => onFailure?.(err))
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return () => clearInterval(heartbeat)
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

/**
 * Run a job that was added by `enqueueHeld`. If it fails, its lease is released, so that a server takes it over at once, unless it was
 * cancelled or has failed for good.
 *
 * @param isKept - the row stays like that of any finished job; otherwise the last step deletes it (`isLast`)
 * @param isTakenOver - another call began it; a failure is recorded, and it is tried again after a pause
 */
export async function doHeldJob(
  engine: Engine,
  row: JobTable,
  work: (job: RunningJob) => Promise<void>,
  { isKept = false, isTakenOver = false } = {},
): Promise<void> {
  const end = keepLease(engine, row)
  try {
    await work(runningJob(engine, row))
    if (isKept) await engine.transaction((tx) => finishJob(tx, row), { isBulk: true })
  } catch (cause) {
    await engine.transaction(
      async (tx) => {
        if (cause instanceof CancelledError) await endCancelledJob(tx, row)
        else if (cause instanceof FinalFailure) await giveUpJob(tx, row, cause.message)
        else if (isTakenOver) await failJob(tx, row, reasonOf(cause))
        else await releaseJobs(tx, row.lease === null ? [] : [row.lease])
      },
      { isBulk: true },
    )
    throw cause instanceof FinalFailure ? cause.reason : cause
  } finally {
    end()
  }
}

/** Take the job of this subject if no one is at it, to run it with `doHeldJob`. */
export function takeInterrupted(engine: Engine, kind: JobKind, subject: string): Promise<JobTable | undefined> {
  return engine.transaction((tx) => takeJob(tx, { kinds: [kind], inOrder: [] }, subject))
}

/** Why a job failed, in words for the owner of the server. Unexpected errors are described in the log only. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AppError) return cause.message
  if (isDiskFull(cause)) return 'The disk of the store is full or cannot be written to.'
  if (isStoreBusy(cause)) return 'The store was busy with other work.'
  if (isStoreGone(cause)) return 'The store could not be reached.'
  return 'Something unexpected went wrong. The log of the server has the details.'
}
