import { z } from 'zod'
import { LIMITS } from '../../limits'
import { defineRoute } from '../../route'
import { int, list, uuid } from '../../shapes'
import { DatasetParams } from '../common'
import { searchParts } from '../record-search'

const tag = 'Assignments'
const access = { can: 'records.assign', of: 'dataset', param: 'dataset_id' } as const
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const
const count = z.number()

/** Records by id, or those that a search finds for the caller; all records of the dataset when neither is given. */
const selection = {
  record_ids: list(uuid(), { min: 1, max: LIMITS.recordsPerCall }).nullish(),
  /** As in `POST /api/v1/me/datasets/{dataset_id}/records/search`, without similarity. */
  search: z.object(searchParts).nullish(),
}

export const AssignmentCreate = z.object({
  ...selection,
  /** Who gets the records: owners, and members of the dataset's workspace. */
  people: list(z.object({ user_id: uuid(), quota: int({ ge: 1 }).nullish() }), {
    min: 1,
    max: LIMITS.peoplePerAssignment,
  }),
  /** To how many people each record is assigned, those counted who have it already; `min_submitted` of the dataset when not given. */
  people_per_record: int({ ge: 1 }).nullish(),
})
export type AssignmentCreate = z.output<typeof AssignmentCreate>

export const AssignmentDelete = z.object({
  ...selection,
  /** Whose; everybody's when not given. */
  user_ids: list(uuid(), { min: 1, max: LIMITS.peoplePerAssignment }).nullish(),
})
export type AssignmentDelete = z.output<typeof AssignmentDelete>

const Person = z.object({
  user_id: z.string(),
  /** Null for users who were deleted. */
  username: z.string().nullable(),
  /** First name and surname; null where the username is. */
  name: z.string().nullable(),
})

export const AssignmentPreview = z.object({
  /** Records selected. */
  records: count,
  /** How many of them each person would get. */
  people: z.array(Person.extend({ records: count })),
  /** Records that would have fewer people than asked for, since quotas are used up or everybody else has them already. */
  incomplete: count,
})
export type AssignmentPreview = z.output<typeof AssignmentPreview>

export const TakeBackPreview = z.object({
  /** Records that would be taken back from anybody. */
  records: count,
  /** How many of them from each person; without those who have none. */
  people: z.array(Person.extend({ records: count })),
})
export type TakeBackPreview = z.output<typeof TakeBackPreview>

export const Assignments = z.object({
  /** Records that are assigned to anybody. */
  records: count,
  people: z.array(
    Person.extend({
      assigned: count,
      /** Of these: submitted or discarded. */
      done: count,
      /** Of these: still to be answered; neither done, nor completed by others. */
      left: count,
      /** When they were last assigned records. */
      assigned_at: z.string(),
    }),
  ),
  /** Assignments that are being made or taken back, and those that failed again and again and wait for an owner to retry them. */
  jobs: z.array(
    z.object({
      id: z.string(),
      action: z.enum(['assign', 'take_back']),
      state: z.enum(['open', 'failed']),
      done: count,
      total: count.nullable(),
    }),
  ),
})
export type Assignments = z.output<typeof Assignments>

/** The job that does it. */
const Started = z.object({ job_id: z.string() })

/** Records for certain people. One that is assigned to anybody is pending for these people only. */
export const assignmentRoutes = {
  getAssignments: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/assignments',
    summary: 'How many records each person was assigned, and how many of these are done.',
    tag,
    access,
    params: DatasetParams,
    reply: Assignments,
    status: 200,
    errors,
  }),
  previewAssignment: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/assignments:preview',
    summary: 'How many records each person would get by an assignment: nothing is changed.',
    tag,
    access,
    params: DatasetParams,
    body: AssignmentCreate,
    reply: AssignmentPreview,
    status: 200,
    outsideTransaction: true,
    errors: [...errors, 'invalid'],
  }),
  createAssignment: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/assignments',
    summary:
      'Assign records to people, dealt out evenly in the order of the result, in the background. Nobody gets a record that they have answered.',
    tag,
    access,
    params: DatasetParams,
    body: AssignmentCreate,
    reply: Started,
    status: 202,
    errors: [...errors, 'invalid'],
  }),
  previewTakeBack: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets/{dataset_id}/assignments:preview_take_back',
    summary: 'How many records would be taken back from each person: nothing is changed.',
    tag,
    access,
    params: DatasetParams,
    body: AssignmentDelete,
    reply: TakeBackPreview,
    status: 200,
    outsideTransaction: true,
    errors: [...errors, 'invalid'],
  }),
  deleteAssignment: defineRoute({
    method: 'DELETE',
    path: '/api/v1/datasets/{dataset_id}/assignments',
    summary: 'Take back what is assigned and not answered yet, in the background.',
    tag,
    access,
    params: DatasetParams,
    body: AssignmentDelete,
    reply: Started,
    status: 202,
    errors: [...errors, 'invalid'],
  }),
}
