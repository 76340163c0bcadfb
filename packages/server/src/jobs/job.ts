import type { JobKind } from '@postil/contract/jobs'
import type { AppContext } from '../context'
import type { JobTable, Tx } from '../db/tables'

/** What a job may use. */
export type JobContext = Pick<AppContext, 'engine' | 'log'>

/** A job to be enqueued. */
export interface NewJob {
  kind: JobKind
  /** The id of what it is about. There is one open job of a kind for each subject. */
  subject: string
  /** Its name is kept where the dataset is about to be deleted. */
  dataset?: { id: string; name?: string } | undefined
  /** What it needs to know beside its subject, JSON. */
  data?: unknown
  /** How many things it will do, where that is known. */
  total?: number | undefined
  /** Not before this time (µs). */
  dueAt?: number
}

/** What a step tells about the job; part of the step's transaction. */
export interface Progress {
  /** How many more things are done. */
  done: number
  /** How many there are in all, once it is known. */
  total?: number
  /** Where the job stands: what `row.data` is when it is taken up again. */
  data?: unknown
  /** This was the last step of a job of no further interest: it is forgotten at once. */
  isLast?: boolean
}

/** A job that this server is doing. */
export interface RunningJob {
  readonly row: JobTable
  /**
   * Do a part of the job in a transaction of its own, which steps back behind other writers: little enough that an answer never notices. It is rolled back
   * when the job was cancelled, or when another server has taken it over.
   */
  step<T>(work: (tx: Tx, progress: Progress) => Promise<T>): Promise<T>
}

/** How jobs of one kind are done. */
export interface JobDefinition {
  /**
   * Resolves when the job is done. It may be run again after a failure or a stop at any point, and then goes on from what its steps have committed.
   */
  run(job: RunningJob, context: JobContext): Promise<void>
}

/** The kinds of jobs that a server does. */
export type JobDefinitions = Partial<Record<JobKind, JobDefinition>>
