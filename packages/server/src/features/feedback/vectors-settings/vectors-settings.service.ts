import { randomUUID } from 'node:crypto'
import type { VectorsSettingsCreate, VectorsSettingsPatch } from '@postil/contract/feedback/vectors-settings'
import { LIMITS } from '@postil/contract/limits'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Tx, VectorsSettingsTable } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { getDatasetForChange } from '../datasets/datasets.service'
import {
  deleteVectorsSettingsRow,
  insertVectorsSettings,
  listVectorsSettings,
  updateVectorsSettingsRow,
} from './vectors-settings.store'
import { vectorsSettingsToWire } from './vectors-settings.wire'

export { insertVectorsSettings, listVectorsSettings } from './vectors-settings.store'

/** Add vectors settings to a draft or a published dataset. */
export async function createVectorsSettings(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: VectorsSettingsCreate,
): Promise<VectorsSettingsTable> {
  await getDatasetForChange(tx, datasetId)
  const existing = await listVectorsSettings(tx, datasetId)
  // The limit is looked at before the name (feedback-api §3.2).
  if (existing.length >= LIMITS.vectorsPerDataset)
    throw new InvalidError(
      `The maximum number of vector settings has been reached for dataset with id \`${datasetId}\``,
    )
  if (existing.some((settings) => settings.name === body.name))
    throw new ConflictError(
      `Vector settings with name \`${body.name}\` already exists for dataset with id \`${datasetId}\``,
    )
  const now = nowMicros()
  const row: VectorsSettingsTable = {
    id: randomUUID(),
    dataset_id: datasetId,
    name: body.name,
    title: body.title,
    dimensions: body.dimensions,
    source: 'given',
    inserted_at: now,
    updated_at: now,
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
  const changed = changedColumns(before, { title: body.title ?? undefined })
  if (isUnchanged(changed)) return before
  const after: VectorsSettingsTable = { ...before, ...changed, updated_at: nowMicros() }
  await updateVectorsSettingsRow(tx, before.id, { ...changed, updated_at: after.updated_at })
  await logEvent(tx, {
    ...about(user, after),
    kind: 'vectors_settings.update',
    before: vectorsSettingsToWire(before),
    after: vectorsSettingsToWire(after),
  })
  return after
}

/** Delete vectors settings; returns them as they were. `purgeDeleted` clears the vectors under them away. */
export async function deleteVectorsSettings(
  tx: Tx,
  user: SessionUser,
  row: VectorsSettingsTable,
): Promise<VectorsSettingsTable> {
  await deleteVectorsSettingsRow(tx, row.id, nowMicros())
  await logEvent(tx, { ...about(user, row), kind: 'vectors_settings.delete', before: vectorsSettingsToWire(row) })
  return row
}

function about(user: SessionUser, row: VectorsSettingsTable) {
  return { subjectId: row.id, userId: user.id, datasetId: row.dataset_id }
}
