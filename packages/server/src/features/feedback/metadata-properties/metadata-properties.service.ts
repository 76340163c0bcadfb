import type {
  MetadataPropertyCreate,
  MetadataPropertyPatch,
} from '@postil/contract/feedback/settings/metadata-properties'
import { metadataSettingsText } from '@postil/contract/feedback/settings/metadata-settings'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import { prepared } from '../../../db/prepared'
import type { Db, MetadataPropertyTable, Tx } from '../../../db/tables'
import { writeJson } from '../../../http/bodies/raw-json'
import { assertPartNameFree, changePart, newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import { propertyToWire } from './metadata-properties.wire'

/** Whether this user may see the property: annotators see only visible ones, everywhere (feedback-api §11.4). */
export function maySeeProperty(user: SessionUser, property: MetadataPropertyTable): boolean {
  return can(user, 'metadata.readHidden', { isMember: true }) || property.visible_for_annotators === 1
}

/** Add a metadata property to a draft or a published dataset. */
export async function createMetadataProperty(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: MetadataPropertyCreate,
): Promise<MetadataPropertyTable> {
  await getDatasetForChange(tx, datasetId)
  await assertPartNameFree(tx, 'metadata_property', datasetId, body.name)
  const row: MetadataPropertyTable = {
    ...newPart(datasetId),
    name: body.name,
    title: body.title,
    settings: metadataSettingsText(body.settings),
    visible_for_annotators: body.visible_for_annotators ? 1 : 0,
  }
  await tx.insertInto('metadata_properties').values(row).execute()
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
  await lockDataset(tx, before.dataset_id)
  const visible = body.visible_for_annotators ?? undefined
  const wanted = {
    title: body.title ?? undefined,
    visible_for_annotators: visible === undefined ? undefined : Number(visible),
  }
  return changePart(tx, user, 'metadata_property', before, wanted, propertyToWire)
}

/**
 * Delete a metadata property; returns the deleted property. Records keep their metadata and index rows, so that declaring the property again
 * finds them at once.
 */
export async function deleteMetadataProperty(
  tx: Tx,
  user: SessionUser,
  row: MetadataPropertyTable,
): Promise<MetadataPropertyTable> {
  await lockDataset(tx, row.dataset_id)
  await tx.deleteFrom('metadata_properties').where('id', '=', row.id).execute()
  await logEvent(tx, { ...about(user, row), kind: 'metadata_property.delete', before: wireText(row) })
  return row
}

function wireText(row: MetadataPropertyTable): string {
  return writeJson(propertyToWire(row))
}

const propertiesOf = prepared((db: Db, { datasetId }: { datasetId: string }) =>
  db
    .selectFrom('metadata_properties')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('inserted_at')
    .orderBy('id'),
)

/** Metadata properties of a dataset, oldest first; without the hidden ones when `visibleOnly`. */
export async function listMetadataProperties(
  db: Db,
  datasetId: string,
  { visibleOnly = false } = {},
): Promise<MetadataPropertyTable[]> {
  const { rows } = await propertiesOf(db, { datasetId })
  return visibleOnly ? rows.filter((row) => row.visible_for_annotators === 1) : rows
}

/** The smallest and the largest number of a property, from the ends of the index; null without numbers. */
export async function findBounds(
  db: Db,
  datasetId: string,
  property: string,
): Promise<[min: number | null, max: number | null]> {
  const numbers = db
    .selectFrom('record_terms')
    .select('num')
    .where('dataset_id', '=', datasetId)
    .where('property', '=', property)
    .where('num', 'is not', null)
    .limit(1)
  const [min, max] = await Promise.all([
    numbers.orderBy('num', 'asc').executeTakeFirst(),
    numbers.orderBy('num', 'desc').executeTakeFirst(),
  ])
  return [min?.num ?? null, max?.num ?? null]
}
