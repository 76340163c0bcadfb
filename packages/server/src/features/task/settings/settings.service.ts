import type { TaskSettingsBody, TaskSettingsInput } from '@postil/contract/task/settings'
import { findForeignLabel, keepLabelParts, labelsOf, normalizeSettings } from '@postil/domain/labels/label-schema'
import type { SessionUser } from '../../../context'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import type { BeforeWrite } from '../../../http/calls/handle'
import { badRequest, entityNotFound } from '../../../wire/classic-errors'
import { assertNoneOpen } from '../../options/option-changes.service'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { lockTaskDataset, nextVersion } from '../datasets/next-version'
import { assertManages } from '../datasets/workspaces'
import { parseDocument } from '../exact-metadata'
import { reserveVectors } from '../records/records.service'
import { askIndex } from '../search-thread/ask-index'
import { rowsOf } from '../search-thread/fetch-rows'
import { walkRows } from '../search-thread/walk-rows'
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
 * Merge into the settings, replacing whole top-level keys (classic-api §3.1). The check that labels in use are kept comes before the check
 * of the role (`wire/check-order.ts`).
 *
 * @param inUse - the labels in use before the transaction, if a label schema is given
 * @returns the given settings, normalized
 */
export async function saveSettings(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  given: TaskSettingsInput,
  inUse: LabelsInUse | undefined,
): Promise<TaskSettingsBody> {
  const settings = normalizeSettings(given)
  await nextVersion(tx, dataset.id)
  if (settings.label_schema) {
    const kept = keepLabelParts(await selectSettings(tx, dataset.id), settings)
    const foreign = await findForeignInUse(tx, dataset, kept, inUse)
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

/** Delete the settings, if there are any. */
export async function deleteSettings(tx: Tx, user: SessionUser, dataset: FoundTaskDataset): Promise<void> {
  await lockTaskDataset(tx, dataset.id)
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

/** Throws while records are being updated after a change of the labels. */
async function assertLabelsFree(tx: Tx, dataset: FoundTaskDataset): Promise<void> {
  await assertNoneOpen(tx, labelOwner(dataset))
}

/** The labels that records use, as of a version. */
export interface LabelsInUse {
  version: number
  labels: string[]
}

/**
 * Find the labels in use before the transaction, in which other threads must not be queried. Undefined when the transaction is going to
 * refuse the call.
 */
export async function findLabelsAhead(before: BeforeWrite | undefined): Promise<LabelsInUse | undefined> {
  const dataset = await before?.find('task_dataset').catch(() => undefined)
  if (!before || !dataset) return undefined
  const { id, task, version, seals } = dataset
  const params = { size: 0, entitySize: 0 }
  const ask = { op: 'metric' as const, id: 'dataset_labels', query: { type: 'all' as const }, params, facets: [] }
  const found = await askIndex(before.context.engine.db, { id, task, version, seals }, ask)
  return { version, labels: Array.isArray(found.labels) ? found.labels.map(String) : [] }
}

/** The first label in use that a schema does not contain. Only records written since `inUse` was found are read. */
async function findForeignInUse(
  tx: Tx,
  { id }: FoundTaskDataset,
  settings: TaskSettingsBody,
  inUse: LabelsInUse | undefined,
): Promise<string | undefined> {
  let foreign: string | undefined
  await walkRows({ version: inUse?.version ?? -1 }, false, rowsOf(tx, id), ({ document }) => {
    foreign = findForeignLabel(settings, labelsOf(parseDocument(document)))
    return foreign === undefined
  })
  if (foreign !== undefined) return foreign
  return findForeignLabel(settings, inUse?.labels ?? [])
}
