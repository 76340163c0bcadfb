import type { TaskSettingsBody, TaskSettingsInput } from '@postil/contract/task/settings'
import { findForeignLabel, keepLabelParts, normalizeSettings } from '@postil/domain/labels/label-schema'
import type { SessionUser } from '../../../context'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { badRequest, entityNotFound } from '../../../wire/classic-errors'
import { assertNoneOpen } from '../../options/option-changes.service'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { nextVersion } from '../datasets/next-version'
import { assertManages } from '../datasets/workspaces'
import { reserveVectors } from '../records/reserve-vectors'
import { askIndex } from '../search-index/ask-index'
import { labelOwner } from './label-owner.service'
import { deleteSettingsRow, selectSettings, upsertSettings } from './settings.store'

export { selectSettings as findSettings } from './settings.store'

/** The settings of a dataset. Throws 404 when none are stored. */
export async function getSettings(db: Db, dataset: FoundTaskDataset): Promise<TaskSettingsBody> {
  const settings = await selectSettings(db, dataset.id)
  if (!settings) throw entityNotFound(dataset.name, `${dataset.task}Settings`)
  return settings
}

/**
 * Merge into the settings, each top-level key as a whole (classic-api §3.1). Labels in use must stay: that is checked first, then the role.
 *
 * @returns what was given, made regular
 */
export async function saveSettings(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  given: TaskSettingsInput,
): Promise<TaskSettingsBody> {
  const settings = normalizeSettings(given)
  const version = await nextVersion(tx, dataset.id)
  if (settings.label_schema) {
    const kept = keepLabelParts(await selectSettings(tx, dataset.id), settings)
    const foreign = findForeignLabel(kept, await labelsInUse(tx, dataset, version - 1))
    if (foreign !== undefined)
      throw badRequest(`The label ${foreign} was found in the dataset but not in provided labels schema.`)
  }
  await assertManages(tx, user, dataset.workspace_id)
  await assertLabelsFree(tx, dataset)
  await reserveVectors(tx, dataset.id, settings.vectors ?? {})
  const before = await selectSettings(tx, dataset.id)
  const after = { ...before, ...keepLabelParts(before, settings) }
  await upsertSettings(tx, dataset.id, after)
  await logEvent(tx, {
    kind: 'task_settings.update',
    ...aboutDataset(user, dataset),
    before,
    after,
  })
  return settings
}

/** Forget the settings; there may be none. */
export async function deleteSettings(tx: Tx, user: SessionUser, dataset: FoundTaskDataset): Promise<void> {
  const before = await selectSettings(tx, dataset.id)
  if (!before) return
  await assertLabelsFree(tx, dataset)
  await deleteSettingsRow(tx, dataset.id)
  await logEvent(tx, {
    kind: 'task_settings.delete',
    ...aboutDataset(user, dataset),
    before,
  })
}

/** While records follow a change of the labels, the list stays as it is. */
function assertLabelsFree(tx: Tx, dataset: FoundTaskDataset): Promise<void> {
  return assertNoneOpen(tx, labelOwner(dataset))
}

async function labelsInUse(tx: Tx, { id, task }: FoundTaskDataset, version: number): Promise<string[]> {
  const params = { size: 0, entitySize: 0 }
  const found = await askIndex(
    tx,
    { id, task, version },
    { op: 'metric', id: 'dataset_labels', query: { type: 'all' }, params, facets: [] },
  )
  return Array.isArray(found.labels) ? found.labels.map(String) : []
}
