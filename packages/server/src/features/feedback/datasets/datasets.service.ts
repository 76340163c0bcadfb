import { randomUUID } from 'node:crypto'
import type { DatasetCreate, DatasetPatch, Queue, QueueChange } from '@postil/contract/feedback/datasets'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { changedColumns, isUnchanged } from '../../../db/changed-columns'
import { nowMicros } from '../../../db/clock'
import { isUniqueViolation } from '../../../db/engines/engine'
import { holdDataset as waitForWriters } from '../../../db/engines/lock-records'
import { aboutDataset, logEvent } from '../../../db/events'
import type { DatasetTable, Db, Tx } from '../../../db/tables'
import { ConflictError, InvalidError } from '../../../errors'
import { assertCan } from '../../../http/calls/access'
import { resourceNotFound } from '../../../wire/resource-errors'
import { binFeedbackDataset } from '../../bin/bin.service'
import { updateStats } from './dataset-stats'
import {
  type DatasetRow,
  deleteDatasetRow,
  findDataset,
  hasRequired,
  hasResponses,
  holdDataset,
  insertDataset,
  isDatasetNameTaken,
  listDatasets,
  updateDatasetRow,
} from './datasets.store'
import { datasetToWire, queueToWire } from './datasets.wire'

/**
 * The datasets that a user can see: all for an owner, otherwise those of their workspaces; optionally of one workspace only. Throws
 * `ForbiddenError`.
 */
export async function listMyDatasets(db: Db, user: SessionUser, workspaceId?: string): Promise<DatasetRow[]> {
  if (workspaceId === undefined)
    return listDatasets(db, can(user, 'workspaces.readAll') ? 'all' : { memberId: user.id })
  await assertCan(db, user, 'workspace.read', { workspaceId })
  return listDatasets(db, { workspaceId })
}

/** Read a dataset that is expected to exist. Throws `NotFoundError`. */
export async function getDataset(db: Db, id: string): Promise<DatasetRow> {
  const row = await findDataset(db, id)
  if (!row) throw resourceNotFound('dataset', id)
  return row
}

/**
 * Read a dataset and lock it until the transaction ends. Every change of a dataset's configuration starts with this. Throws
 * `NotFoundError`.
 */
export async function getDatasetForChange(tx: Tx, id: string): Promise<DatasetTable> {
  const row = await holdDataset(tx, id)
  if (!row) throw resourceNotFound('dataset', id)
  return row
}

/** Create a draft. `workspace` is undefined when the body names one that does not exist. Throws `InvalidError`, `ConflictError`. */
export async function createDataset(
  tx: Tx,
  user: SessionUser,
  workspace: { id: string } | undefined,
  body: DatasetCreate,
): Promise<DatasetRow> {
  if (!workspace) throw new InvalidError(`Workspace with id \`${body.workspace_id}\` not found`)
  const now = nowMicros()
  const row: DatasetRow = {
    id: randomUUID(),
    workspace_id: workspace.id,
    name: body.name,
    guidelines: body.guidelines ?? null,
    allow_extra_metadata: body.allow_extra_metadata ? 1 : 0,
    min_submitted: body.distribution?.min_submitted ?? 1,
    status: 'draft',
    queue_order: 'mixed',
    hand_out: 'everyone',
    has_assignments: 0,
    others_answers: 'never',
    gold_percent: 0,
    inserted_at: now,
    updated_at: now,
    last_activity_at: now,
  }
  await assertNameFree(tx, row)
  await insertDataset(tx, row).catch(refuseTakenName(row))
  await logEvent(tx, { ...aboutDataset(user, row), kind: 'dataset.create', after: datasetToWire(row) })
  return row
}

/** Change a dataset. A change without effect leaves its times as they are. */
export async function updateDataset(tx: Tx, user: SessionUser, id: string, body: DatasetPatch): Promise<DatasetRow> {
  await getDatasetForChange(tx, id)
  const before = await getDataset(tx, id)
  const changed = changedColumns(before, {
    name: body.name ?? undefined,
    guidelines: body.guidelines,
    allow_extra_metadata: flag(body.allow_extra_metadata),
    min_submitted: body.distribution?.min_submitted,
  })
  if (isUnchanged(changed)) return before
  const now = nowMicros()
  const after: DatasetRow = { ...before, ...changed, updated_at: now, last_activity_at: now }
  if (changed.name !== undefined) await assertNameFree(tx, after)
  if (changed.min_submitted !== undefined) {
    // An answer that is being saved has counted by the number until now.
    await waitForWriters(tx, id)
    if (await hasResponses(tx, id))
      throw new InvalidError("Distribution settings can't be modified for a dataset containing user responses")
  }
  await updateDatasetRow(tx, id, changed, now).catch(refuseTakenName(after))
  await logChange(tx, user, 'dataset.update', before, after)
  if (changed.min_submitted !== undefined) await updateStats(tx, id, { isReopened: true })
  return after
}

