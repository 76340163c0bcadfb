import type { Db, Tx } from '../../../db/tables'
import { GOLD_COUNT } from '../../../search/record-query'

/** Gold records are those whose number of submitted responses is at least `GOLD_COUNT`, to which the real number is added. */

function selectGold(db: Db) {
  return db.selectFrom('response_counts').where('submitted', '>=', GOLD_COUNT)
}

/** Those of these records that are gold. */
export async function findGoldAmong(db: Db, recordPks: readonly number[]): Promise<Set<number>> {
  if (recordPks.length === 0) return new Set()
  const rows = await selectGold(db).select('record_pk').where('record_pk', 'in', recordPks).execute()
  return new Set(rows.map(({ record_pk }) => Number(record_pk)))
}

/** The gold records of a dataset, at most 1,000. */
export async function listGold(db: Db, datasetId: string): Promise<number[]> {
  const rows = await selectGold(db)
    .select('record_pk')
    .where('dataset_id', '=', datasetId)
    .orderBy('record_pk')
    .execute()
  return rows.map(({ record_pk }) => Number(record_pk))
}

/** Make an ordinary record gold. The caller has locked it. */
export async function setGold(tx: Tx, { pk, dataset_id }: { pk: number; dataset_id: string }): Promise<void> {
  await tx
    .insertInto('response_counts')
    .values({ record_pk: pk, dataset_id, submitted: GOLD_COUNT, discarded: 0 })
    .onConflict((oc) =>
      oc.column('record_pk').doUpdateSet((eb) => ({ submitted: eb('response_counts.submitted', '+', GOLD_COUNT) })),
    )
    .execute()
}

/** Make a gold record ordinary; the caller has locked it, and recounts its responses. */
export async function unsetGold(tx: Tx, pk: number): Promise<void> {
  await tx.updateTable('response_counts').set({ submitted: 0 }).where('record_pk', '=', pk).execute()
}
