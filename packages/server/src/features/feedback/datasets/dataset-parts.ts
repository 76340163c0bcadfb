import { randomUUID } from 'node:crypto'
import { nowMicros } from '../../../db/clock'
import type { Db } from '../../../db/tables'
import { ConflictError } from '../../../errors'

/** The tables of fields, questions, metadata properties and vectors settings: rows of one dataset, with unique names in it. */
const PARTS = {
  fields: 'Field',
  questions: 'Question',
  metadata_properties: 'Metadata property',
  vectors_settings: 'Vector settings',
} as const

/** The common columns of a new part. */
export function newPart(datasetId: string) {
  const now = nowMicros()
  return { id: randomUUID(), dataset_id: datasetId, inserted_at: now, updated_at: now }
}

/** Throws `ConflictError` when the dataset has a part of this kind and name. The caller has locked the dataset. */
export async function assertPartNameFree(
  db: Db,
  table: keyof typeof PARTS,
  datasetId: string,
  name: string,
): Promise<void> {
  const taken = await db
    .selectFrom(table)
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (taken)
    throw new ConflictError(`${PARTS[table]} with name \`${name}\` already exists for dataset with id \`${datasetId}\``)
}
