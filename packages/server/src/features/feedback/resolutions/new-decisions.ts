import type { NewDecisions } from '@postil/contract/feedback/team/resolutions'
import { sql } from 'kysely'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import { decidedFor, type Told } from '../../../search/decided'
import { seesGold } from './seen-resolutions'

/** Whose decisions a user is told of, and in which records. */
export function toldTo(user: SessionUser): Told {
  return { userId: user.id, seesGold: seesGold(user) }
}

/** The decisions of others about records that a user answered, since the user last looked. */
export async function findNewDecisions(db: Db, user: SessionUser, datasetId: string): Promise<NewDecisions> {
  const seen = await db
    .selectFrom('decisions_seen')
    .select('seen_until')
    .where('user_id', '=', user.id)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  const decisions = decidedFor(datasetId, toldTo(user), { from: Number(seen?.seen_until ?? 0) })
  const { rows } = await sql<{ records: number; first: number | string | null; last: number | string | null }>`
    select count(distinct decision.record_pk) as records,
      min(decision.updated_at) as first, max(decision.updated_at) as last
    from ${decisions}`.execute(db)
  const { records = 0, first = null, last = null } = rows[0] ?? {}
  return {
    records: Number(records),
    since_ms: first === null ? null : toMs(first),
    until_ms: last === null ? null : toMs(last) + 1,
  }
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

/** Whole milliseconds, as filters compare times. PostgreSQL returns 64-bit numbers as text. */
function toMs(micros: number | string): number {
  return Math.floor(Number(micros) / 1000)
}
