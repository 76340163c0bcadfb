import type { JobBody } from '@postil/contract/jobs'
import { api } from './client.ts'

export type Job = JobBody

/** What the server does in the background: what is open first, then what is over. */
export async function fetchJobs(signal?: AbortSignal): Promise<Job[]> {
  return (await api('GET /api/v1/jobs', { signal })).items
}

/** Cancel a job; one that is running ends with its next step. */
export function cancelJob(id: string): Promise<Job> {
  return api('POST /api/v1/jobs/{job_id}/cancel', { params: { job_id: id } })
}

/** Have a failed job tried again now. */
export function retryJob(id: string): Promise<Job> {
  return api('POST /api/v1/jobs/{job_id}/retry', { params: { job_id: id } })
}
