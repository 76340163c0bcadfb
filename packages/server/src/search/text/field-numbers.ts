import type { DatasetTable, Db, Tx } from '../../db/tables'
import { RecentMap } from '../recent-map'

/** Cached field numbers by dataset, of datasets where they cannot change any more. */
const settled = new RecentMap<Map<string, number | undefined>>(1000)

/**
 * The fields of a dataset by name, with the numbers that prefix their words in the word index. Cached once they are final: a published
 * dataset keeps its fields, and a field its number. Must not read uncommitted data.
 */
export async function findSettledNumbers(
  db: Db,
  { id, status }: Pick<DatasetTable, 'id' | 'status'>,
): Promise<ReadonlyMap<string, number | undefined>> {
  const known = settled.get(id)
  if (known) return known
  const numbers = await findFieldNumbers(db, id)
  if (status === 'ready' && [...numbers.values()].every((number) => number !== undefined)) settled.set(id, numbers)
  return numbers
}

/** The fields of a dataset by name, with the numbers that prefix their words; undefined for a field that never had a record. */
export async function findFieldNumbers(db: Db, datasetId: string): Promise<Map<string, number | undefined>> {
  const rows = await db
    .selectFrom('fields')
    .leftJoin('text_fields', 'text_fields.field_id', 'fields.id')
    .select(['fields.name', 'text_fields.number'])
    .where('fields.dataset_id', '=', datasetId)
    .orderBy('fields.inserted_at')
    .orderBy('fields.id')
    .execute()
  return new Map(rows.map(({ name, number }) => [name, number ?? undefined]))
}

/** The fields of a dataset by name, with a number for every field; missing numbers are assigned. */
export async function ensureFieldNumbers(tx: Tx, datasetId: string): Promise<Map<string, number | undefined>> {
  const rows = await tx
    .selectFrom('fields')
    .leftJoin('text_fields', 'text_fields.field_id', 'fields.id')
    .select(['fields.id', 'text_fields.number'])
    .where('fields.dataset_id', '=', datasetId)
    // In a fixed order, since two concurrent first imports insert the same numbers and could deadlock.
    .orderBy('fields.id')
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
