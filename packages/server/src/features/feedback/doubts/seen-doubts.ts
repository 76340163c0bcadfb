import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, DoubtTable } from '../../../db/tables'
import type { SeenBy } from '../resolutions/seen-resolutions'

/** Doubts about these records, oldest first: of all users, or of one. */
export function selectDoubts(
  db: Db,
  recordPks: readonly number[],
  { userId }: SeenBy,
  guard: Expression<SqlBool> = sql`1 = 1`,
): Promise<DoubtTable[]> {
  return db
    .selectFrom('doubts')
    .selectAll()
    .where('record_pk', 'in', recordPks)
    .where(guard)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}
