import { z } from 'zod'
import { PATTERNS } from '../limits'
import { defineRoute } from '../route'
import { exactJson, json, text, word } from '../shapes'
import { TASK_LIMITS, TASKS } from './constants'
import { manager, member, NameParams, WorkspaceQuery } from './task'

const tags = z.record(z.string(), text()).nullish()
const metadata = z.record(z.string(), exactJson()).nullish()
const name = text({ min: 1, max: TASK_LIMITS.nameLength, pattern: PATTERNS.workspaceName })

/** A classic dataset as returned by all routes. */
export const TaskDatasetBody = z.object({
  id: z.string(),
  name: z.string(),
  task: z.enum(TASKS),
  workspace: z.string(),
  owner: z.string(),
  tags: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), json()),
  created_at: z.string(),
  created_by: z.string().optional(),
  last_updated: z.string(),
})
export type TaskDatasetBody = z.output<typeof TaskDatasetBody>

const tag = 'Classic datasets'

const list = {
  method: 'GET',
  summary: 'List the classic datasets of one workspace, or of all the caller can see.',
  tag,
  access: { can: 'server.use' },
  query: WorkspaceQuery,
  reply: z.array(TaskDatasetBody),
  status: 200,
  errors: ['not_found'],
} as const

const create = {
  method: 'POST',
  summary: 'Create a classic dataset.',
  tag,
  access: { can: 'dataset.manage', of: 'workspace', param: 'workspace', from: 'body' },
  query: WorkspaceQuery,
  body: z.object({ name, task: word(TASKS), workspace: text().nullish(), tags, metadata }),
  exactIntegers: true,
  reply: TaskDatasetBody,
  status: 200,
  errors: ['missing_workspace', 'not_found', 'forbidden', 'bad_request', 'conflict'],
} as const

/** What closing and opening have in common. */
const closing = {
  method: 'PUT',
  tag,
  access: manager,
  params: NameParams,
  query: WorkspaceQuery,
  bodyOptional: true,
  reply: z.null(),
  status: 200,
  errors: ['missing_workspace', 'not_found', 'forbidden'],
} as const

/** Classic datasets (classic-api §3). Existing clients request the list with and without a trailing slash. */
export const taskDatasetRoutes = {
  listTaskDatasets: defineRoute({ ...list, path: '/api/datasets' }),
  listTaskDatasetsSlash: defineRoute({ ...list, path: '/api/datasets/' }),
  createTaskDataset: defineRoute({ ...create, path: '/api/datasets' }),
  createTaskDatasetSlash: defineRoute({ ...create, path: '/api/datasets/' }),
  getTaskDataset: defineRoute({
    method: 'GET',
    path: '/api/datasets/{name}',
    summary: 'One classic dataset.',
    tag,
    access: member,
    params: NameParams,
    query: WorkspaceQuery,
    reply: TaskDatasetBody,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden'],
  }),
  updateTaskDataset: defineRoute({
    method: 'PATCH',
    path: '/api/datasets/{name}',
    summary: 'Merge tags and metadata into a classic dataset.',
    tag,
    access: member,
    params: NameParams,
    query: WorkspaceQuery,
    body: z.object({ tags, metadata }),
    exactIntegers: true,
    reply: TaskDatasetBody,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'bad_request'],
  }),
  deleteTaskDataset: defineRoute({
    method: 'DELETE',
    path: '/api/datasets/{name}',
    summary: 'Delete a classic dataset with its records, rules and settings. Not an error if it does not exist.',
    tag,
    access: manager,
    params: NameParams,
    query: WorkspaceQuery,
    reply: z.null(),
    status: 200,
    errors: ['missing_workspace', 'forbidden'],
  }),
  closeTaskDataset: defineRoute({
    ...closing,
    path: '/api/datasets/{name}:close',
    summary: 'Close a classic dataset: its records can no longer be read or changed.',
  }),
  openTaskDataset: defineRoute({
    ...closing,
    path: '/api/datasets/{name}:open',
    summary: 'Open a closed classic dataset again.',
  }),
  copyTaskDataset: defineRoute({
    method: 'PUT',
    path: '/api/datasets/{name}:copy',
    summary: 'Copy a classic dataset with its records, settings and rules.',
    tag,
    access: manager,
    params: NameParams,
    query: WorkspaceQuery,
    body: z.object({ name, target_workspace: text().nullish(), tags, metadata }),
    exactIntegers: true,
    reply: TaskDatasetBody,
    status: 200,
    errors: ['missing_workspace', 'not_found', 'forbidden', 'bad_request', 'conflict'],
  }),
}
