import type { VectorsSettingsCreate, VectorsSettingsPatch } from '@postil/contract/feedback/settings/vectors-settings'
import { LIMITS } from '@postil/contract/limits'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { Db, Tx, VectorsSettingsTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { enqueue } from '../../../jobs/enqueue'
import { assertPartNameFree, changePart, newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import { vectorsPurge } from '../datasets/purge.service'
import { vectorsSettingsToWire } from './vectors-settings.wire'

/** Add vectors settings to a draft or a published dataset. */
export async function createVectorsSettings(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: VectorsSettingsCreate,
): Promise<VectorsSettingsTable> {
  await getDatasetForChange(tx, datasetId)
  const existing = await listVectorsSettings(tx, datasetId)
  // The limit is checked before the name (feedback-api §3.2).
  assertRoomForVectors(existing, datasetId)
  await assertPartNameFree(tx, 'vectors_settings', datasetId, body.name)
  const row: VectorsSettingsTable = {
    ...newPart(datasetId),
    name: body.name,
    title: body.title,
    dimensions: body.dimensions,
    source: 'given',
  }
  await insertVectorsSettings(tx, row)
  await logEvent(tx, { ...about(user, row), kind: 'vectors_settings.create', after: vectorsSettingsToWire(row) })
  return row
}

/** Change the title. */
export async function updateVectorsSettings(
  tx: Tx,
  user: SessionUser,
  before: VectorsSettingsTable,
  body: VectorsSettingsPatch,
): Promise<VectorsSettingsTable> {
  await lockDataset(tx, before.dataset_id)
  return changePart(tx, user, 'vectors_settings', before, { title: body.title ?? undefined }, vectorsSettingsToWire)
}

/** Delete vectors settings. Their vectors are unreachable from then on, and a job deletes them. Returns the deleted settings. */
export async function deleteVectorsSettings(
  tx: Tx,
  user: SessionUser,
  row: VectorsSettingsTable,
): Promise<VectorsSettingsTable> {
  await lockDataset(tx, row.dataset_id)
  await tx.deleteFrom('vectors_settings').where('id', '=', row.id).execute()
  await enqueue(tx, vectorsPurge(user, row))
  await logEvent(tx, { ...about(user, row), kind: 'vectors_settings.delete', before: vectorsSettingsToWire(row) })
  return row
}

/** Throws `InvalidError` when a dataset has the maximum number of vectors settings. */
export function assertRoomForVectors(existing: readonly unknown[], datasetId: string): void {
  if (existing.length >= LIMITS.vectorsPerDataset)
    throw new InvalidError(
      `The maximum number of vector settings has been reached for dataset with id \`${datasetId}\``,
    )
}

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
