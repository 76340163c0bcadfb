import { z } from 'zod'
import { NamedUser } from '../account/named-user'
import { defineRoute } from '../route'
import { bool, exactJson, fail, int, json, list, text, valueError, word } from '../shapes'
import { RECORD_STATUSES, TASK_LIMITS } from './constants'
import { SortItems, TaskQuery } from './query'
import { byName } from './record-parts'
import { AnyRecordBody } from './records'
import { annotate, manager, member, NameParams, WorkspaceQuery, workspaceQuery } from './task'

const tag = 'Classic records'
const RecordParams = z.object({ name: text(), id: text() })

const ScanBody = z.object({
  query: TaskQuery.nullish(),
  fields: list(text({ max: TASK_LIMITS.patternLength }), { max: TASK_LIMITS.patterns }).nullish(),
  next_idx: text().nullish(),
  sort_by: SortItems.nullish(),
  next_page_cfg: text().nullish(),
})
export type ScanBody = z.output<typeof ScanBody>

/**
 * A query that decides what is deleted. Without one all records are, so an object that has only unknown keys, such as a misspelt one, is
 * refused.
 */
const deletionQuery = <S extends z.ZodObject>(query: S) =>
  z.preprocess((given, ctx) => {
    const names = given instanceof Object && !Array.isArray(given) ? Object.keys(given) : []
    if (names.length > 0 && !names.some((name) => Object.hasOwn(query.shape, name)))
      fail(ctx, valueError(`none of these keys is part of a query: ${names.join(', ')}`), { root: true })
    return given
  }, query)

/** Older clients wrap the query in an object when they retry a refused request (classic-api §6.4). */
const DeleteBody = deletionQuery(TaskQuery.extend({ query: deletionQuery(TaskQuery).nullish() }))
export type DeleteBody = z.output<typeof DeleteBody>

/** Kinds of changes in the history of a classic record. */
export const TASK_RECORD_CHANGES = [
  'task_record.create',
  'task_record.update',
  'task_record.relabel',
  'task_record.predict',
  'task_record.delete',
  'task_record.restore',
] as const

const TaskRecordChange = z.object({
  /** The number of the change, by which its states are restored. Absent where a record was added or deleted. */
  id: z.number().optional(),
  kind: z.enum(TASK_RECORD_CHANGES),
  at: z.string(),
  /** The acting user; null when unknown. */
  user_id: z.string().nullable(),
  /**
   * The record as replies showed it then: its status and annotation, and those of its other parts that differ. Null before it was first
   * logged, and of a deletion.
   */
  before: z.record(z.string(), json()).nullable(),
  after: z.record(z.string(), json()).nullable(),
})

const TaskHistory = z.object({
  /** The latest change first. */
  items: z.array(TaskRecordChange),
  /** The version of the record, which is sent to restore a part of an earlier state. */
  last_updated: z.string().nullable(),
  /** Whether older changes are left out: a reply has at most 200 changes, or about 16 MB. */
  is_cut: z.boolean(),
  /** The users named in the changes, as far as they still exist. */
  users: z.array(NamedUser),
})
export type TaskHistory = z.output<typeof TaskHistory>

/** The parts of a classic record that are restored from its history, each by itself: an annotation together with the status. */
const TASK_RECORD_PARTS = ['annotation', 'prediction', 'metadata', 'text'] as const
export type TaskRecordPart = (typeof TASK_RECORD_PARTS)[number]

const changeNumber = int({ ge: 1, le: Number.MAX_SAFE_INTEGER })

/** What to restore, and how the caller knows the record. */
const RestoreBody = z.object({
  part: word(TASK_RECORD_PARTS),
  /** The `id` of a change in the history of the record. */
  change: changeNumber,
  /** The part is restored as it was before this change, or as it was after it. */
  state: word(['before', 'after']),
  /** The `id` of the newest change in the history as the caller has read it, and its `last_updated`. If they differ by now, nothing is restored. */
  latest_change: changeNumber,
  last_updated: text(),
})
export type RestoreBody = z.output<typeof RestoreBody>

/** Export, single records and deletion, for any task (classic-api §6.2–6.4). */
export const taskRecordRoutes = {
  scanTaskRecords: defineRoute({
    method: 'POST',
    path: '/api/datasets/{name}/records/:search',
    summary: 'Read all stored records that match a query, page by page (scan).',
    tag,
    access: member,
    params: NameParams,
    query: z.object({
      ...workspaceQuery,
      limit: int({ ge: 0, le: TASK_LIMITS.searchMax }).default(TASK_LIMITS.scanDefault),
    }),
    body: ScanBody,
    bodyOptional: true,
    outsideTransaction: true,
    reply: z.object({
      records: z.array(z.record(z.string(), json())),
      next_idx: z.string().nullable(),
      next_page_cfg: z.string(),
    }),
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'bad_request', 'invalid_text_search', 'closed_dataset'],
  }),
  getTaskRecord: defineRoute({
    method: 'GET',
    path: '/api/datasets/{name}/records/{id}',
    summary: 'One record, with its metrics.',
    tag,
    access: member,
    params: RecordParams,
    query: WorkspaceQuery,
    reply: AnyRecordBody,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'closed_dataset'],
  }),
  updateTaskRecord: defineRoute({
    method: 'PATCH',
    path: '/api/datasets/{name}/records/{id}',
    summary: "Change a record's status and merge into its metadata.",
    tag,
    access: annotate,
    params: RecordParams,
    query: WorkspaceQuery,
    body: z.object({ metadata: byName(exactJson()).nullish(), status: word(RECORD_STATUSES).nullish() }),
    exactIntegers: true,
    reply: AnyRecordBody,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'metadata_limit', 'bulk_data', 'closed_dataset'],
  }),
  getTaskRecordHistory: defineRoute({
    method: 'GET',
    path: '/api/datasets/{name}/records/{id}/history',
    summary:
      'What happened to one record, the latest first: who logged it, annotated, validated or discarded it, changed its metadata or its labels, applied rules to it, deleted it and ' +
      'restored it, with the state before and after each change.',
    tag,
    access: member,
    params: RecordParams,
    query: WorkspaceQuery,
    reply: TaskHistory,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'closed_dataset'],
  }),
  restoreTaskRecordPart: defineRoute({
    method: 'POST',
    path: '/api/datasets/{name}/records/{id}/restore',
    summary:
      'Make one part of a record as it was before or after a change in its history: status and annotation, the prediction, the metadata, or the text. Renamed labels get their present ' +
      'names. Refused with 409 if the record has changed since the history was read.',
    tag,
    access: annotate,
    params: RecordParams,
    query: WorkspaceQuery,
    body: RestoreBody,
    reply: AnyRecordBody,
    status: 200,
    errors: [
      'missing_workspace',
      'not_found',
      'forbidden',
      'bad_request',
      'metadata_limit',
      'bulk_data',
      'closed_dataset',
      'conflict',
    ],
  }),
  deleteTaskRecords: defineRoute({
    method: 'DELETE',
    path: '/api/datasets/{name}/data',
    summary:
      'Delete the records that match a query (all records without a query), or mark them as discarded. Every member may mark records as discarded.',
    tag,
    access: manager,
    params: NameParams,
    query: z.object({ ...workspaceQuery, mark_as_discarded: bool().default(false) }),
    body: DeleteBody,
    bodyOptional: true,
    reply: z.object({ matched: z.number(), processed: z.number() }),
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'bad_request', 'invalid_text_search', 'closed_dataset'],
  }),
}
