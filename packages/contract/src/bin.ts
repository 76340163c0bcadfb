import { z } from 'zod'
import { defineRoute } from './route'
import { uuid } from './shapes'
import { TASKS } from './task/constants'

const DeletedDataset = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a feedback dataset. */
  task: z.enum(TASKS).nullable(),
  workspace: z.object({ id: z.string(), name: z.string() }),
  /** Number of records. */
  records: z.number(),
  /** Username of the user who deleted it; null after that user was deleted. */
  deleted_by: z.string().nullable(),
  deleted_at: z.string(),
  /** Time from which it can no longer be restored. */
  purge_at: z.string(),
})
export type DeletedDataset = z.output<typeof DeletedDataset>

const RestoredDataset = z.object({
  id: z.string(),
  /** Differs from the previous name if that was taken meanwhile. */
  name: z.string(),
  task: z.enum(TASKS).nullable(),
  workspace: z.object({ id: z.string(), name: z.string() }),
})
export type RestoredDataset = z.output<typeof RestoredDataset>

const BinParams = z.object({ dataset_id: uuid() })
const access = { can: 'dataset.manage', of: 'deleted_dataset', param: 'dataset_id' } as const

/** The bin: deleted datasets of both families, which can be restored for some time. */
export const binRoutes = {
  listDeletedDatasets: defineRoute({
    method: 'GET',
    path: '/api/v1/bin',
    summary:
      'The deleted datasets of both families that can still be restored, latest deletion first. Owners get all of them, admins those of their own workspaces.',
    tag: 'Bin',
    access: { can: 'bin.read' },
    reply: z.object({
      items: z.array(DeletedDataset),
      /** Number of days for which deleted datasets are kept; 0 if they are not kept. */
      days: z.number(),
    }),
    status: 200,
    errors: [],
  }),
  restoreDataset: defineRoute({
    method: 'POST',
    path: '/api/v1/bin/{dataset_id}/restore',
    summary:
      'Restore a deleted dataset with everything in it. If its name was taken meanwhile, `-restored` is appended to it.',
    tag: 'Bin',
    access,
    params: BinParams,
    reply: RestoredDataset,
    status: 200,
    errors: ['not_found'],
  }),
  purgeDataset: defineRoute({
    method: 'DELETE',
    path: '/api/v1/bin/{dataset_id}',
    summary: 'Delete a deleted dataset permanently, before its time is over. This cannot be undone.',
    tag: 'Bin',
    access,
    params: BinParams,
    reply: DeletedDataset,
    status: 200,
    errors: ['not_found'],
  }),
}
