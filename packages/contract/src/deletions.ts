import { z } from 'zod'
import { defineRoute } from './route'
import { int, list, text } from './shapes'
import { TASKS } from './task/constants'

/** Number of records of a deletion that are listed at once. */
export const DELETED_PER_PAGE = 50

const Place = z.object({ id: z.string(), name: z.string() })

/** Records that one user deleted in one go. */
const Deletion = z.object({
  /** Whole number; a later deletion has a larger one. */
  id: z.string(),
  dataset: Place,
  /** Null for a feedback dataset. */
  task: z.enum(TASKS).nullable(),
  workspace: Place,
  /** Number of deleted records. */
  records: z.number(),
  /** How many of them are not restored; of more than 1,000 classic ones without regard to those that were logged again. */
  left: z.number(),
  /** Username; null after that user was deleted. */
  deleted_by: z.string().nullable(),
  deleted_at: z.string(),
  /** Time from which they can no longer be restored. */
  until: z.string(),
  /** The beginning of the text of one of the records. */
  sample: z.string(),
})
export type Deletion = z.output<typeof Deletion>

const DeletedRecord = z.object({
  /** The id of a feedback record, or the id of a classic one as text. */
  id: z.string(),
  external_id: z.string().nullable(),
  /** The beginning of its text. */
  text: z.string(),
  /** Number of responses; for a classic record 1 if it was annotated. */
  responses: z.number(),
  /** False when it was restored, or when there is a record with its id again. */
  is_deleted: z.boolean(),
})
export type DeletedRecord = z.output<typeof DeletedRecord>

/** A message about a record, for the user. */
const Note = z.object({ id: z.string(), message: z.string() })

const Restored = z.object({
  /** Number of records that this call restored. */
  restored: z.number(),
  /** Records that cannot be restored, and why. */
  refused: z.array(Note),
  /** Parts of restored records that are no longer valid and were left out. */
  left_out: z.array(Note),
  /** The `after` of the next call; null when nothing is left to do. */
  next: z.number().nullable(),
})
export type Restored = z.output<typeof Restored>

const DeletionParams = z.object({ deletion: text({ pattern: /^[0-9]{1,15}$/ }) })
const access = { can: 'dataset.manage', of: 'deletion', param: 'deletion' } as const

/** Deleted records of both families, which can be restored for some time. */
export const deletionRoutes = {
  listDeletions: defineRoute({
    method: 'GET',
    path: '/api/v1/deletions',
    summary:
      'The deletions of records that can still be restored, latest first: what one user deleted from a dataset without a pause of more than a minute. Owners get all of them, admins those of their own workspaces. At most 100.',
    tag: 'Bin',
    access: { can: 'bin.read' },
    reply: z.object({
      items: z.array(Deletion),
      /** Number of days for which deleted records are kept; 0 if they are not kept. */
      days: z.number(),
    }),
    status: 200,
    errors: [],
  }),
  listDeletedRecords: defineRoute({
    method: 'GET',
    path: '/api/v1/deletions/{deletion}/records',
    summary: `The records of one deletion; those of a classic dataset latest first. \`next\` is the \`after\` of the next page, null on the last one; a page has about ${DELETED_PER_PAGE} feedback records, or what was deleted in one transaction. A classic record that was deleted twice is listed twice.`,
    tag: 'Bin',
    access,
    params: DeletionParams,
    query: z.object({ after: int({ ge: 0 }).optional() }),
    reply: z.object({ items: z.array(DeletedRecord), next: z.number().nullable() }),
    status: 200,
    errors: ['not_found', 'invalid_shape'],
  }),
  restoreRecords: defineRoute({
    method: 'POST',
    path: '/api/v1/deletions/{deletion}/restore',
    summary:
      'Restore deleted records with their answers, suggestions, metadata and vectors: all records of a deletion, or only some (`ids`). What is restored already is passed over, and of a record that was deleted twice the latest content is restored. A call restores only so many; repeat it with `after` until `next` is null. To restore records of one page of the list, send the `after` of this page.',
    tag: 'Bin',
    access,
    params: DeletionParams,
    body: z.object({
      ids: list(text(), { min: 1, max: 100 }).optional(),
      after: int({ ge: 0 }).optional(),
    }),
    outsideTransaction: true,
    reply: Restored,
    status: 200,
    errors: ['not_found', 'invalid_shape'],
  }),
}
