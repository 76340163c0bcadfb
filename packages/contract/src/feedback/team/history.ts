import { z } from 'zod'
import { NamedUser } from '../../account/named-user'
import { defineRoute } from '../../route'
import { json, uuid } from '../../shapes'

/** Kinds of changes in the history of a record. */
export const RECORD_CHANGES = [
  'record.create',
  'record.update',
  'record.assign',
  'record.delete',
  'record.restore',
  'response.create',
  'response.update',
  'response.delete',
  'suggestion.create',
  'suggestion.update',
  'suggestion.delete',
  'resolution.create',
  'resolution.update',
  'resolution.delete',
  'gold.create',
  'gold.delete',
  'doubt.create',
  'doubt.update',
  'doubt.delete',
  'skip.create',
  'skip.delete',
] as const

const RecordChange = z.object({
  /** Of new vectors: the number of the change, by which former ones are restored (`vectors_before` and `vectors_known` of the record). */
  id: z.number().optional(),
  kind: z.enum(RECORD_CHANGES),
  at: z.string(),
  /** The acting user; null when unknown. */
  user_id: z.string().nullable(),
  /**
   * The response, suggestion, resolution or doubt as replies showed it then: null before it was created, and after it was deleted. Of a changed
   * record either `metadata`, or the names of its `vectors`, in `before` of those that had other numbers; of an assigned one the `user_ids` that it is assigned to; of a
   * restored one in `after` what was `left_out`.
   */
  before: json().nullable(),
  after: json().nullable(),
})

const History = z.object({
  /** The latest change first. */
  items: z.array(RecordChange),
  /** The record's time of change, by which its metadata is restored only if nobody has changed it since. */
  updated_at: z.string(),
  /** Whether older changes are left out: a reply has at most 200 changes, or about 16 MB. */
  is_cut: z.boolean(),
  /** The users named in the changes, as far as they still exist. */
  users: z.array(NamedUser),
})
export type History = z.output<typeof History>

/** The history of one record. */
export const historyRoutes = {
  getRecordHistory: defineRoute({
    method: 'GET',
    path: '/api/v1/records/{record_id}/history',
    summary:
      'What happened to one record, the latest first: when it was added and with which answers and suggestions, then the changes of its metadata, vectors, responses, ' +
      'suggestions, resolutions, doubts and assignments, and who skipped it. Annotators get their own skips and the changes of their own response and doubt only.',
    tag: 'Records',
    access: { can: 'dataset.read', of: 'record', param: 'record_id' },
    params: z.object({ record_id: uuid() }),
    reply: History,
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
