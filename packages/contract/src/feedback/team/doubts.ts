import { z } from 'zod'
import { NamedUser } from '../../account/named-user'
import { LIMITS } from '../../limits'
import { defineRoute } from '../../route'
import { bool, text, uuid } from '../../shapes'
import { AsKnown, DatasetParams, timestamps } from '../common'

const tag = 'Doubts'
const errors = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const
const RecordParams = z.object({ record_id: uuid() })

/** A user's note to the leads about a record of which the user is not sure. */
export const Doubt = z.object({
  id: z.string(),
  record_id: z.string(),
  /** Id of the author; null after the author was deleted. */
  user_id: z.string().nullable(),
  note: z.string(),
  ...timestamps,
  reply: z.string().nullable(),
  /** Time when a lead closed it; null while it is open. */
  resolved_at: z.string().nullable(),
  /** Id of the lead who closed it; null after the lead was deleted. */
  resolved_by: z.string().nullable(),
  /** Whether the author has seen that it was closed. */
  is_seen: z.boolean(),
})
export type Doubt = z.output<typeof Doubt>

const note = () => text({ min: 1, max: LIMITS.noteLength, trim: true })
const DoubtSave = z.object({ note: note() })

const DoubtReply = z.object({ reply: note().nullish(), is_resolved: bool().default(true) })
export type DoubtReply = z.output<typeof DoubtReply>

const users = z.array(NamedUser)
const Doubts = z.object({ items: z.array(Doubt), users })
export type Doubts = z.output<typeof Doubts>

const DatasetDoubts = z.object({
  /** Open doubts first, each group newest first; at most 1,000. */
  items: z.array(
    Doubt.extend({
      external_id: z.string().nullable(),
      /** The beginning of the record's first non-empty field. */
      text: z.string(),
    }),
  ),
  users,
  open: z.number(),
  resolved: z.number(),
})
export type DatasetDoubts = z.output<typeof DatasetDoubts>

const annotator = { can: 'record.annotate', of: 'record', param: 'record_id' } as const
const lead = { can: 'answers.resolve', of: 'record', param: 'record_id' } as const

/** Doubts: an annotator marks a record with a note, with or without an answer; a lead replies and closes it. */
export const doubtRoutes = {
  listRecordDoubts: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/doubts',
    summary: "The doubts about one record: those of all users for leads, otherwise only the caller's own.",
    tag,
    access: { can: 'dataset.read', of: 'record', param: 'record_id' },
    params: RecordParams,
    reply: Doubts,
    status: 200,
    errors,
  }),
  saveDoubt: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/doubt',
    summary:
      "Mark a record as doubtful, with a note to the leads (201), or change the caller's note (200), which opens it again if it was closed.",
    tag,
    access: annotator,
    params: RecordParams,
    body: DoubtSave,
    reply: Doubt,
    status: 201,
    errors,
  }),
  deleteDoubt: defineRoute({
    method: 'DELETE',
    path: '/api/v1/records/{record_id}/doubt',
    summary: "Delete the caller's doubt about a record.",
    tag,
    access: annotator,
    params: RecordParams,
    reply: Doubt,
    status: 200,
    errors,
  }),
  noteDoubtSeen: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/doubt/seen',
    summary: 'Record that the caller has seen that their doubt was closed, and the reply to it.',
    tag,
    access: annotator,
    params: RecordParams,
    reply: z.undefined(),
    status: 204,
    errors,
  }),
  replyToDoubt: defineRoute({
    method: 'PUT',
    path: '/api/v1/records/{record_id}/doubts/{doubt_id}/reply',
    summary:
      'Reply to a doubt and close it, or open it again with `is_resolved: false`. Without `reply` it is closed without a reply.',
    tag,
    access: lead,
    params: z.object({ record_id: uuid(), doubt_id: uuid() }),
    query: AsKnown,
    body: DoubtReply,
    reply: Doubt,
    status: 200,
    errors: [...errors, 'conflict'],
  }),
  listDatasetDoubts: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/doubts',
    summary: "All users' doubts about the records of a dataset.",
    tag,
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: DatasetDoubts,
    status: 200,
    errors,
  }),
  listMyDoubts: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets/{dataset_id}/doubts',
    summary: "The caller's doubts in a dataset, the latest change first; at most 1,000.",
    tag,
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: Doubts,
    status: 200,
    errors,
  }),
}
