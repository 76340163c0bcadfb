import type { FieldCreate, FieldPatch } from '@postil/contract/feedback/settings/fields'
import type { SessionUser } from '../../../context'
import { lockDataset } from '../../../db/engines/lock-records'
import { about, logEvent } from '../../../db/events'
import type { Db, FieldTable, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { assertPartNameFree, changePart, newPart } from '../datasets/dataset-parts'
import { getDatasetForChange } from '../datasets/datasets.service'
import { fieldToWire } from './fields.wire'

/** Add a field to a draft. */
export async function createField(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: FieldCreate,
): Promise<FieldTable> {
  const { status } = await getDatasetForChange(tx, datasetId)
  await assertPartNameFree(tx, 'field', datasetId, body.name)
  if (status === 'ready') throw new InvalidError('Field cannot be created for a published dataset')
  const row: FieldTable = {
    ...newPart(datasetId),
    name: body.name,
    title: body.title,
    required: body.required ? 1 : 0,
    settings: JSON.stringify(body.settings),
  }
  await tx.insertInto('fields').values(row).execute()
  await logEvent(tx, { ...about(user, row), kind: 'field.create', after: fieldToWire(row) })
  return row
}

/** Change title or settings, on a draft or a published dataset. */
export async function updateField(
  tx: Tx,
  user: SessionUser,
  before: FieldTable,
  body: FieldPatch,
): Promise<FieldTable> {
  await lockDataset(tx, before.dataset_id)
  const settings = body.settings ? JSON.stringify(body.settings) : undefined
  return changePart(tx, user, 'field', before, { title: body.title ?? undefined, settings }, fieldToWire)
}

/** Delete a field of a draft; returns the deleted field. */
export async function deleteField(tx: Tx, user: SessionUser, row: FieldTable): Promise<FieldTable> {
  const { status } = await getDatasetForChange(tx, row.dataset_id)
  if (status === 'ready') throw new InvalidError('Fields cannot be deleted for a published dataset')
  await tx.deleteFrom('fields').where('id', '=', row.id).execute()
  await logEvent(tx, { ...about(user, row), kind: 'field.delete', before: fieldToWire(row) })
  return row
}

/** Fields of a dataset, oldest first. */
export function listFields(db: Db, datasetId: string): Promise<FieldTable[]> {
  return db
    .selectFrom('fields')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}
