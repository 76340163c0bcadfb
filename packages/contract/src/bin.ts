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
  /** How many records it has. */
  records: z.number(),
  /** The username; null once that user was deleted. */
  deleted_by: z.string().nullable(),
  deleted_at: z.string(),
  /** From this time on it cannot be restored. */
  purge_at: z.string(),
})
export type DeletedDataset = z.output<typeof DeletedDataset>

const RestoredDataset = z.object({
  id: z.string(),
  /** Another one than before where the name was taken meanwhile. */
  name: z.string(),
  task: z.enum(TASKS).nullable(),
  workspace: z.object({ id: z.string(), name: z.string() }),
})
export type RestoredDataset = z.output<typeof RestoredDataset>

const BinParams = z.object({ dataset_id: uuid() })
const access = { can: 'dataset.manage', of: 'deleted_dataset', param: 'dataset_id' } as const

/** Deleted datasets of both families, which can be restored for some time. */
export const binRoutes = {
  listDeletedDatasets: defineRoute({
    method: 'GET',
    path: '/api/v1/bin',
    summary:
      'The deleted datasets of both families that can still be restored, the latest deletion first: all of them for an owner, those of their workspaces for an admin.',
    tag: 'bin',
    access: { can: 'bin.read' },
    reply: z.object({
      items: z.array(DeletedDataset),
      /** How long deleted datasets are kept; 0: not at all. */
      days: z.number(),
    }),
    status: 200,
    errors: [],
  }),
  restoreDataset: defineRoute({
    method: 'POST',
    path: '/api/v1/bin/{dataset_id}/restore',
    summary:
      'Restore a deleted dataset with everything in it. Where its name was taken meanwhile it gets the ending `-restored`.',
    tag: 'bin',
    access,
    params: BinParams,
    reply: RestoredDataset,
    status: 200,
    errors: ['not_found'],
  }),
  purgeDataset: defineRoute({
    method: 'DELETE',
    path: '/api/v1/bin/{dataset_id}',
    summary: 'Delete a deleted dataset for good, before its time. This cannot be undone.',
    tag: 'bin',
    access,
    params: BinParams,
    reply: DeletedDataset,
    status: 200,
    errors: ['not_found'],
  }),
}
