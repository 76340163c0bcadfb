import { findsAny } from '../../../db/finds-any'
import { workspacesOf } from '../../../db/member-workspaces'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { enqueue } from '../../../jobs/enqueue'
import { lastActivityOf } from '../../../search/dataset-version'

/** A dataset with the time of its last activity, which is stored in another table because every answer changes it. */
export type DatasetRow = DatasetTable & { last_activity_at: number }

function selectDatasets(db: Db) {
  return db
    .selectFrom('datasets')
    .innerJoin('dataset_stats', 'dataset_stats.dataset_id', 'datasets.id')
    .selectAll('datasets')
    .select(lastActivityOf('dataset_stats').as('last_activity_at'))
}

export function findDataset(db: Db, id: string): Promise<DatasetRow | undefined> {
  return selectDatasets(db).where('datasets.id', '=', id).executeTakeFirst()
}

/** Which datasets to list: all, those of one workspace, or those of a user's workspaces. */
export type DatasetScope = { workspaceId: string } | { memberId: string } | 'all'

/** Datasets, oldest first. */
export function listDatasets(db: Db, scope: DatasetScope): Promise<DatasetRow[]> {
  const all = selectDatasets(db).orderBy('datasets.inserted_at').orderBy('datasets.id')
  if (scope === 'all') return all.execute()
  if ('workspaceId' in scope) return all.where('datasets.workspace_id', '=', scope.workspaceId).execute()
  return all.where('datasets.workspace_id', 'in', workspacesOf(db, scope.memberId)).execute()
}

export async function isDatasetNameTaken(db: Db, workspaceId: string, name: string): Promise<boolean> {
  const ofWorkspace = db.selectFrom('datasets').select('id').where('workspace_id', '=', workspaceId)
  return findsAny(ofWorkspace.where('name', '=', name))
}

export async function insertDataset(tx: Tx, { last_activity_at, ...row }: DatasetRow): Promise<void> {
  await tx.insertInto('datasets').values(row).execute()
  await tx.insertInto('dataset_stats').values({ dataset_id: row.id, records: 0, last_activity_at }).execute()
}

/** Write changed columns; `at` becomes the time of the change and of the last activity. */
export async function updateDatasetRow(tx: Tx, id: string, changed: Partial<DatasetTable>, at: number): Promise<void> {
  await tx
    .updateTable('datasets')
    .set({ ...changed, updated_at: at })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('dataset_stats').set({ last_activity_at: at }).where('dataset_id', '=', id).execute()
}

/** Lock a dataset's row until the end of the transaction, so that changes of its configuration happen one after the other. */
export function holdDataset(tx: Tx, id: string): Promise<DatasetTable | undefined> {
  return tx
    .updateTable('datasets')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** True when the dataset has a required field, or a required question. */
export async function hasRequired(db: Db, table: 'fields' | 'questions', datasetId: string): Promise<boolean> {
  return findsAny(db.selectFrom(table).select('id').where('dataset_id', '=', datasetId).where('required', '=', 1))
}

export async function hasResponses(db: Db, datasetId: string): Promise<boolean> {
  return findsAny(db.selectFrom('responses').select('id').where('dataset_id', '=', datasetId))
}

/** Delete a dataset; foreign keys delete its configuration, and a job deletes its records. */
export async function deleteDatasetRow(tx: Tx, { id, name }: Pick<DatasetRow, 'id' | 'name'>): Promise<void> {
  const stats = await tx.selectFrom('dataset_stats').select('records').where('dataset_id', '=', id).executeTakeFirst()
  await tx.deleteFrom('given_answers').where('dataset_id', '=', id).execute()
  await tx.deleteFrom('datasets').where('id', '=', id).execute()
  const record = await tx.selectFrom('records').select('pk').where('dataset_id', '=', id).limit(1).executeTakeFirst()
  if (!record) return
  await enqueue(tx, {
    kind: 'purge_dataset',
    subject: id,
    dataset: { id, name },
    total: stats?.records,
  })
}
