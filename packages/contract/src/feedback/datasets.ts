import { z } from 'zod'
import { LIMITS, PATTERNS } from '../limits'
import { defineRoute } from '../route'
import { bool, int, refuseNulls, text, uuid } from '../shapes'
import { DatasetParams, itemsOf, timestamps } from './common'

const tag = 'Datasets'
/** Maximum number of answers that a record can need; the store counts those of gold records from the next number on. */
const MOST_ANSWERS = 999_999_999

/** Distribution of records: a record is completed once `min_submitted` users have submitted a response to it. */
const Distribution = z.discriminatedUnion('strategy', [
  z.object({ strategy: z.literal('overlap'), min_submitted: int({ ge: 1, le: MOST_ANSWERS }) }),
])

export const Dataset = z.object({
  id: z.string(),
  name: z.string(),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  distribution: z.object({ strategy: z.literal('overlap'), min_submitted: z.number() }),
  status: z.enum(['draft', 'ready']),
  workspace_id: z.string(),
  last_activity_at: z.string(),
  ...timestamps,
})
export type Dataset = z.output<typeof Dataset>

const datasetName = () => text({ min: 1, max: LIMITS.nameLength, pattern: PATTERNS.datasetName })
const guidelines = () => text({ min: 1, max: LIMITS.guidelinesLength }).nullish()

export const DatasetCreate = z.object({
  name: datasetName(),
  guidelines: guidelines(),
  allow_extra_metadata: bool().default(true),
  distribution: Distribution.nullish(),
  workspace_id: uuid(),
})
export type DatasetCreate = z.output<typeof DatasetCreate>

export const DatasetPatch = z
  .object({
    name: datasetName().nullish(),
    guidelines: guidelines(),
    allow_extra_metadata: bool().nullish(),
    distribution: Distribution.nullish(),
  })
  .superRefine(refuseNulls(['name', 'allow_extra_metadata']))
export type DatasetPatch = z.output<typeof DatasetPatch>

/**
 * The default order in which users get the records of a dataset. `file`: as they were added; `mixed`: a random order per user;
 * `uncertain`: the lowest score of a suggestion first, records without scores last.
 */
const QUEUE_ORDERS = ['file', 'mixed', 'uncertain'] as const
export type QueueOrder = (typeof QUEUE_ORDERS)[number]

/**
 * Who gets a record. `everyone`: all users who have not answered it. `until_completed`: only as many users as it needs submitted responses;
 * once it is completed, it is pending for nobody.
 */
const HAND_OUTS = ['everyone', 'until_completed'] as const
export type HandOut = (typeof HAND_OUTS)[number]

/**
 * Whether annotators see the submitted answers of others to a record. `after_answering`: once they have submitted their own; `never`: not at
 * all.
 */
const OTHERS_ANSWERS = ['never', 'after_answering'] as const
export type OthersAnswers = (typeof OTHERS_ANSWERS)[number]

/** With more than half, the answers that are already known would be most of the work. */
const MAX_GOLD_PERCENT = 50

export const Queue = z.object({
  order: z.enum(QUEUE_ORDERS),
  /** Number of submitted responses that complete a record; equal to `distribution.min_submitted` of the dataset. */
  min_submitted: int({ ge: 1, le: MOST_ANSWERS }),
  hand_out: z.enum(HAND_OUTS),
  others_answers: z.enum(OTHERS_ANSWERS),
  /**
   * About this percentage of the records that each user gets are gold records, as long as there are any that the user has not answered. With
   * 0, gold records are distributed like other completed ones, as `hand_out` says.
   */
  gold_percent: int({ ge: 0, le: MAX_GOLD_PERCENT }),
})
export type Queue = z.output<typeof Queue>

/** A change of the queue; absent keys do not change. */
export const QueueChange = Queue.partial()
export type QueueChange = z.output<typeof QueueChange>

const count = z.number()
const byStatus = z.object({ submitted: count, draft: count, discarded: count })

export const MyDatasetMetrics = z.object({
  records: z.object({ count }),
  responses: z.object({
    count,
    submitted: count,
    discarded: count,
    draft: count,
    /** Number of records that the caller still has to answer, without skipped ones. */
    pending: count,
    /** Number of records that the caller has skipped and not answered. */
    skipped: count,
  }),
})
export type MyDatasetMetrics = z.output<typeof MyDatasetMetrics>

