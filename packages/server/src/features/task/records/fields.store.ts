import { chunked } from '../../../db/insert-rows'
import { prepared } from '../../../db/prepared'
import type { Db, Tx } from '../../../db/tables'
import type { TaskFieldType } from '../../../db/task-tables'

interface OfDataset {
  datasetId: string
}

/** The searchable paths of a dataset, with the types fixed by their first values. */
export async function selectFields(db: Db, datasetId: string): Promise<Map<string, TaskFieldType>> {
  const { rows } = await fieldsOf(db, { datasetId })
  return new Map(rows.map((row) => [row.name, row.type]))
}

const fieldsOf = prepared((db: Db, { datasetId }: OfDataset) =>
  db.selectFrom('task_fields').select(['name', 'type']).where('dataset_id', '=', datasetId).orderBy('name'),
)

/** Store new paths, and wider types of existing ones. */
export async function upsertFields(
  tx: Tx,
  datasetId: string,
  fields: ReadonlyMap<string, TaskFieldType>,
): Promise<void> {
  const rows = [...fields].map(([name, type]) => ({ dataset_id: datasetId, name, type }))
  for (const some of chunked(rows))
    await tx
      .insertInto('task_fields')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['dataset_id', 'name']).doUpdateSet(({ ref }) => ({ type: ref('excluded.type') })),
      )
      .execute()
}

/** The vectors of a dataset by name, with their dimensions. */
export async function selectVectorNames(db: Db, datasetId: string): Promise<Map<string, number>> {
  const { rows } = await vectorNamesOf(db, { datasetId })
  return new Map(rows.map((row) => [row.name, row.dimensions]))
}

const vectorNamesOf = prepared((db: Db, { datasetId }: OfDataset) =>
  db.selectFrom('task_vector_names').select(['name', 'dimensions']).where('dataset_id', '=', datasetId),
)

export async function insertVectorNames(tx: Tx, datasetId: string, names: ReadonlyMap<string, number>): Promise<void> {
  if (names.size === 0) return
  const rows = [...names].map(([name, dimensions]) => ({ dataset_id: datasetId, name, dimensions }))
  await tx
    .insertInto('task_vector_names')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['dataset_id', 'name']).doNothing())
    .execute()
}
