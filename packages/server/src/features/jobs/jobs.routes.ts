import { jobRoutes } from '@postil/contract/jobs'
import { handle } from '../../http/calls/handle'
import { cancelJob, listJobs, retryJob } from './jobs.service'

/** Handlers of the job routes. */
export const jobHandlers = handle(jobRoutes, {
  listJobs: async ({ db }) => ({ items: await listJobs(db) }),
  cancelJob: ({ tx, user, params }) => cancelJob(tx, user, params.job_id),
  retryJob: ({ tx, user, params, later }) => {
    later({ work: 'runJobs' })
    return retryJob(tx, user, params.job_id)
  },
})
