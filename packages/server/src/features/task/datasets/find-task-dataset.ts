import type { IncomingHttpHeaders } from 'node:http'
import { taskOfPath } from '@postil/contract/task/task'
import { sql } from 'kysely'
import { prepared } from '../../../db/prepared'
import type { Db } from '../../../db/tables'
import type { TaskDatasetRow } from '../../../db/task-tables'
import type { DatasetAsked } from '../../../http/http-hooks'
import { closedDataset, entityNotFound, missingWorkspace, wrongTask } from '../../../wire/classic-errors'

export type FoundTaskDataset = TaskDatasetRow & { workspaceId: string }

/**
 * The classic dataset of this name in this workspace, with the workspace's name and id.
 *
 * @param workspace - its name, or one that it had: pages that were open when it was renamed go on with the old one
 */
export async function findTaskDataset(db: Db, workspace: string, name: string): Promise<FoundTaskDataset | undefined> {
  const { rows } = await usableNamed(db, { workspace, name })
  if (rows[0]) return rows[0]
  const id = await findRenamedWorkspace(db, workspace)
  if (id === undefined) return undefined
  return selectUsable(db).where('task_datasets.name', '=', name).where('workspaces.id', '=', id).executeTakeFirst()
}

const usableNamed = prepared((db: Db, { workspace, name }: { workspace: string; name: string }) =>
  selectUsable(db).where('task_datasets.name', '=', name).where('workspaces.name', '=', workspace),
)

/** The id of the workspace that was the last one to be renamed from this name, unless another one has it now. */
async function findRenamedWorkspace(db: Db, name: string): Promise<string | undefined> {
  const renamed = await db
    .selectFrom('events')
    .select('subject_id')
    // The literal makes SQLite use the partial index `events_renamed`.
    .where(sql<boolean>`kind = 'workspace.update'`)
    .where('before', '=', JSON.stringify({ name }))
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('workspaces').select('id').where('name', '=', name))))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return renamed?.subject_id
}

/** The same for a job, which knows the dataset by its id. */
export async function findTaskDatasetById(db: Db, id: string): Promise<FoundTaskDataset | undefined> {
  return selectUsable(db).where('task_datasets.id', '=', id).executeTakeFirst()
}

/** All classic datasets but those that are being imported or are in the bin. */
function selectUsable(db: Db) {
  return db
    .selectFrom('task_datasets')
    .innerJoin('workspaces', 'workspaces.id', 'task_datasets.workspace_id')
    .selectAll('task_datasets')
    .select(['workspaces.name as workspace_name', 'task_datasets.workspace_id as workspaceId'])
    .where('task_datasets.id', 'not in', (eb) => eb.selectFrom('staged_imports').select('id'))
    .where('task_datasets.id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id'))
}

/** The dataset of a route. Throws, in this order, for a missing workspace, a missing dataset and a task other than the path's. */
export async function resolveTaskDataset(
  db: Db,
  { name, query, headers, path }: DatasetAsked,
): Promise<FoundTaskDataset> {
  const workspace = workspaceOf(query, headers)
  if (workspace === undefined) throw missingWorkspace()
  const row = await findTaskDataset(db, workspace, name)
  if (!row) throw entityNotFound(name, 'ServiceDataset')
  const task = taskOfPath(path)
  if (task !== undefined && task !== row.task) throw wrongTask(task)
  return row
}

/** Return the dataset if it is open. Throws 400 for a closed one, in which nothing can be read or changed (classic-api §3). */
export function assertOpen(dataset: FoundTaskDataset): FoundTaskDataset {
  if (dataset.closed !== 0) throw closedDataset(dataset.name)
  return dataset
}

/** The workspace that a request names: in the query or, failing that, in the header. An empty name counts as none. */
export function workspaceOf(query: unknown, headers: IncomingHttpHeaders): string | undefined {
  const given: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'workspace') : undefined
  if (typeof given === 'string' && given !== '') return given
  const header = headers['x-argilla-workspace']
  return typeof header === 'string' && header !== '' ? header : undefined
}