export const DatasetProgress = z.object({
  total: count,
  submitted: count,
  discarded: count,
  conflicting: count,
  completed: count,
  pending: count,
})
export type DatasetProgress = z.output<typeof DatasetProgress>

export const UsersProgress = z.object({
  users: z.array(z.object({ username: z.string(), completed: byStatus, pending: byStatus })),
})
export type UsersProgress = z.output<typeof UsersProgress>

const member = { can: 'dataset.read', of: 'dataset', param: 'dataset_id' } as const
const manager = { can: 'dataset.manage', of: 'dataset', param: 'dataset_id' } as const
const onDataset = ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'] as const

/** Datasets, their life cycle and their counts (feedback-api §3.2, §7). */
export const datasetRoutes = {
  listMyDatasets: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets',
    summary: 'List the feedback datasets that the caller can see, including drafts.',
    tag,
    access: { can: 'server.use' },
    query: z.object({ workspace_id: uuid().optional() }),
    reply: itemsOf(Dataset),
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'invalid_shape'],
  }),
  createDataset: defineRoute({
    method: 'POST',
    path: '/api/v1/datasets',
    summary: 'Create a feedback dataset, as a draft.',
    tag,
    access: { can: 'dataset.manage', of: 'workspace', param: 'workspace_id', from: 'body' },
    body: DatasetCreate,
    reply: Dataset,
    status: 201,
    errors: ['unauthenticated', 'forbidden', 'invalid_shape', 'invalid', 'conflict'],
  }),
  getDataset: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}',
    summary: 'One feedback dataset.',
    tag,
    access: member,
    params: DatasetParams,
    reply: Dataset,
    status: 200,
    errors: onDataset,
  }),
  updateDataset: defineRoute({
    method: 'PATCH',
    path: '/api/v1/datasets/{dataset_id}',
    summary: 'Change name, guidelines, extra metadata or distribution. Other keys in the body are ignored.',
    tag,
    access: manager,
    params: DatasetParams,
    body: DatasetPatch,
    reply: Dataset,
    status: 200,
    errors: [...onDataset, 'conflict', 'invalid'],
  }),
  publishDataset: defineRoute({
    method: 'PUT',
    path: '/api/v1/datasets/{dataset_id}/publish',
    summary: 'Publish a draft, so that records can be added. Its fields and questions are fixed from then on.',
    tag,
    access: manager,
    params: DatasetParams,
    reply: Dataset,
    status: 200,
    errors: [...onDataset, 'invalid'],
  }),
  getQueue: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/queue',
    summary: 'How the records of a dataset are distributed: in which order, and to how many users.',
    tag,
    access: member,
    params: DatasetParams,
    reply: Queue,
    status: 200,
    errors: onDataset,
  }),
  updateQueue: defineRoute({
    method: 'PUT',
    path: '/api/v1/datasets/{dataset_id}/queue',
    summary:
      'Change how records are distributed: the order (`file`, `mixed` or `uncertain`), the number of submitted responses that complete a record, whether completed records are still distributed (`everyone`) or not (`until_completed`), whether annotators see the answers of others, and the percentage of gold records.',
    tag,
    access: manager,
    params: DatasetParams,
    body: QueueChange,
    reply: Queue,
    status: 200,
    errors: onDataset,
  }),
  deleteDataset: defineRoute({
    method: 'DELETE',
    path: '/api/v1/datasets/{dataset_id}',
    summary: 'Delete a feedback dataset and everything inside it.',
    tag,
    access: manager,
    params: DatasetParams,
    reply: Dataset,
    status: 200,
    errors: onDataset,
  }),
  getMyDatasetMetrics: defineRoute({
    method: 'GET',
    path: '/api/v1/me/datasets/{dataset_id}/metrics',
    summary: "Number of records, and of the caller's own responses, by status.",
    tag,
    access: member,
    params: DatasetParams,
    reply: MyDatasetMetrics,
    status: 200,
    errors: onDataset,
  }),
  getDatasetProgress: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/progress',
    summary: "The progress of all users together, based on each record's responses.",
    tag,
    access: member,
    params: DatasetParams,
    reply: DatasetProgress,
    status: 200,
    errors: onDataset,
  }),
  getUsersProgress: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/users/progress',
    summary:
      "Each user's responses by status, on completed and on pending records; for annotators, who may not see those of others, only their own.",
    tag,
    access: member,
    params: DatasetParams,
    reply: UsersProgress,
    status: 200,
    errors: onDataset,
  }),
}
