import { randomUUID } from 'node:crypto'
import type { MetadataPropertyCreate, MetadataPropertyPatch } from '@postil/contract/feedback/metadata-properties'
import { metadataSettingsText } from '@postil/contract/feedback/metadata-settings'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { MetadataPropertyTable, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { writeJson } from '../../../http/raw-json'
import { getDatasetForChange } from '../datasets/datasets.service'
import { deletePropertyRow, insertProperty, isPropertyNameTaken, updatePropertyRow } from './metadata-properties.store'
import { propertyToWire } from './metadata-properties.wire'

export { listMetadataProperties } from './metadata-properties.store'

/** True when this user may know of the property: annotators see only the visible ones, everywhere (feedback-api §11.4). */
export function maySeeProperty(user: SessionUser, property: MetadataPropertyTable): boolean {
  return user.role !== 'annotator' || property.visible_for_annotators === 1
}

/** Add a metadata property to a draft or a published dataset. */
export async function createMetadataProperty(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: MetadataPropertyCreate,
): Promise<MetadataPropertyTable> {
  await getDatasetForChange(tx, datasetId)
  if (await isPropertyNameTaken(tx, datasetId, body.name))
    throw new ConflictError(
      `Metadata property with name \`${body.name}\` already exists for dataset with id \`${datasetId}\``,
    )
  const now = nowMicros()
  const row: MetadataPropertyTable = {
    id: randomUUID(),
    dataset_id: datasetId,
    name: body.name,
    title: body.title,
    settings: metadataSettingsText(body.settings),
    visible_for_annotators: body.visible_for_annotators ? 1 : 0,
    inserted_at: now,
    updated_at: now,
  }
  await insertProperty(tx, row)
  await logEvent(tx, { ...about(user, row), kind: 'metadata_property.create', after: wireText(row) })
  return row
}

/** Change title or visibility; a key left out keeps its value. */
export async function updateMetadataProperty(
  tx: Tx,
  user: SessionUser,
  before: MetadataPropertyTable,
  body: MetadataPropertyPatch,
): Promise<MetadataPropertyTable> {
  const visible = body.visible_for_annotators ?? undefined
  const changed = changedColumns(before, {
    title: body.title ?? undefined,
    visible_for_annotators: visible === undefined ? undefined : Number(visible),
  })
  if (isUnchanged(changed)) return before
  const after: MetadataPropertyTable = { ...before, ...changed, updated_at: nowMicros() }
  await updatePropertyRow(tx, before.id, { ...changed, updated_at: after.updated_at })
  await logEvent(tx, {
    ...about(user, after),
    kind: 'metadata_property.update',
    before: wireText(before),
    after: wireText(after),
  })
  return after
}

/** Delete a metadata property; returns it as it was. */
export async function deleteMetadataProperty(
  tx: Tx,
  user: SessionUser,
  row: MetadataPropertyTable,
): Promise<MetadataPropertyTable> {
  await deletePropertyRow(tx, row.id)
  await logEvent(tx, { ...about(user, row), kind: 'metadata_property.delete', before: wireText(row) })
  return row
}

function wireText(row: MetadataPropertyTable): string {
  return writeJson(propertyToWire(row))
}

function about(user: SessionUser, row: MetadataPropertyTable) {
  return { subjectId: row.id, userId: user.id, datasetId: row.dataset_id }
}
