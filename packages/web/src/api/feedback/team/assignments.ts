import type {
  AssignmentCreate,
  AssignmentDelete,
  AssignmentPreview,
  Assignments,
  TakeBackPreview,
} from '@postil/contract/feedback/team/assignments'
import { api } from '../../client.ts'

/** A job that was started. */
export interface StartedAssignment {
  jobId: string
  action: Assignments['jobs'][number]['action']
}

/** What each user was assigned. Throws what the client throws. */
export function fetchAssignments(datasetId: string): Promise<Assignments> {
  return api('GET /api/v1/datasets/{dataset_id}/assignments', { params: { dataset_id: datasetId } })
}

/** How many records each user would get; nothing is changed. */
export function previewAssignment(datasetId: string, body: AssignmentCreate): Promise<AssignmentPreview> {
  return api('POST /api/v1/datasets/{dataset_id}/assignments:preview', { params: { dataset_id: datasetId }, body })
}

/** Assign records, in the background. Returns the id of the job. */
export async function assignRecords(datasetId: string, body: AssignmentCreate): Promise<string> {
  return (await api('POST /api/v1/datasets/{dataset_id}/assignments', { params: { dataset_id: datasetId }, body }))
    .job_id
}

/** How many records would be taken back from each user; nothing is changed. */
export function previewTakeBack(datasetId: string, body: AssignmentDelete): Promise<TakeBackPreview> {
  return api('POST /api/v1/datasets/{dataset_id}/assignments:preview_take_back', {
    params: { dataset_id: datasetId },
    body,
  })
}

/** Take back what is not answered, in the background. Returns the id of the job. */
export async function takeBackRecords(datasetId: string, body: AssignmentDelete): Promise<string> {
  return (await api('DELETE /api/v1/datasets/{dataset_id}/assignments', { params: { dataset_id: datasetId }, body }))
    .job_id
}
