import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { GOLD_COUNT } from './record-query'

/** A user who may not know which records are gold (0033); undefined for leads, to whom gold records are completed ones. */
export interface Unknowing {
  userId: string
  /** Completed records are handed out, too: the number of answers to a record that is still pending tells nothing. */
  isForAll: boolean
}

/**
 * The number of submitted responses of a record, gold or not.
 *
 * @param counts - the alias of `response_counts`
 */
export function realCount(counts: string): RawBuilder<number> {
  return sql<number>`(${sql.ref(`${counts}.submitted`)} % ${sql.lit(GOLD_COUNT)})`
}

/**
 * The same, as a user may know it: never that the record is gold. A record that is handed out until it is completed has too few answers, so
 * a gold one has none for those who have not submitted an answer to it.
 */
export function knownCount(counts: string, { userId, isForAll }: Unknowing): RawBuilder<number> {
  if (isForAll) return realCount(counts)
  // A value rather than `exists`, which PostgreSQL may answer by reading all responses of the user.
  const own = sql`(select known.user_id from responses as known
    where known.record_pk = ${sql.ref(`${counts}.record_pk`)} and known.user_id = ${userId} and known.status = 'submitted' limit 1)`
  const isGold = sql`${sql.ref(`${counts}.submitted`)} >= ${sql.lit(GOLD_COUNT)}`
  return sql<number>`(case when ${isGold} and ${own} is null then 0 else ${realCount(counts)} end)`
}

/** A record is completed when it has so many submitted responses, as far as somebody may know. */
export interface Completion {
  minSubmitted: number
  unknowing: Unknowing | undefined
}

/** The condition that a record is completed. What the index of `response_counts` has comes first: nothing else is looked up for most records. */
export function isCompleted(counts: string, { minSubmitted, unknowing }: Completion): RawBuilder<SqlBool> {
  const has = sql<SqlBool>`${sql.ref(`${counts}.submitted`)} >= ${minSubmitted}`
  return unknowing ? sql<SqlBool>`(${has} and ${knownCount(counts, unknowing)} >= ${minSubmitted})` : has
}
