import { z } from 'zod'
import { defineRoute } from './route'
import { uuid } from './shapes'

/** Kinds of background jobs. */
export const JOB_KINDS = [
  /** Delete the records of a deleted dataset, or of an abandoned import. */
  'purge_dataset',
  /** Delete the vectors of deleted vectors settings. */
  'purge_vectors',
  /** Apply a change of labels or options, or its undo, to the records. */
  'option_change',
  /** Delete the values that changes of labels and options replaced, once they can no longer be undone. */
  'forget_changes',
  /** Delete events that are older than the configured retention. */
  'forget_events',
  /** Delete the classic records of a call that was cut off, or mark them as discarded. */
  'remove_task_records',
  /** Delete tombstones of classic records that no search index needs any more. */
  'remove_tombstones',
  /** Write columns of new classic records, which searches read. */
  'seal_records',
  /** Index the words of records: of a large import, or of all records after an upgrade. */
  'index_words',
  /** Compute missing lexical vectors of a dataset. */
  'lexical_vectors',
  /** Assign records to people, or take assigned records back. */
  'assign_records',
  /** Write the suggestions of the rules of a classic dataset, or remove them. */
  'apply_rules',
  /** Send changes to a webhook. */
  'deliver_webhook',
  /** Refresh the statistics by which PostgreSQL plans queries. */
  'refresh_statistics',
] as const

export const JobKind = z.enum(JOB_KINDS)
export type JobKind = z.infer<typeof JobKind>

/** Kinds that an owner may cancel. The others complete a change that is already committed; a change of options can be undone. */
export const CANCELLABLE_JOBS: readonly JobKind[] = ['lexical_vectors', 'assign_records', 'apply_rules']

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export const JobBody = z.object({
  id: z.string(),
  kind: JobKind,
  state: z.enum(JOB_STATES),
  /** The dataset of the job, by its last name if deleted; null if there is none. */
  dataset: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Number of items done, mostly records. */
  done: z.number(),
  /** Total number of items; null if unknown. */
  total: z.number().nullable(),
  /** Consecutive failures since the last progress. */
  failures: z.number(),
  /** Message of the last failure; null after further progress. */
  error: z.string().nullable(),
  is_cancellable: z.boolean(),
  /** It is cancelled, and ends with its next step. */
  is_cancel_requested: z.boolean(),
  inserted_at: z.string(),
  /** Time of the next attempt, or of the planned start. */
  due_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type JobBody = z.infer<typeof JobBody>

const JobParams = z.object({ job_id: uuid() })

/** Background jobs: running, failed and recently finished ones. */
export const jobRoutes = {
  listJobs: defineRoute({
    method: 'GET',
    path: '/api/v1/jobs',
    summary:
      'What the server does in the background: running jobs, waiting ones, failed ones, then those of the last days that did something, newest first; 200 at most.',
    tag: 'Jobs',
    access: { can: 'jobs.manage' },
    reply: z.object({ items: z.array(JobBody) }),
    status: 200,
    errors: [],
  }),
  cancelJob: defineRoute({
    method: 'POST',
    path: '/api/v1/jobs/{job_id}/cancel',
    summary:
      'Cancel a job of a kind that can be cancelled. One that is running ends with its next step; what is done stays done.',
    tag: 'Jobs',
    access: { can: 'jobs.manage' },
    params: JobParams,
    reply: JobBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  retryJob: defineRoute({
    method: 'POST',
    path: '/api/v1/jobs/{job_id}/retry',
    summary: 'Try a failed job again now, instead of after a pause or at the next start.',
    tag: 'Jobs',
    access: { can: 'jobs.manage' },
    params: JobParams,
    reply: JobBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
}
