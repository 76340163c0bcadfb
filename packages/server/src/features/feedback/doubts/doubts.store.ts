import { LIMITS } from '@postil/contract/limits'
import type { Db, DoubtTable, Tx } from '../../../db/tables'

/** A user's own doubts in a dataset, the latest change first. */
export function selectOwn(db: Db, datasetId: string, userId: string): Promise<DoubtTable[]> {
  return db
    .selectFrom('doubts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('dataset_id', '=', datasetId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(LIMITS.listedDoubts)
    .execute()
}

/** The doubts in a dataset: open ones first, then newest first. */
export function selectDatasetDoubts(db: Db, datasetId: string): Promise<DoubtTable[]> {
  return db
    .selectFrom('doubts')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy((eb) => eb.case().when('resolved_at', 'is', null).then(0).else(1).end())
    .orderBy('inserted_at', 'desc')
    .orderBy('id')
    .limit(LIMITS.listedDoubts)
    .execute()
}

export async function countDoubts(db: Db, datasetId: string): Promise<{ open: number; resolved: number }> {
  const { all, resolved } = await db
    .selectFrom('doubts')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('resolved_at').as('resolved')])
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  return { open: all - resolved, resolved }
}

export function findDoubt(
  db: Db,
  recordPk: number,
  by: { userId: string } | { id: string },
): Promise<DoubtTable | undefined> {
  const ofRecord = db.selectFrom('doubts').selectAll().where('record_pk', '=', recordPk)
  const found = 'id' in by ? ofRecord.where('id', '=', by.id) : ofRecord.where('user_id', '=', by.userId)
  return found.executeTakeFirst()
}

export async function insertDoubt(tx: Tx, row: DoubtTable): Promise<void> {
  await tx.insertInto('doubts').values(row).execute()
}

export async function updateDoubt(tx: Tx, { id, ...row }: DoubtTable): Promise<void> {
  await tx.updateTable('doubts').set(row).where('id', '=', id).execute()
}

export async function deleteDoubtRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('doubts').where('id', '=', id).execute()
}
