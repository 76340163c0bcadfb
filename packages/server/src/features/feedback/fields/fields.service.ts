import { randomUUID } from 'node:crypto'
import type { FieldCreate, FieldPatch } from '@postil/contract/feedback/fields'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { FieldTable, Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { getDatasetForChange } from '../datasets/datasets.service'
import { deleteFieldRow, insertField, isFieldNameTaken, updateFieldRow } from './fields.store'
import { fieldToWire } from './fields.wire'

export { listFields } from './fields.store'

/** Add a field to a draft. */
export async function createField(
  tx: Tx,
  user: SessionUser,
  datasetId: string,
  body: FieldCreate,
): Promise<FieldTable> {
  const { status } = await getDatasetForChange(tx, datasetId)
  if (await isFieldNameTaken(tx, datasetId, body.name))
    throw new ConflictError(`Field with name \`${body.name}\` already exists for dataset with id \`${datasetId}\``)
  if (status === 'ready') throw new InvalidError('Field cannot be created for a published dataset')
  const now = nowMicros()
  const row: FieldTable = {
    id: randomUUID(),
    dataset_id: datasetId,
    name: body.name,
    title: body.title,
    required: body.required ? 1 : 0,
    settings: JSON.stringify(body.settings),
    inserted_at: now,
    updated_at: now,
  }
  await insertField(tx, row)
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
  const changed = changedColumns(before, {
    title: body.title ?? undefined,
    settings: body.settings ? JSON.stringify(body.settings) : undefined,
  })
  if (isUnchanged(changed)) return before
  const after: FieldTable = { ...before, ...changed, updated_at: nowMicros() }
  await updateFieldRow(tx, before.id, { ...changed, updated_at: after.updated_at })
  await logEvent(tx, {
    ...about(user, after),
    kind: 'field.update',
    before: fieldToWire(before),
    after: fieldToWire(after),
  })
  return after
}

/** Delete a field of a draft; returns it as it was. */
export async function deleteField(tx: Tx, user: SessionUser, row: FieldTable): Promise<FieldTable> {
  const { status } = await getDatasetForChange(tx, row.dataset_id)
  if (status === 'ready') throw new InvalidError('Fields cannot be deleted for a published dataset')
  await deleteFieldRow(tx, row.id)
  await logEvent(tx, { ...about(user, row), kind: 'field.delete', before: fieldToWire(row) })
  return row
}

function about(user: SessionUser, row: FieldTable) {
  return { subjectId: row.id, userId: user.id, datasetId: row.dataset_id }
}
