import type { TaskSettingsBody } from '@postil/contract/task/settings'
import type { Db, Tx } from '../../../db/tables'

/** The stored settings of a dataset; undefined without any. */
export async function selectSettings(db: Db, datasetId: string): Promise<TaskSettingsBody | undefined> {
  const row = await db
    .selectFrom('task_settings')
    .select('settings')
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  return row && JSON.parse(row.settings)
}

export async function upsertSettings(tx: Tx, datasetId: string, settings: TaskSettingsBody): Promise<void> {
  const text = JSON.stringify(settings)
  await tx
    .insertInto('task_settings')
    .values({ dataset_id: datasetId, settings: text })
    .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet({ settings: text }))
    .execute()
}

export async function deleteSettingsRow(tx: Tx, datasetId: string): Promise<void> {
  await tx.deleteFrom('task_settings').where('dataset_id', '=', datasetId).execute()
}
