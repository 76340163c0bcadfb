import { nowMicros } from '../../../db/clock'
import { StaleReadError } from '../../../db/engines/engine'
import { prepared } from '../../../db/prepared'
import type { Tx } from '../../../db/tables'

export interface StatsChange {
  /** How many records were added; negative for deleted ones. */
  added?: number
  /** True when responses changed, which is activity in the dataset (feedback-api §3.3); the dataset's own `updated_at` stays. */
  isActivity?: boolean
  /** True when a record may be pending again for somebody, or the number of somebody's responses changed by more than their first answers. */
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
 * Keep the numbers of a dataset up to date. Called once, last of all: whoever else writes to the dataset waits for this row from here to
 * the commit, and must not be waited for meanwhile.
 *
 * @throws StaleReadError when the dataset was deleted since the transaction found it
 */
export async function updateStats(
  tx: Tx,
  datasetId: string,
  { added = 0, isActivity, isReopened = false }: StatsChange,
): Promise<void> {
  if (added === 0 && !isActivity) return
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
 * Count first answers of a user to records of a dataset, which is all that they change about its numbers: called in the place of `updateStats`, last of all.
 * It is a row of the user's own, so that people who answer at the same time do not wait for each other. Whoever changes how many responses a user has in any
 * other way says so to `updateStats` by `isReopened`. The caller has locked the dataset.
 */
export async function countFirstAnswers(tx: Tx, answers: Omit<FirstAnswers, 'at'>): Promise<void> {
  await addFirstAnswers(tx, { ...answers, at: nowMicros() })
}
