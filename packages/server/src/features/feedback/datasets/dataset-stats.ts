import { nowMicros } from '../../../db/clock'
import { StaleReadError } from '../../../db/engines/engine'
import { prepared } from '../../../db/prepared'
import type { Tx } from '../../../db/tables'

export interface StatsChange {
  /** The number of records that were added; negative for deleted ones. */
  added?: number
  /** True when responses changed. This counts as activity in the dataset (feedback-api §3.3), but leaves its `updated_at` as it is. */
  isActivity?: boolean
  /** True when a record may be pending again for somebody (also by an assignment), or the number of somebody's responses changed by more than their first answers. */
  isReopened?: boolean
}

interface Change {
  datasetId: string
  added?: number
  at?: number
  isReopened: boolean
}

const changeStats = prepared((tx: Tx, { datasetId, added, at, isReopened }: Change) =>
  tx
    .updateTable('dataset_stats')
    .set((eb) => ({
      ...(added !== undefined && { records: eb('records', '+', added) }),
      ...(at !== undefined && { last_activity_at: at }),
      ...(isReopened && { reopened: eb('reopened', '+', 1) }),
      changes: eb('changes', '+', 1),
    }))
    .where('dataset_id', '=', datasetId),
)

/**
 * Update the statistics of a dataset. Call this once, at the end of a transaction: from here to the commit, all other writers of the
 * dataset wait for this row, so the transaction must not wait for them.
 *
 * @throws StaleReadError when the dataset was deleted since the transaction read it
 */
export async function updateStats(
  tx: Tx,
  datasetId: string,
  { added = 0, isActivity, isReopened = false }: StatsChange,
): Promise<void> {
  if (added === 0 && !isActivity && !isReopened) return
  const { numAffectedRows } = await changeStats(tx, {
    datasetId,
    ...(added !== 0 && { added }),
    ...(isActivity && { at: nowMicros() }),
    isReopened: isReopened || added !== 0,
  })
  if (numAffectedRows === 0n) throw new StaleReadError('The dataset was deleted meanwhile.')
}

interface FirstAnswers {
  datasetId: string
  userId: string
  added: number
  at: number
}

const addFirstAnswers = prepared((tx: Tx, { datasetId, userId, added, at }: FirstAnswers) =>
  tx
    .insertInto('given_answers')
    .values({ dataset_id: datasetId, user_id: userId, given: added, last_at: at })
    .onConflict((oc) =>
      oc.columns(['dataset_id', 'user_id']).doUpdateSet((eb) => ({
        given: eb('given_answers.given', '+', eb.ref('excluded.given')),
        last_at: eb.ref('excluded.last_at'),
      })),
    ),
)

/**
 * Count first answers of a user in a dataset, if they are the only change: call this instead of `updateStats`, at the end of a transaction.
 * It updates a row of the user's own, so that people who answer at the same time do not wait for each other. Any other change to the number
 * of a user's responses must be reported to `updateStats` with `isReopened`. The caller has locked the dataset.
 */
export async function countFirstAnswers(tx: Tx, answers: Omit<FirstAnswers, 'at'>): Promise<void> {
  await addFirstAnswers(tx, { ...answers, at: nowMicros() })
}
