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
 * The same, as somebody may know it: never that the record is gold. Where no completed records are handed out, a gold one has too few answers
 * for those who have not submitted theirs, like any other record that they get.
 */
export function knownCount(counts: string, { minSubmitted, unknowing }: Completion): RawBuilder<number> {
  const submitted = sql.ref<number>(`${counts}.submitted`)
  if (!unknowing) return submitted
  const real = realCount(counts)
  if (unknowing.isForAll) return real
  // A value rather than `exists`, which PostgreSQL may answer by reading all responses of the user.
  const own = sql`(select known.user_id from responses as known
    where known.record_pk = ${sql.ref(`${counts}.record_pk`)} and known.user_id = ${unknowing.userId} and known.status = 'submitted' limit 1)`
  const isGold = sql`${submitted} >= ${sql.lit(GOLD_COUNT)}`
  return sql<number>`(case when ${isGold} and ${real} >= ${minSubmitted} and ${own} is null then ${minSubmitted} - 1 else ${real} end)`
}

/** The condition that a record is completed. What the index of `response_counts` has comes first: nothing else is looked up for most records. */
export function isCompleted(counts: string, completion: Completion): RawBuilder<SqlBool> {
  const { minSubmitted, unknowing } = completion
  const has = sql<SqlBool>`${sql.ref(`${counts}.submitted`)} >= ${minSubmitted}`
  return unknowing ? sql<SqlBool>`(${has} and ${knownCount(counts, completion)} >= ${minSubmitted})` : has
}
