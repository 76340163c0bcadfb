import type { Db, FieldTable, Tx } from '../../../db/tables'

/** Fields of a dataset, oldest first. */
export function listFields(db: Db, datasetId: string): Promise<FieldTable[]> {
  return db
    .selectFrom('fields')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

export async function insertField(tx: Tx, row: FieldTable): Promise<void> {
  await tx.insertInto('fields').values(row).execute()
}

export async function updateFieldRow(tx: Tx, id: string, changed: Partial<FieldTable>): Promise<void> {
  await tx.updateTable('fields').set(changed).where('id', '=', id).execute()
}

export async function deleteFieldRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('fields').where('id', '=', id).execute()
}
