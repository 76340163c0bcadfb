import { sql } from 'kysely'
import { isPostgres } from '../db/engines/is-postgres'
import { ANNOUNCED } from '../db/migrations/0001-0020/0020-announced-events'
import type { Db, EventTable } from '../db/tables'
import { fitting } from '../http/bodies/reply-size'

/** An event of the log, with its number. */
export type StoredEvent = EventTable & { seq: number }

/**
 * Read events in the order of their numbers, from the one after `after`. None is ever skipped: no event with a number below the last one
 * returned can be committed later. SQLite, with its single writer, guarantees this by itself.
 *
 * @param limit - maximum number of events in a page, which ends earlier when they are large
 */
export async function readTail(db: Db, after: number, limit: number): Promise<StoredEvent[]> {
  const settled = isPostgres(db) ? await readSettled(db) : Number.MAX_SAFE_INTEGER
  const found = await db
    .selectFrom('events')
    .select(['seq', sql<number>`coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)`.as('bytes')])
    .where('seq', '>', after)
    .where('seq', '<', settled)
    .orderBy('seq')
    .limit(limit)
    .execute()
  const last = found[fitting(found.map(({ bytes }) => bytes)) - 1]
  if (last === undefined) return []
  return db
    .selectFrom('events')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', last.seq)
    .orderBy('seq')
    .execute()
}

/** The number of the last event that readers of the log get by now; 0 when there is none. */
export async function lastReadable(db: Db): Promise<number> {
  const settled = isPostgres(db) ? await readSettled(db) : Number.MAX_SAFE_INTEGER
  const { last } = await db
    .selectFrom('events')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('seq', '<', settled)
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/**
 * The number below which no more events can be committed. Each transaction announces the lowest number that its events may get, by an
 * advisory lock that ends with it (migration 0020). The next number is read before the locks. A transaction that announces itself later
 * therefore gets this number or a higher one, and an earlier one whose lock is gone has ended, so that later statements see its events.
 */
async function readSettled(db: Db): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select case when is_called then last_value + 1 else last_value end as next from events_seq_seq`.execute(db)
  const open = await sql<{ lowest: number | null }>`
    select min((classid::bigint << 32 | objid::bigint) - ${ANNOUNCED}::bigint) as lowest from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) >> 48 = ${ANNOUNCED >> 48n}::bigint`.execute(db)
  const next = Number(rows[0]?.next)
  return Math.min(next, Number(open.rows[0]?.lowest ?? next))
}
