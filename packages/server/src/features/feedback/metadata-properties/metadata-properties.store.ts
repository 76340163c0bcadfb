import { prepared } from '../../../db/prepared'
import type { Db, MetadataPropertyTable, Tx } from '../../../db/tables'

const propertiesOf = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db
    .selectFrom('metadata_properties')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('inserted_at')
    .orderBy('id'),
)

/** Metadata properties of a dataset, oldest first; without the hidden ones when `visibleOnly`. */
export async function listMetadataProperties(
  db: Db,
  datasetId: string,
  { visibleOnly = false } = {},
): Promise<MetadataPropertyTable[]> {
  const { rows } = await propertiesOf(db, { datasetId })
  return visibleOnly ? rows.filter((row) => row.visible_for_annotators === 1) : rows
}

export async function insertProperty(tx: Tx, row: MetadataPropertyTable): Promise<void> {
  await tx.insertInto('metadata_properties').values(row).execute()
}

export async function updatePropertyRow(tx: Tx, id: string, changed: Partial<MetadataPropertyTable>): Promise<void> {
  await tx.updateTable('metadata_properties').set(changed).where('id', '=', id).execute()
}

/** Delete a property. Records keep their metadata and index rows, so that declaring the property again finds them at once. */
export async function deletePropertyRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('metadata_properties').where('id', '=', id).execute()
}
