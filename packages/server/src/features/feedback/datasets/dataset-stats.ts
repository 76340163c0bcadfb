import { sql } from 'kysely'
import { nowMicros } from '../../../db/clock'
import { StaleReadError } from '../../../db/engines/engine'
import { prepared } from '../../../db/prepared'
import type { Tx } from '../../../db/tables'
import { keyRows, keyText } from '../../../search/key-list'

export interface StatsChange {
  /** The number of records that were added; negative for deleted ones. */
  added?: number
  /** True when responses changed. This counts as activity in the dataset (feedback-api §3.3), but leaves its `updated_at` as it is. */
  isActivity?: boolean
  /** True when a record may be pending again for somebody (also by an assignment), or the number of somebody's responses changed by more than their first answers. */
  isReopened?: boolean
  /** True when records were assigned to people, or taken back. */
  isAssigned?: boolean
}

interface Change {
  datasetId: string
  added?: number
  at?: number
  isReopened: boolean
  isAssigned: boolean
}

const changeStats = prepared((tx: Tx, { datasetId, added, at, isReopened, isAssigned }: Change) =>
  tx
    .updateTable('dataset_stats')
    .set((eb) => ({
      ...(added !== undefined && { records: eb('records', '+', added) }),
      ...(at !== undefined && { last_activity_at: at }),
      ...(isReopened && { reopened: eb('reopened', '+', 1) }),
      ...(isAssigned && { assigned_changes: eb('assigned_changes', '+', 1) }),
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
  { added = 0, isActivity, isReopened = false, isAssigned = false }: StatsChange,
): Promise<void> {
  if (added === 0 && !isActivity && !isReopened && !isAssigned) return
  const { numAffectedRows } = await changeStats(tx, {
    datasetId,
    ...(added !== 0 && { added }),
    ...(isActivity && { at: nowMicros() }),
    isReopened: isReopened || added !== 0,
    isAssigned,
  })
  if (numAffectedRows === 0n) throw new StaleReadError('The dataset was deleted meanwhile.')
}

/**
 * Count a change of decisions or doubts, by which open pages are notified. Like `updateStats`, call this at the end of a transaction; counts that are kept
 * under the version of the dataset stay valid.
 */
export async function countTeamChange(tx: Tx, datasetId: string, what: 'decision' | 'doubt'): Promise<void> {
  const column = `${what}_changes` as const
  await tx
    .updateTable('dataset_stats')
    .set(({ eb }) => ({ [column]: eb(column, '+', 1) }))
    .where('dataset_id', '=', datasetId)
    .execute()
}

interface FirstAnswers {
  datasetId: string
  userId: string
  added: number
  at: number
  /** The records of the submitted answers: one, or several (`keyText`). */
  submitted?: { pk: number } | { pks: string }
}

const addFirstAnswers = prepared((tx: Tx, { datasetId, userId, added, at, submitted }: FirstAnswers) =>
  tx
    .insertInto('given_answers')
    .values({ dataset_id: datasetId, user_id: userId, given: added, last_at: at, completed: completedBy(submitted) })
    .onConflict((oc) =>
      oc.columns(['dataset_id', 'user_id']).doUpdateSet((eb) => ({
        given: eb('given_answers.given', '+', eb.ref('excluded.given')),
        last_at: eb.ref('excluded.last_at'),
        completed: eb('given_answers.completed', '+', eb.ref('excluded.completed')),
      })),
    ),
)

/**
 * Count first answers of a user in a dataset, if they are the only change: call this instead of `updateStats`, at the end of a transaction.
 * It updates a row of the user's own, so that people who answer at the same time do not wait for each other. Any other change to the number
 * of a user's responses must be reported to `updateStats` with `isReopened`. The caller has locked the dataset and the records, and their
 * `response_counts` are already those after the answers.
 *
 * @param submittedPks - the records whose answer is submitted
 */
export async function countFirstAnswers(
  tx: Tx,
  { submittedPks, ...answers }: Omit<FirstAnswers, 'at' | 'submitted'> & { submittedPks: readonly number[] },
): Promise<void> {
  const [pk, ...others] = submittedPks
  const submitted = pk === undefined ? undefined : others.length === 0 ? { pk } : { pks: keyText(submittedPks) }
  await addFirstAnswers(tx, { ...answers, at: nowMicros(), ...(submitted && { submitted }) })
}

/**
 * How many records are completed by these answers. A user has one answer to a record, so such a record has exactly the number of answers it
 * needs.
 */
function completedBy(submitted: FirstAnswers['submitted']) {
  if (!submitted) return 0
  const isOne = 'pk' in submitted ? sql`= ${submitted.pk}` : sql`in ${keyRows(submitted.pks)}`
  return sql<number>`(select count(*) from response_counts as c join datasets as d on d.id = c.dataset_id
    where c.record_pk ${isOne} and c.submitted = d.min_submitted
      and (d.has_assignments = 0 or not exists (select 1 from assignments as a where a.record_pk = c.record_pk)))`
}
