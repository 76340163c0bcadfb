import type { Db, Tx } from '../../db/tables'

/** The numbers that the words of a dataset's fields carry, by field name. Fields that never had a record have none. */
export async function findFieldNumbers(db: Db, datasetId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('fields')
    .innerJoin('text_fields', 'text_fields.field_id', 'fields.id')
    .select(['fields.name', 'text_fields.number'])
    .where('fields.dataset_id', '=', datasetId)
    .execute()
  return new Map(rows.map(({ name, number }) => [name, Number(number)]))
}

/** The same, with a number for every field. */
export async function ensureFieldNumbers(tx: Tx, datasetId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('fields')
    .leftJoin('text_fields', 'text_fields.field_id', 'fields.id')
    .select(['fields.id', 'text_fields.number'])
    .where('fields.dataset_id', '=', datasetId)
    .execute()
  const missing = rows.filter(({ number }) => number === null).map(({ id }) => ({ field_id: id }))
  if (missing.length > 0)
    await tx
      .insertInto('text_fields')
      .values(missing)
      .onConflict((oc) => oc.column('field_id').doNothing())
      .execute()
  return findFieldNumbers(tx, datasetId)
}
