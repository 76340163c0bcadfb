import type { SessionUser } from '../../../context'
import { lockRecord } from '../../../db/engines/lock-records'
import { aboutRecord, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { GOLD_COUNT } from '../../../search/record-query'
import type { StoredRecord } from '../common/stored-record'
import { updateStats } from '../datasets/dataset-stats'
import { recountResponses } from '../responses/response-counts'
import { isResolved } from './resolutions.store'

/** Maximum number of gold records in a dataset: a page of a queue reads those that its user has not answered. */
export const MOST_GOLD = 1000

export async function isGold(db: Db, { pk }: StoredRecord): Promise<boolean> {
  return (await findGoldAmong(db, [pk])).has(pk)
}

/** Make a record gold. It counts as completed from then on. @throws InvalidError without a resolution, and when there are too many */
export async function markGold(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if (await isGold(tx, record)) return
  if (!(await isResolved(tx, record.pk)))
    throw new InvalidError(`Record with id \`${record.id}\` has no resolution that could be its known answer`)
  if ((await listGold(tx, record.dataset_id)).length >= MOST_GOLD)
    throw new InvalidError(`A dataset can have at most ${MOST_GOLD} gold records`)
  await setGold(tx, record)
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'gold.create', after: { record_id: record.id } })
  await updateStats(tx, record.dataset_id, { isReopened: true })
}

/** Make a gold record ordinary again; an ordinary one stays as it is. */
export async function unmarkGold(tx: Tx, user: SessionUser, record: StoredRecord): Promise<void> {
  await lockRecord(tx, record)
  if (!(await isGold(tx, record))) return
  await tx.updateTable('response_counts').set({ submitted: 0 }).where('record_pk', '=', record.pk).execute()
  await recountResponses(tx, [record.pk])
  await logEvent(tx, { ...aboutRecord(user, record), kind: 'gold.delete', before: { record_id: record.id } })
  await updateStats(tx, record.dataset_id, { isReopened: true })
}

/** Gold records are those whose number of submitted responses is at least `GOLD_COUNT`, to which the real number is added. */
function selectGold(db: Db) {
  return db.selectFrom('response_counts').where('submitted', '>=', GOLD_COUNT)
}

/** Those of these records that are gold. */
export async function findGoldAmong(db: Db, recordPks: readonly number[]): Promise<Set<number>> {
  if (recordPks.length === 0) return new Set()
  const rows = await selectGold(db).select('record_pk').where('record_pk', 'in', recordPks).execute()
  return new Set(rows.map(({ record_pk }) => record_pk))
}

/** The gold records of a dataset, at most 1,000. */
export async function listGold(db: Db, datasetId: string): Promise<number[]> {
  const rows = await selectGold(db)
    .select('record_pk')
    .where('dataset_id', '=', datasetId)
    .orderBy('record_pk')
    .execute()
  return rows.map(({ record_pk }) => record_pk)
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
