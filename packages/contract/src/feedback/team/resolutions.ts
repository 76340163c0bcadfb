import { z } from 'zod'
import { NamedUser } from '../../account/named-user'
import { defineRoute } from '../../route'
import { int, json, uuid } from '../../shapes'
import { answerValue } from '../answer-value'
import { AsKnown, AsKnownOrNone, DatasetParams, itemsOf, timestamps } from '../common'
import { Response } from '../responses'

const tag = 'Resolutions'
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const
const RecordParams = z.object({ record_id: uuid() })

/** A lead's decision on the answer to one question about one record. */
export const Resolution = z.object({
  record_id: z.string(),
  question_id: z.string(),
  value: json(),
  /** Id of the deciding user; null once deleted. */
  user_id: z.string().nullable(),
  ...timestamps,
})
export type Resolution = z.output<typeof Resolution>

export const ResolutionSave = z.object({ question_id: uuid(), value: answerValue() })
export type ResolutionSave = z.output<typeof ResolutionSave>

/** Whether a record is gold: its resolution is the known answer that the answers of annotators are compared with. */
const Gold = z.object({ record_id: z.string(), is_gold: z.boolean() })

/**
 * Resolutions by others of records that the caller had submitted an answer to, since the caller last looked. Those of the last seconds are not among them
 * yet; those from before a server could tell of them never are.
 */
const NewDecisions = z.object({
  /** Number of records; 1,001 for more than 1,000. Only the latest 10,000 resolutions of the dataset are considered. */
  records: z.number(),
  /** Time of the first of them, as in filters by `decided_at` (ms since 1970); null without any. */
  since_ms: z.number().nullable(),
  /** The time until which they are seen. */
  until_ms: z.number().nullable(),
})
export type NewDecisions = z.output<typeof NewDecisions>

/** Until the year 2200; a time in microseconds has to be a safe integer. */
const DecisionsSeen = z.object({ until_ms: int({ ge: 0, le: 7_258_118_400_000 }) })

const ResponsesWithUsers = z.object({
  items: z.array(Response),
  users: z.array(NamedUser),
})
export type ResponsesWithUsers = z.output<typeof ResponsesWithUsers>
const lead = { can: 'answers.resolve', of: 'record', param: 'record_id' } as const

/** The answers of all people to one record, and the decisions where they differ. */
export const resolutionRoutes = {
  listRecordResponses: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/responses',
    summary: "All users' submitted responses to one record, with their users.",
    tag,
    access: { can: 'responses.readAll', of: 'record', param: 'record_id' },
    params: RecordParams,
    reply: ResponsesWithUsers,
    status: 200,
    errors,
  }),
  listOthersResponses: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/responses/others',
    summary:
      "Other users' submitted responses to one record, for users who have submitted their own, in a dataset with `others_answers: after_answering`; empty for others.",
    tag,
    access: { can: 'record.annotate', of: 'record', param: 'record_id' },
    params: RecordParams,
    reply: ResponsesWithUsers,
    status: 200,
    errors,
  }),
  listResolutions: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/resolutions',
    summary:
      'The resolutions of one record, for leads and for users who submitted a response to it; empty for others. Those of a gold record are for leads only.',
    tag,
    access: { can: 'dataset.read', of: 'record', param: 'record_id' },
    params: RecordParams,
    reply: itemsOf(Resolution),
    status: 200,
    errors,
  }),
  findNewDecisions: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets/{dataset_id}/resolutions/new',
    summary:
      'How many records that the caller had answered others have decided on since the caller last looked. Gold records count for leads only.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: NewDecisions,
    status: 200,
    errors,
  }),
  noteDecisionsSeen: defineRoute({
    method: 'PUT',
    path: '/api/v1/me/datasets/{dataset_id}/resolutions/seen',
    summary: 'Record that the caller has seen all resolutions before a time.',
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    body: DecisionsSeen,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
  saveResolution: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/resolutions',
    summary:
      'Create (201) or replace (200) the resolution of one question about a record: the answer that a lead decided on.',
    tag,
    access: lead,
    params: RecordParams,
    query: AsKnownOrNone,
    body: ResolutionSave,
    texts: true,
    reply: Resolution,
    status: 201,
    errors: [...errors, 'conflict', 'invalid'],
  }),
  deleteResolution: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/resolutions/{question_id}',
    summary:
      'Delete a resolution. The question is open again. Without any other resolution, a gold record becomes ordinary.',
    tag,
    access: lead,
    params: z.object({ record_id: uuid(), question_id: uuid() }),
    query: AsKnown,
    reply: Resolution,
    status: 200,
    errors: [...errors, 'conflict'],
  }),
  getGold: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/gold',
    summary: 'Whether a record is gold, for leads only.',
    tag,
    access: lead,
    params: RecordParams,
    reply: Gold,
    status: 200,
    errors,
  }),
  markGold: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/gold',
    summary:
      'Make a record with a resolution gold. It counts as completed, and is handed out to every annotator of the dataset, as often as its `gold_percent` says; with 0, only if completed records are. At most 1,000 records of a dataset.',
    tag,
    access: lead,
    params: RecordParams,
    reply: Gold,
    status: 200,
    errors: [...errors, 'invalid'],
  }),
  unmarkGold: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/gold',
    summary: 'Make a gold record ordinary again. All answers to it count towards its target.',
    tag,
    access: lead,
    params: RecordParams,
    reply: Gold,
    status: 200,
    errors,
  }),
}
