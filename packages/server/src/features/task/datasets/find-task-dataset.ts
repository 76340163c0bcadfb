import type { IncomingHttpHeaders } from 'node:http'
import { taskOfPath } from '@postil/contract/task/task'
import type { Db } from '../../../db/tables'
import type { TaskDatasetRow } from '../../../db/task-tables'
import type { DatasetAsked } from '../../../http/http-hooks'
import { entityNotFound, missingWorkspace, wrongTask } from '../../../wire/classic-errors'

export type FoundTaskDataset = TaskDatasetRow & { workspaceId: string }

/** The classic dataset of this name in this workspace, with the workspace's name and id. */
export async function findTaskDataset(db: Db, workspace: string, name: string): Promise<FoundTaskDataset | undefined> {
  return selectUsable(db)
    .where('workspaces.name', '=', workspace)
    .where('task_datasets.name', '=', name)
    .executeTakeFirst()
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

/** The workspace that a request names: in the query or, failing that, in the header. An empty name counts as none. */
export function workspaceOf(query: unknown, headers: IncomingHttpHeaders): string | undefined {
  const given: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'workspace') : undefined
  if (typeof given === 'string' && given !== '') return given
  const header = headers['x-argilla-workspace']
  return typeof header === 'string' && header !== '' ? header : undefined
}
