import { sql } from 'kysely'
import { StaleReadError } from '../../../db/engines/engine'
import type { Tx } from '../../../db/tables'
import type { TaskDatasetTable } from '../../../db/task-tables'
import { closedDataset, entityNotFound } from '../../../wire/classic-errors'
import { enqueueSealing } from '../segments/segments.service'
import type { FoundTaskDataset } from './find-task-dataset'

/**
 * Start a change of a dataset's records: locks its row until the transaction ends, so that versions are committed in order. Throws when the
 * dataset was deleted in the meantime.
 *
 * @returns the version for the changed rows
 */
export async function nextVersion(tx: Tx, id: string): Promise<number> {
  const { version } = await increment(tx, id).where(isNotInBin).executeTakeFirstOrThrow(datasetGone)
  await sealNowAndThen(tx, id, version)
  return version
}

/** The same for a job, which is continued while its dataset is in the bin. */
export async function nextVersionInJob(tx: Tx, id: string): Promise<number> {
  const { version } = await increment(tx, id).executeTakeFirstOrThrow(datasetGone)
  await sealNowAndThen(tx, id, version)
  return version
}

/**
 * Start a change of a dataset's records in one of several transactions of the same request. Throws when the dataset was deleted or closed
 * in the meantime.
 */
export async function nextVersionOfOpen(tx: Tx, { id, name }: FoundTaskDataset): Promise<number> {
  const row = await increment(tx, id).where(isNotInBin).executeTakeFirst()
  if (!row) throw entityNotFound(name, 'ServiceDataset')
  if (row.closed !== 0) throw closedDataset(name)
  await sealNowAndThen(tx, id, row.version)
  return row.version
}

/**
 * Start a change of a dataset's rules or settings, which leaves its records as they are: locks its row until the transaction ends, so that
 * the dataset is not deleted meanwhile. Throws when it was deleted since it was read.
 *
 * @returns its row as it is now
 */
export async function lockTaskDataset(tx: Tx, id: string): Promise<TaskDatasetTable> {
  return tx
    .updateTable('task_datasets')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .where(isNotInBin)
    .returningAll()
    .executeTakeFirstOrThrow(datasetGone)
}

function increment(tx: Tx, id: string) {
  return tx
    .updateTable('task_datasets')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returning(['version', 'closed'])
}

/**
 * Whether a dataset is not in the bin, where its name is its id. This is read from the row that a statement locks: when an update on
 * PostgreSQL has waited for a deletion, it sees the new row, but still the old rows of `bin`.
 */
export const isNotInBin = sql<boolean>`name <> id`

/**
 * Number of changes after which a dataset is checked for enough records for a segment in any case, since small changes add up: together they
 * are fewer than the 2,000 records that make a segment.
 */
const CHANGES_A_LOOK = 40

async function sealNowAndThen(tx: Tx, id: string, version: number): Promise<void> {
  if (version % CHANGES_A_LOOK === 0) await enqueueSealing(tx, id)
}

/** The error for a dataset that another transaction has deleted since it was read. */
export function datasetGone(): StaleReadError {
  return new StaleReadError('The dataset was deleted meanwhile.')
}
