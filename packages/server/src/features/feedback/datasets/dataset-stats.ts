import { nowMicros } from '../../../db/clock'
import { StaleReadError } from '../../../db/engines/engine'
import type { Tx } from '../../../db/tables'

export interface StatsChange {
  /** How many records were added; negative for deleted ones. */
  added?: number
  /** True when responses changed, which is activity in the dataset (feedback-api §3.3); the dataset's own `updated_at` stays. */
  isActivity?: boolean
}

/**
 * Keep the numbers of a dataset up to date. Called once, last of all: whoever else writes to the dataset waits for this row from here to
 * the commit, and must not be waited for meanwhile.
 *
 * @throws StaleReadError when the dataset was deleted since the transaction found it
 */
export async function updateStats(tx: Tx, datasetId: string, { added = 0, isActivity }: StatsChange): Promise<void> {
  if (added === 0 && !isActivity) return
  const { numUpdatedRows } = await tx
    .updateTable('dataset_stats')
    .set((eb) => ({
      ...(added !== 0 && { records: eb('records', '+', added) }),
      ...(isActivity && { last_activity_at: nowMicros() }),
    }))
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new StaleReadError('The dataset was deleted meanwhile.')
}
