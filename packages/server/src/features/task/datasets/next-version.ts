import { sql } from 'kysely'
import { StaleReadError } from '../../../db/engines/engine'
import type { Tx } from '../../../db/tables'
import { closedDataset, entityNotFound } from '../../../wire/classic-errors'
import { enqueueSealing } from '../segments/segments.service'
import type { FoundTaskDataset } from './find-task-dataset'

/**
 * Start a change of a dataset's records: locks its row until the transaction ends, so that versions are committed in order.
 *
 * @returns the version that the changed rows get
 */
export async function nextVersion(tx: Tx, id: string): Promise<number> {
  const row = await tx
    .updateTable('task_datasets')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow(datasetGone)
  await sealNowAndThen(tx, id, row.version)
  return row.version
}

/** The same for one of many transactions that follow from one request. Throws when the dataset was deleted or closed since it was found. */
export async function nextVersionOfOpen(tx: Tx, { id, name }: FoundTaskDataset): Promise<number> {
  const row = await tx
    .updateTable('task_datasets')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .where('id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id'))
    .returning(['version', 'closed'])
    .executeTakeFirst()
  if (!row) throw entityNotFound(name, 'ServiceDataset')
  if (row.closed !== 0) throw closedDataset(name)
  await sealNowAndThen(tx, id, row.version)
  return row.version
}

/** Small changes add up to a segment. */
const CHANGES_A_LOOK = 256

async function sealNowAndThen(tx: Tx, id: string, version: number): Promise<void> {
  if (version % CHANGES_A_LOOK === 0) await enqueueSealing(tx, id)
}

/** Another transaction has deleted the dataset since it was found. */
export function datasetGone(): StaleReadError {
  return new StaleReadError('The dataset was deleted meanwhile.')
}
