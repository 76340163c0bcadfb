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

/** Delete vectors settings; the vectors under them cannot be reached from then on and are noted in `purges`. */
export async function deleteVectorsSettingsRow(tx: Tx, id: string, at: number): Promise<void> {
  await tx.deleteFrom('vectors_settings').where('id', '=', id).execute()
  await tx.insertInto('purges').values({ id, kind: 'vectors_settings', inserted_at: at }).execute()
}
