import { can } from '@postil/domain/permissions'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { SessionUser } from '../../../context'
import type { DatasetTable, Db, ResolutionTable } from '../../../db/tables'
import type { Completion } from '../../../search/record-query'
import { GOLD_COUNT } from '../../../search/record-query'

/** Which decisions are visible: all, or only those about records to which this user has submitted an answer. */
export interface SeenBy {
  userId?: string
}

/** Whether a user may know which records are gold. */
export function seesGold(user: SessionUser): boolean {
  return can(user, 'answers.resolve', { isMember: true })
}

/** When records of a dataset are completed, as far as a user may know. */
export function completionFor(
  user: SessionUser,
  { min_submitted: minSubmitted, hand_out }: Pick<DatasetTable, 'min_submitted' | 'hand_out'>,
): Completion {
  const goldUnaware = seesGold(user) ? undefined : { userId: user.id, isForAll: hand_out === 'everyone' }
  return { minSubmitted, goldUnaware }
}

/** Managers see all decisions. Others see one after they have submitted an answer: before, it would influence their answer. Those of gold records are never visible to others. */
export function seenBy(user: SessionUser): SeenBy {
  return seesGold(user) ? {} : { userId: user.id }
}

/** The visible decisions about these records, oldest first. */
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
  const gold = db
    .selectFrom('response_counts')
    .select('record_pk')
    .where('record_pk', 'in', recordPks)
    .where('submitted', '>=', GOLD_COUNT)
  return all.where('record_pk', 'in', answered).where('record_pk', 'not in', gold).execute()
}
