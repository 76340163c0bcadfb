import { z } from 'zod'
import { bodyList } from '../body-list'
import { defineRoute } from '../route'
import { bool, exactJson, fail, text } from '../shapes'
import type { Task } from './constants'
import { Text2TextInput, TextClassificationInput, TokenClassificationInput } from './records'
import { annotate, NameParams, workspaceQuery } from './task'

function bulkBody<R extends z.ZodType>(record: R) {
  return z.object({
    tags: z.record(z.string(), text()).nullish(),
    metadata: z.record(z.string(), exactJson()).nullish(),
    records: bodyList(record),
  })
}

/** All records of a batch must be multi-label, or all single-label (classic-api §5.2). */
const TextClassificationBulk = bulkBody(TextClassificationInput).superRefine(({ records }, ctx) => {
  const [first] = records
  if (first && records.some((record) => Boolean(record.multi_label) !== Boolean(first.multi_label)))
    fail(ctx, { msg: 'All records must be single or multi labelled', type: 'assertion_error' }, { path: ['records'] })
})

const BulkQuery = z.object({
  ...workspaceQuery,
  /**
   * Whether the records are edits of stored records: each is refused if it was changed after its `last_updated`, and an annotation of null
   * removes the stored one. Otherwise the batch is merged into the stored records without these checks (classic-api §5.6).
   */
  edits: bool().default(false),
})

const BulkReply = z.object({
  dataset: z.string(),
  processed: z.number(),
  failed: z.number(),
  /** The new `last_updated` of the records; only in the reply to edits. */
  last_updated: z.string().optional(),
})

function bulkRoute<const T extends Task, B extends z.ZodType>(task: T, body: B) {
  return defineRoute({
    method: 'POST',
    path: `/api/datasets/{name}/${task}:bulk`,
    summary: 'Log records: records with new ids are added, others are merged into the stored records. All or none.',
    tag: 'Classic records',
    access: annotate,
    params: NameParams,
    query: BulkQuery,
    body,
    exactIntegers: true,
    bulk: true,
    reply: BulkReply,
    status: 200,
    errors: [
      'missing_workspace',
      'not_found',
      'wrong_task',
      'forbidden',
      'bad_request',
      'metadata_limit',
      'bulk_data',
      'closed_dataset',
      'conflict',
    ],
  })
}

/** Logging records (classic-api §5). */
export const bulkRoutes = {
  bulkTextClassification: bulkRoute('TextClassification', TextClassificationBulk),
  bulkTokenClassification: bulkRoute('TokenClassification', bulkBody(TokenClassificationInput)),
  bulkText2Text: bulkRoute('Text2Text', bulkBody(Text2TextInput)),
}
