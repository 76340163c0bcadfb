import { z } from 'zod'
import { defineRoute } from './route'
import { uuid } from './shapes'

/** What the server does in the background. */
export const JOB_KINDS = [
  /** Clear away the records of a deleted dataset, or of an import that was given up. */
  'purge_dataset',
  /** Clear away the vectors of deleted vectors settings. */
  'purge_vectors',
  /** Let records follow a change of labels or options, or its undo. */
  'option_change',
  /** Forget what changes of labels and options replaced, once they can no longer be undone. */
  'forget_changes',
  /** Delete the events that are older than the server is told to keep them. */
  'forget_events',
  /** Forget deletions of classic records that no search index needs any more. */
  'forget_deletions',
  /** Find the words of records, so that a search finds them: of a large import, or all of them after an upgrade. */
  'index_words',
  /** Compute missing lexical vectors of a dataset. */
  'lexical_vectors',
] as const

export const JobKind = z.enum(JOB_KINDS)
export type JobKind = z.infer<typeof JobKind>

/** Kinds that an owner may cancel. The others finish what was already decided; a change of options has an undo. */
export const CANCELLABLE_JOBS: readonly JobKind[] = ['lexical_vectors']

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof JOB_STATES)[number]

export const JobBody = z.object({
  id: z.string(),
  kind: JobKind,
  state: z.enum(JOB_STATES),
  /** The dataset it is about, by its last name when it was deleted; null where there is none. */
  dataset: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** How many things are done, records mostly. */
  done: z.number(),
  /** Of how many; null where nobody knows. */
  total: z.number().nullable(),
  /** Failures in a row since it last got on. */
  failures: z.number(),
  /** Why it failed last; null once it gets on again. */
  error: z.string().nullable(),
  is_cancellable: z.boolean(),
  /** It was cancelled, and ends with its next step. */
  is_cancel_requested: z.boolean(),
  inserted_at: z.string(),
  /** When it is tried next, or was meant to begin. */
  due_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})
export type JobBody = z.infer<typeof JobBody>

const JobParams = z.object({ job_id: uuid() })

/** Work in the background: what is going on, what failed and what was done lately. */
export const jobRoutes = {
  listJobs: defineRoute({
    method: 'GET',
    path: '/api/v1/jobs',
    summary:
      'What the server does in the background: running jobs, waiting ones, failed ones, then those of the last days that did something, newest first; 200 at most.',
    tag: 'jobs',
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
    tag: 'jobs',
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
    tag: 'jobs',
    access: { can: 'jobs.manage' },
    params: JobParams,
    reply: JobBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
}
