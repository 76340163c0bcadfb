import { findsAny } from '../../../db/finds-any'
import type { Db, ResolutionTable, ResponseTable, Tx } from '../../../db/tables'

/** The submitted responses of all users to a record, oldest first. */
export function selectSubmittedTo(db: Db, recordPk: number): Promise<ResponseTable[]> {
  return db
    .selectFrom('responses')
    .selectAll()
    .where('record_pk', '=', recordPk)
    .where('status', '=', 'submitted')
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

export function findResolution(db: Db, recordPk: number, questionId: string): Promise<ResolutionTable | undefined> {
  return db
    .selectFrom('resolutions')
    .selectAll()
    .where('record_pk', '=', recordPk)
    .where('question_id', '=', questionId)
    .executeTakeFirst()
}

/** Whether anything is decided about a record. */
export async function isResolved(db: Db, recordPk: number): Promise<boolean> {
  return findsAny(db.selectFrom('resolutions').select('question_id').where('record_pk', '=', recordPk))
}

/** Insert or replace the decision about one question of a record. */
export function upsertResolution(tx: Tx, row: ResolutionTable): Promise<ResolutionTable> {
  const { value, user_id, updated_at } = row
  return tx
    .insertInto('resolutions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['record_pk', 'question_id']).doUpdateSet({ value, user_id, updated_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteResolutionRow(tx: Tx, recordPk: number, questionId: string): Promise<void> {
  await tx.deleteFrom('resolutions').where('record_pk', '=', recordPk).where('question_id', '=', questionId).execute()
}
