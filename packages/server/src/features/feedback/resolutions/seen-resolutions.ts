import { can } from '@postil/domain/permissions'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { SessionUser } from '../../../context'
import type { Db, ResolutionTable } from '../../../db/tables'

/** Whose eyes see decisions: everything, or only what is about records that this user has submitted an answer to. */
export interface SeenBy {
  userId?: string
}

/** Those who lead see all decisions. Others see one once they have submitted an answer: before that it would tell them what to answer. */
export function seenBy(user: SessionUser): SeenBy {
  return can(user, 'answers.resolve', { isMember: true }) ? {} : { userId: user.id }
}

/** What is decided about these records, as far as it is seen, the first decision first. */
export function selectSeen(
  db: Db,
  recordPks: readonly number[],
  { userId }: SeenBy,
  guard: Expression<SqlBool> = sql`1 = 1`,
): Promise<ResolutionTable[]> {
  const all = db
    .selectFrom('resolutions')
    .selectAll()
    .where('record_pk', 'in', recordPks)
    .where(guard)
    .orderBy('inserted_at')
    .orderBy('question_id')
  if (userId === undefined) return all.execute()
  const answered = db
    .selectFrom('responses')
    .select('record_pk')
    .where('record_pk', 'in', recordPks)
    .where('user_id', '=', userId)
    .where('status', '=', 'submitted')
  return all.where('record_pk', 'in', answered).execute()
}