/**
 * Change how records are assigned to users, at any time: completion is derived from the numbers of responses, so a new required number
 * applies to all records at once. Repeating the current settings has no effect.
 */
export async function updateQueue(tx: Tx, user: SessionUser, id: string, change: QueueChange): Promise<Queue> {
  const before = await getDatasetForChange(tx, id)
  const changed = changedColumns(before, {
    queue_order: change.order,
    min_submitted: change.min_submitted,
    hand_out: change.hand_out,
    others_answers: change.others_answers,
    gold_percent: change.gold_percent,
  })
  if (isUnchanged(changed)) return queueToWire(before)
  const after = { ...before, ...changed }
  // Answers that are being saved have counted the records that they complete by the number until now.
  if (changed.min_submitted !== undefined) await waitForWriters(tx, id)
  await updateDatasetRow(tx, id, changed, nowMicros())
  await logEvent(tx, {
    ...aboutDataset(user, before),
    kind: 'dataset.queue.update',
    before: queueToWire(before),
    after: queueToWire(after),
  })
  if (changed.min_submitted !== undefined) await updateStats(tx, id, { isReopened: true })
  return queueToWire(after)
}

/** Publish a draft, so that records can be added. Throws `InvalidError`. */
export async function publishDataset(tx: Tx, user: SessionUser, id: string): Promise<DatasetRow> {
  const { status } = await getDatasetForChange(tx, id)
  if (status === 'ready') throw new InvalidError('Dataset is already published')
  if (!(await hasRequired(tx, 'fields', id)))
    throw new InvalidError('Dataset cannot be published without required fields')
  if (!(await hasRequired(tx, 'questions', id)))
    throw new InvalidError('Dataset cannot be published without required questions')
  const before = await getDataset(tx, id)
  const now = nowMicros()
  await updateDatasetRow(tx, id, { status: 'ready' }, now)
  const after: DatasetRow = { ...before, status: 'ready', updated_at: now, last_activity_at: now }
  await logChange(tx, user, 'dataset.publish', before, after)
  return after
}

/**
 * Delete a dataset, which makes its contents unreachable at once. Returns the deleted dataset.
 *
 * @param binDays - number of days for which it can be restored; 0: a job deletes its records at once
 */
export async function deleteDataset(tx: Tx, user: SessionUser, id: string, binDays: number): Promise<DatasetRow> {
  await getDatasetForChange(tx, id)
  const row = await getDataset(tx, id)
  if (binDays > 0) await binFeedbackDataset(tx, user, row, binDays)
  else await deleteDatasetRow(tx, row)
  await logEvent(tx, { ...aboutDataset(user, row), kind: 'dataset.delete', before: datasetToWire(row) })
  return row
}

async function assertNameFree(tx: Tx, row: DatasetRow): Promise<void> {
  if (await isDatasetNameTaken(tx, row.workspace_id, row.name)) throw nameTaken(row)
}

/** Another server may take the name between the check and the write; the unique constraint decides. */
function refuseTakenName(row: DatasetRow): (cause: unknown) => never {
  return (cause) => {
    throw isUniqueViolation(cause) ? nameTaken(row, cause) : cause
  }
}

function nameTaken({ name, workspace_id }: DatasetRow, cause?: unknown): ConflictError {
  const message = `Dataset with name \`${name}\` already exists for workspace with id \`${workspace_id}\``
  return new ConflictError(message, { cause })
}

function flag(value: boolean | null | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value)
}

function logChange(
  tx: Tx,
  user: SessionUser,
  kind: 'dataset.update' | 'dataset.publish',
  before: DatasetRow,
  after: DatasetRow,
): Promise<void> {
  return logEvent(tx, {
    ...aboutDataset(user, after),
    kind,
    before: datasetToWire(before),
    after: datasetToWire(after),
  })
}
