import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Completion, GOLD_COUNT } from './record-query'

/**
 * The number of submitted responses of a record, gold or not.
 *
 * @param counts - the alias of `response_counts`
 */
export function realCount(counts: string): RawBuilder<number> {
  return sql<number>`(${sql.ref(`${counts}.submitted`)} % ${sql.lit(GOLD_COUNT)})`
}

/**
 * The number that a user is shown, which must not reveal that a record is gold. Where completed records are not handed out, a gold record
 * therefore appears to have one answer too few until the user has submitted theirs, like every record they get.
 */
export function knownCount(counts: string, { minSubmitted, goldUnaware }: Completion): RawBuilder<number> {
  const submitted = sql.ref<number>(`${counts}.submitted`)
  if (!goldUnaware) return submitted
  const real = realCount(counts)
  if (goldUnaware.isForAll) return real
  // A value rather than `exists`, which PostgreSQL may answer by reading all responses of the user.
  const own = sql`(select known.user_id from responses as known
    where known.record_pk = ${sql.ref(`${counts}.record_pk`)} and known.user_id = ${goldUnaware.userId} and known.status = 'submitted' limit 1)`
  const isGold = sql`${submitted} >= ${sql.lit(GOLD_COUNT)}`
  return sql<number>`(case when ${isGold} and ${real} >= ${minSubmitted} and ${own} is null then ${minSubmitted} - 1 else ${real} end)`
}

/** The condition that a record is completed. The test that an index of `response_counts` answers comes first, so that most records need no other lookup. */
export function isCompleted(counts: string, completion: Completion): RawBuilder<SqlBool> {
  const { minSubmitted, goldUnaware } = completion
  const has = sql<SqlBool>`${sql.ref(`${counts}.submitted`)} >= ${minSubmitted}`
  return goldUnaware ? sql<SqlBool>`(${has} and ${knownCount(counts, completion)} >= ${minSubmitted})` : has
}
