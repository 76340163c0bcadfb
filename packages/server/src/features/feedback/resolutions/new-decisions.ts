import type { NewDecisions } from '@postil/contract/feedback/team/resolutions'
import { LIMITS } from '@postil/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { decisionsSeen } from '../../../db/migrations/0041-decisions-seen'
import type { Db, Tx } from '../../../db/tables'
import { decidedFor } from '../../../search/decided'
import type { DecidedTimes, NotifiedUser } from '../../../search/record-query'
import { seesGold } from './seen-resolutions'

/** Whose decisions a user is notified of, and in which records. */
export function notifiedUser(user: SessionUser): NotifiedUser {
  return { userId: user.id, seesGold: seesGold(user) }
}

/**
 * Users are notified of decisions that are this old (µs): one that is committed late has an earlier time than others that are visible
 * already, and must not be taken for seen with these.
 */
const NOTIFIED_AFTER = 3_000_000
/** Number of latest decisions of a dataset that are considered: each one requires a lookup of the user's answer. */
const CONSIDERED = 10_000
/** Counts end here. */
const MOST = LIMITS.countedDecisions + 1

/** The decisions of others about records that a user answered, since the user last looked or, before that, since the server counts them. */
export async function findNewDecisions(db: Db, user: SessionUser, datasetId: string): Promise<NewDecisions> {
  const seen = await db
    .selectFrom('decisions_seen')
    .select('seen_until')
    .where('user_id', '=', user.id)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  const from = seen?.seen_until ?? (await readStart(db))
  const { rows } = await selectNew(datasetId, notifiedUser(user), { from, to: nowMicros() - NOTIFIED_AFTER }).execute(
    db,
  )
  const { records = 0, first = null, last = null } = rows[0] ?? {}
  return {
    records: Math.min(records, MOST),
    since_ms: first === null ? null : toMs(first),
    until_ms: last === null ? null : toMs(last) + 1,
  }
}

interface NewRow {
  records: number
  first: number | null
  last: number | null
}

/** How many records have decisions that a user is notified of, and the times of the first and the last of these (µs). */
export function selectNew(
  datasetId: string,
  notified: NotifiedUser,
  { from, to }: Required<DecidedTimes>,
): RawBuilder<NewRow> {
  const latest = sql`(select * from resolutions where dataset_id = ${datasetId} and updated_at between ${from} and ${to}
    order by updated_at desc limit ${sql.lit(CONSIDERED)})`
  return sql`select count(distinct decision.record_pk) as records,
    min(decision.updated_at) as first, max(decision.updated_at) as last
    from ${decidedFor(datasetId, notified, { from, to }, latest)}`
}

/** The time (µs) since which decisions are counted; earlier ones are not news. */
async function readStart(db: Db): Promise<number> {
  const { rows } = await sql<{ applied_at: number }>`
    select applied_at from migrations where name = ${decisionsSeen.name}`.execute(db)
  return rows[0]?.applied_at ?? 0
}

/** Note that a user has seen all decisions before a time (ms since 1970). An earlier time than the known one changes nothing. */
export async function noteDecisionsSeen(tx: Tx, user: SessionUser, datasetId: string, untilMs: number): Promise<void> {
  const seenUntil = untilMs * 1000
  await tx
    .insertInto('decisions_seen')
    .values({ user_id: user.id, dataset_id: datasetId, seen_until: seenUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'dataset_id'])
        .doUpdateSet({ seen_until: seenUntil })
        .where('decisions_seen.seen_until', '<', seenUntil),
    )
    .execute()
}

/** Whole milliseconds, as filters compare times. */
function toMs(micros: number): number {
  return Math.floor(micros / 1000)
}
