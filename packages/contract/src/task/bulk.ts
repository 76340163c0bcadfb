import { z } from 'zod'
import { defineRoute } from '../route'
import { bodyList, bool, exactJson, fail, text } from '../shapes'
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

/** A batch must be of one mode (classic-api §5.2). */
const TextClassificationBulk = bulkBody(TextClassificationInput).superRefine(({ records }, ctx) => {
  const [first] = records
  if (first && records.some((record) => Boolean(record.multi_label) !== Boolean(first.multi_label)))
    fail(ctx, { msg: 'All records must be single or multi labelled', type: 'assertion_error' }, { path: ['records'] })
})

const BulkQuery = z.object({
  ...workspaceQuery,
  /**
   * The records are edits of what is stored: each is refused when it was changed since its `last_updated`, and an annotation that is null
   * is taken away. Without it a batch merges into whatever is there (classic-api §5.6).
   */
  edits: bool().default(false),
})

const BulkReply = z.object({
  dataset: z.string(),
  processed: z.number(),
  failed: z.number(),
  /** Of the records, as they are stored now; only in the reply to edits. */
  last_updated: z.string().optional(),
})

function bulkRoute<const T extends Task, B extends z.ZodType>(task: T, body: B) {
  return defineRoute({
    method: 'POST',
    path: `/api/datasets/{name}/${task}:bulk`,
    summary: 'Log records: new ids are added, known ids are merged into what is stored. All or none.',
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
