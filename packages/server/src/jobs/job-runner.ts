import type { JobKind } from '@postil/contract/jobs'
import { logBackgroundFailure } from '../background'
import type { Jobs } from '../context'
import type { JobTable, Tx } from '../db/tables'
import { enqueue } from './enqueue'
import type { JobContext, JobDefinitions, NewJob } from './job'
import {
  endCancelledJob,
  failJob,
  finishJob,
  giveUpJob,
  isAnyDue,
  releaseJobs,
  takeJob,
  takeUpJobs,
} from './jobs.store'
import { CancelledError, FinalFailure, keepLease, LostLeaseError, reasonOf, runningJob } from './running-job'

/** Milliseconds between two polls for jobs that other servers have left unfinished, or that have become due. */
const POLL_MS = 1000

/** Runs the jobs of the store, at most one of each kind at a time unless its definition says otherwise. */
export class JobRunner implements Jobs {
  /** By the ids of the jobs. */
  private readonly running = new Map<string, { row: JobTable; over: Promise<void> }>()
  private taking: Promise<void> = Promise.resolve()
  private isTakingNext = false
  private isStopped = false
  private hasFailed = false
  private poll: NodeJS.Timeout | undefined

  constructor(
    private readonly context: JobContext,
    private readonly definitions: JobDefinitions,
  ) {}

  /**
   * Take over unfinished jobs of an earlier process, and poll for jobs from now on.
   *
   * @param added - jobs to add at every start
   */
  async start(added: readonly NewJob[]): Promise<void> {
    const { engine } = this.context
    const takeUp = async (tx: Tx) => {
      await takeUpJobs(tx, engine.kind === 'sqlite')
      for (const job of added) await enqueue(tx, job)
    }
    await engine.transaction(takeUp, { isBulk: true })
    this.poll = setInterval(() => void this.wake(), POLL_MS)
    this.poll.unref()
    void this.wake()
  }

  wake(): Promise<void> {
    if (this.isTakingNext) return this.taking
    this.isTakingNext = true
    this.taking = this.taking.then(async () => {
      this.isTakingNext = false
      try {
        await this.takeAll()
        this.hasFailed = false
      } catch (err) {
        // Logged once, and not on every poll while the store is unreachable.
        if (!this.hasFailed) logBackgroundFailure(this.context, err, 'jobs in the background could not be looked for')
        this.hasFailed = true
      }
    })
    return this.taking
  }

  async settle(): Promise<void> {
    for (;;) {
      const taking = this.wake()
      await taking
      if (this.running.size > 0) await Promise.all([...this.running.values()].map(({ over }) => over))
      // A job that has ended meanwhile called `wake`, which may have found more.
      else if (this.taking === taking) return
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearInterval(this.poll)
    const leases = [...this.running.values()].flatMap(({ row }) => row.lease ?? [])
    await this.context.engine.transaction((tx) => releaseJobs(tx, leases))
  }

  private async takeAll(): Promise<void> {
    const { engine } = this.context
    await this.addDue()
    for (;;) {
      const running = new Set([...this.running.values()].map(({ row }) => row.kind))
      const kinds = (Object.keys(this.definitions) as JobKind[]).filter(
        (kind) => !running.has(kind) || this.definitions[kind]?.isParallel,
      )
      const of = { kinds, inOrder: kinds.filter((kind) => this.definitions[kind]?.isInOrder) }
      // A read without a transaction, since there is usually nothing to do.
      if (this.isStopped || engine.isClosed || !(await isAnyDue(engine.db, of))) return
      const row = await engine.transaction((tx) => takeJob(tx, of), { isBulk: true })
      if (!row) return
      const over = this.run(row).finally(() => {
        this.running.delete(row.id)
        void this.wake()
      })
      this.running.set(row.id, { row, over })
    }
  }

  /** Add the jobs that are due although nobody has added them. */
  private async addDue(): Promise<void> {
    const { engine } = this.context
    if (this.isStopped || engine.isClosed) return
    const found = await Promise.all(Object.values(this.definitions).map(({ findDue }) => findDue?.(engine.db) ?? []))
    const due = found.flat()
    if (due.length === 0) return
    const addAll = async (tx: Tx) => {
      for (const job of due) await enqueue(tx, job)
    }
    await engine.transaction(addAll, { isBulk: true })
  }

  private async run(row: JobTable): Promise<void> {
    const { engine, log } = this.context
    const transaction: typeof engine.transaction = (work) => engine.transaction(work, { isBulk: true })
    const end = keepLease(engine, row, (err) =>
      log.debug({ err, job: row.id }, 'the lease of a job could not be prolonged'),
    )
    try {
      await this.definitions[row.kind]?.run(runningJob(engine, row), this.context)
      await transaction((tx) => finishJob(tx, row))
    } catch (cause) {
      if (this.isStopped || engine.isClosed || cause instanceof LostLeaseError) return
      const isCancelled = cause instanceof CancelledError
      if (!isCancelled) log.warn({ err: cause, job: row.id, kind: row.kind }, 'a job in the background failed')
      // If this fails as well, the lease expires, and the job is taken up again.
      await transaction((tx) => {
        if (isCancelled) return endCancelledJob(tx, row)
        if (cause instanceof FinalFailure) return giveUpJob(tx, row, cause.message)
        return failJob(tx, row, reasonOf(cause), this.definitions[row.kind])
      }).catch((err: unknown) => logBackgroundFailure(this.context, err, 'the failure of a job could not be noted'))
    } finally {
      end()
    }
  }
}
