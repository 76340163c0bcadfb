import type { DeletedDataset, RestoredDataset } from '@postil/contract/bin'
import { LIMITS } from '@postil/contract/limits'
import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../context'
import { nowMicros, wireTime } from '../../db/clock'
import { rethrowNameTaken } from '../../db/engines/engine'
import { aboutDataset, logEvent } from '../../db/events'
import type { BinTable, Db, Tx } from '../../db/tables'
import { ConflictError } from '../../errors'
import { enqueue } from '../../jobs/enqueue'
import { resourceNotFound } from '../../wire/resource-errors'
import { freeUnreachable } from '../feedback/assignments/free-assignments'
import { enqueueLexicalVectors } from '../feedback/lexical-vectors/fill-vectors'
import * as store from './bin.store'

export { binFeedbackDataset, binTaskDataset, findBinned, isInBin } from './bin.store'

/** The deleted datasets that a user may restore. */
export async function listBin(db: Db, user: SessionUser): Promise<DeletedDataset[]> {
  const rows = await store.selectBin(db, can(user, 'workspaces.readAll') ? {} : { memberId: user.id })
  return rows.map(toWire)
}

/** Restore a deleted dataset. A suffix is added to its name if another dataset has taken the name. Throws `NotFoundError`. */
export async function restoreDataset(tx: Tx, user: SessionUser, id: string): Promise<RestoredDataset> {
  const [before] = await store.selectBin(tx, { id })
  const row = await store.takeFromBin(tx, id)
  if (!before || !row) throw resourceNotFound('deleted_dataset', id)
  const name = await findFreeName(tx, row)
  if (row.parts === null)
    await tx.updateTable('task_datasets').set({ name }).where('id', '=', id).execute().catch(rethrowNameTaken)
  else {
    await store.insertKeptRows(tx, row.parts, name).catch(rethrowNameTaken)
    await enqueueLexicalVectors(tx, id)
    await store.enqueueUnfinished(tx, row)
    await freeUnreachable(tx, user.id, { datasetId: id })
  }
  await logEvent(tx, {
    ...aboutDataset(user, { id }),
    kind: row.parts === null ? 'task_dataset.restore' : 'dataset.restore',
    after: { name, workspace_id: row.workspace_id },
  })
  return { id, name, task: row.task, workspace: { id: row.workspace_id, name: before.workspace_name } }
}

/**
 * Delete the deleted datasets of a workspace for good, which is about to be deleted itself.
 *
 * @throws ConflictError when there is no other workspace for the rows of classic datasets until a job has cleared them away
 */
export async function purgeWorkspace(tx: Tx, user: SessionUser, workspaceId: string): Promise<void> {
  for (const { dataset_id } of await store.selectBin(tx, { workspaceId })) await purge(tx, user, dataset_id)
  if (!(await store.moveBinned(tx, workspaceId)))
    throw new ConflictError(
      'This workspace still has deleted datasets. Delete them for good first, or wait until they are gone.',
    )
}

/** Delete a dataset from the bin for good; a job deletes its records. Returns the deleted dataset. Throws `NotFoundError`. */
export async function purgeNow(tx: Tx, user: SessionUser, id: string): Promise<DeletedDataset> {
  const [before] = await store.selectBin(tx, { id })
  if (!before || !(await purge(tx, user, id))) throw resourceNotFound('deleted_dataset', id)
  return toWire(before)
}

/** Have a job delete a dataset from the bin. Returns false when it is not there, or is being deleted already. */
async function purge(tx: Tx, user: SessionUser, id: string): Promise<boolean> {
  const row = await store.closeBin(tx, id, { isDue: false })
  if (!row) return false
  await logPurge(tx, user.id, row)
  await enqueue(tx, { kind: 'purge_dataset', subject: id, dataset: { id, name: row.name }, dueAt: nowMicros() })
  return true
}

/**
 * Log that a dataset was deleted for good.
 *
 * @param userId - null when its time in the bin was over
 */
export async function logPurge(tx: Tx, userId: string | null, row: BinTable): Promise<void> {
  await logEvent(tx, {
    subjectId: row.dataset_id,
    userId,
    datasetId: row.dataset_id,
    kind: row.parts === null ? 'task_dataset.purge' : 'dataset.purge',
    before: { name: row.name, workspace_id: row.workspace_id },
  })
}

async function findFreeName(tx: Tx, { name, parts, workspace_id }: BinTable): Promise<string> {
  const table = parts === null ? 'task_datasets' : 'datasets'
  for (let count = 0; ; count++) {
    const ending = count === 0 ? '' : count === 1 ? '-restored' : `-restored-${count}`
    const candidate = `${name.slice(0, LIMITS.nameLength - ending.length)}${ending}`
    const taken = await tx
      .selectFrom(table)
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('name', '=', candidate)
      .execute()
    if (taken.length === 0) return candidate
  }
}

function toWire(row: store.BinRow): DeletedDataset {
  return {
    id: row.dataset_id,
    name: row.name,
    task: row.task,
    workspace: { id: row.workspace_id, name: row.workspace_name },
    records: store.recordsOf(row),
    deleted_by: row.username,
    deleted_at: wireTime(row.deleted_at),
    purge_at: wireTime(row.purge_at),
  }
}
