import type { JobKind } from '@postil/contract/jobs'
import type { AppContext } from '../context'
import type { Db, JobTable, Tx } from '../db/tables'

/** What the code of a job may use. */
export type JobContext = Pick<AppContext, 'engine' | 'log'>

/** A job to be enqueued. */
export interface NewJob {
  kind: JobKind
  /** A random one when not given. */
  id?: string
  /** The id of the thing it is about. At most one job per kind and subject is open. */
  subject: string
  /** Its name is stored when the dataset is about to be deleted. */
  dataset?: { id: string; name?: string } | undefined
  /** Parameters of the job beside its subject, as JSON. */
  data?: unknown
  /** The number of things it will process, when known. */
  total?: number | undefined
  /** Do not start before this time (µs since 1970). */
  dueAt?: number
}

/** What a step reports about the job's progress; stored in the transaction of the step. */
export interface Progress {
  /** The number of things processed in this step. */
  done: number
  /** The total number of things, once known. */
  total?: number
  /** A checkpoint: the value of `row.data` when the job is resumed. */
  data?: unknown
  /** This was the last step, and the job's row is deleted at once, since no one needs to see it. */
  isLast?: boolean
}

/** A job that this server has leased. */
export interface RunningJob {
  readonly row: JobTable
  /**
   * Do a part of the job in a bulk transaction, which lets other writers go first. It must be so short that no answer is noticeably
   * delayed. The transaction is rolled back when the job was cancelled or another server has taken it over.
   */
  step<T>(work: (tx: Tx, progress: Progress) => Promise<T>): Promise<T>
}

/** How to run jobs of one kind. */
export interface JobDefinition {
  /** The jobs of one dataset are done one after the other, in the order in which they became due, whatever the number of servers. */
  isInOrder?: true
  /** Several jobs of this kind may run at once on one server, each of another subject. */
  isParallel?: true
  /** A job that fails is tried again without end. */
  isNeverGivenUp?: true
  /** Jobs that are due although nobody has added them; asked with each poll. */
  findDue?(db: Db): Promise<NewJob[]>
  /**
   * Resolves when the job is done. It may be run again after a failure or a stop at any point, and must then continue from what its steps
   * have committed.
   */
  run(job: RunningJob, context: JobContext): Promise<void>
}

/** The kinds of jobs that a server runs. */
export type JobDefinitions = Partial<Record<JobKind, JobDefinition>>
