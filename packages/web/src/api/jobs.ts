import type { JobBody } from '@postil/contract/jobs'
import { api } from './client.ts'

export type Job = JobBody

/** The server's background jobs: open ones first, then finished ones. */
export async function fetchJobs(signal?: AbortSignal): Promise<Job[]> {
  return (await api('GET /api/v1/jobs', { signal })).items
}

/** Cancel a job; a running one ends after its current step. */
export function cancelJob(id: string): Promise<Job> {
  return api('POST /api/v1/jobs/{job_id}/cancel', { params: { job_id: id } })
}

/** Retry a failed job now. */
export function retryJob(id: string): Promise<Job> {
  return api('POST /api/v1/jobs/{job_id}/retry', { params: { job_id: id } })
}
