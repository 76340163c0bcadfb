import { TASK_LIMITS } from '@postil/contract/task/constants'
import { sql } from 'kysely'
import { rethrowNameTaken } from '../../../db/engines/engine'
import type { Db, Tx } from '../../../db/tables'
import type { TaskDatasetRow, TaskDatasetTable } from '../../../db/task-tables'
import { datasetGone, isNotInBin } from './next-version'

/** Classic datasets of some workspaces, or of all when none are named. */
export async function selectDatasets(db: Db, workspaceIds: string[] | undefined): Promise<TaskDatasetRow[]> {
  const all = db
    .selectFrom('task_datasets')
    .innerJoin('workspaces', 'workspaces.id', 'task_datasets.workspace_id')
    .selectAll('task_datasets')
    .select('workspaces.name as workspace_name')
    .where('task_datasets.id', 'not in', (eb) => eb.selectFrom('staged_imports').select('id'))
    .where('task_datasets.id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id'))
    .orderBy('task_datasets.created_at')
    .orderBy('task_datasets.id')
    .limit(TASK_LIMITS.datasetList)
  if (!workspaceIds) return all.execute()
  return workspaceIds.length === 0 ? [] : all.where('task_datasets.workspace_id', 'in', workspaceIds).execute()
}

/**
 * Insert a dataset.
 *
 * @returns false when the workspace already has a dataset of this name
 */
export async function insertDataset(tx: Tx, row: TaskDatasetTable): Promise<boolean> {
  const done = await tx
    .insertInto('task_datasets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

/** Give a hidden dataset the row by which it is found. Throws `StaleReadError` when its name was taken meanwhile. */
export async function nameDataset(tx: Tx, row: TaskDatasetTable): Promise<void> {
  await tx.updateTable('task_datasets').set(row).where('id', '=', row.id).execute().catch(rethrowNameTaken)
}

export async function updateDataset(tx: Tx, id: string, change: Partial<TaskDatasetTable>): Promise<void> {
  await tx
    .updateTable('task_datasets')
    .set(change)
    .where('id', '=', id)
    .where(isNotInBin)
    .returning('id')
    .executeTakeFirstOrThrow(datasetGone)
}

/** Update the time of change and lock the row until the transaction ends; returns the row's current tags and metadata. */
export async function touchDataset(
  tx: Tx,
  id: string,
  at: number,
): Promise<Pick<TaskDatasetTable, 'tags' | 'metadata' | 'last_updated'>> {
  return tx
    .updateTable('task_datasets')
    .set({ last_updated: at })
    .where('id', '=', id)
    .where(isNotInBin)
    .returning(['tags', 'metadata', 'last_updated'])
    .executeTakeFirstOrThrow(datasetGone)
}

/** Copy what belongs to a dataset, except its records and their vectors, into another one. */
export async function copySettings(tx: Tx, from: string, to: string): Promise<void> {
  const parts = [
    sql`insert into task_settings (dataset_id, settings) select ${to}, settings from task_settings where dataset_id = ${from}`,
    sql`insert into task_fields (dataset_id, name, type) select ${to}, name, type from task_fields where dataset_id = ${from}`,
    sql`insert into task_vector_names (dataset_id, name, dimensions)
      select ${to}, name, dimensions from task_vector_names where dataset_id = ${from}`,
    sql`insert into task_rules (dataset_id, query, labels, description, author, created_at)
      select ${to}, query, labels, description, author, created_at from task_rules where dataset_id = ${from} order by seq`,
  ]
  for (const part of parts) await part.execute(tx)
}
