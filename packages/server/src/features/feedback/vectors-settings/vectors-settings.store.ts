import type { Db, Tx, VectorsSettingsTable } from '../../../db/tables'

/** Vectors settings of a dataset, oldest first. */
export function listVectorsSettings(db: Db, datasetId: string): Promise<VectorsSettingsTable[]> {
  return db
    .selectFrom('vectors_settings')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

export async function insertVectorsSettings(tx: Tx, row: VectorsSettingsTable): Promise<void> {
  await tx.insertInto('vectors_settings').values(row).execute()
}

export async function updateVectorsSettingsRow(
  tx: Tx,
  id: string,
  changed: Partial<VectorsSettingsTable>,
): Promise<void> {
  await tx.updateTable('vectors_settings').set(changed).where('id', '=', id).execute()
}

export async function deleteVectorsSettingsRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('vectors_settings').where('id', '=', id).execute()
}
