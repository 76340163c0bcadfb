import type { Db, Tables, Tx } from '../../../db/tables'

export type WorkspaceRow = Tables['workspaces']

/** Every workspace, oldest first. */
export async function listWorkspaces(db: Db): Promise<WorkspaceRow[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('inserted_at').orderBy('id').execute()
}

/** The workspaces a user is linked to, oldest first. */
export async function listLinkedWorkspaces(db: Db, userId: string): Promise<WorkspaceRow[]> {
  return db
    .selectFrom('workspaces')
    .innerJoin('memberships', 'memberships.workspace_id', 'workspaces.id')
    .selectAll('workspaces')
    .where('memberships.user_id', '=', userId)
    .orderBy('workspaces.inserted_at')
    .orderBy('workspaces.id')
    .execute()
}

/** Names of linked workspaces in the order of joining, of one user or of all. */
export async function listLinkedNames(db: Db, userId?: string): Promise<{ user_id: string; name: string }[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.user_id', 'workspaces.name'])
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId ?? ''))
    .orderBy('memberships.inserted_at')
    .orderBy('workspaces.id')
    .execute()
}

export async function findWorkspaceByName(db: Db, name: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspaces').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function insertWorkspace(tx: Tx, row: WorkspaceRow): Promise<void> {
  await tx.insertInto('workspaces').values(row).execute()
}

export async function renameWorkspace(tx: Tx, { id, name, updated_at }: WorkspaceRow): Promise<void> {
  await tx.updateTable('workspaces').set({ name, updated_at }).where('id', '=', id).execute()
}

/** Delete a workspace and its memberships. A foreign key prevents this while it contains a dataset. */
export async function deleteWorkspace(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute()
}

/** A family of datasets that the workspace still contains, feedback first; undefined when it contains none, or deleted ones only. */
export async function findLinkedFamily(db: Db, id: string): Promise<'feedback' | 'task' | undefined> {
  const feedback = await db
    .selectFrom('datasets')
    .select('id')
    .where('workspace_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (feedback) return 'feedback'
  const task = await db
    .selectFrom('task_datasets')
    .select('id')
    .where('workspace_id', '=', id)
    .where('id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id'))
    .limit(1)
    .executeTakeFirst()
  return task && 'task'
}
