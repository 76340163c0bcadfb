import { sql } from 'kysely'
import { isPostgres } from '../../db/engines/is-postgres'
import type { Db } from '../../db/tables'
import {
  DELETION_KINDS,
  type DeletionEvent,
  type DeletionRow,
  selectDeletionEvents,
} from '../../events/deletion-events'
import { fitting } from '../../http/bodies/reply-size'

/** Records that a user deletes with shorter pauses (µs) are one deletion. */
const PAUSE = 60_000_000
const LISTED = 100

/** Which deletions: of a member's workspaces, or the one that begins with an event. */
interface Wanted {
  /** Later than this time (µs). */
  since: number
  memberId?: string | undefined
  beginning?: { seq: number; dataset_id: string; user_id: string | null }
}

/** Deletions of records, latest first, without those of which everything is restored. The one that begins with an event has no counts. */
export async function selectDeletions(db: Db, { since, memberId, beginning }: Wanted): Promise<DeletionRow[]> {
  const isPg = isPostgres(db)
  const countOf = isPg
    ? sql`coalesce(cast(cast(after as json) ->> 'count' as int), json_array_length(cast(before as json) -> 'keys'))`
    : sql`coalesce(json_extract(after, '$.count'), json_array_length(before, '$.keys'))`
  const [deletionOf, restoredOf] = isPg
    ? [sql`cast(cast(after as json) ->> 'deletion' as bigint)`, sql`json_array_length(cast(after as json) -> 'keys')`]
    : [sql`json_extract(after, '$.deletion')`, sql`json_array_length(after, '$.keys')`]
  const ofMember = sql`and workspace_id in (select workspace_id from memberships where user_id = ${memberId ?? ''})`
  const isFrom = beginning
    ? sql`and dataset_id = ${beginning.dataset_id} and seq >= ${beginning.seq} and user_id is not distinct from ${beginning.user_id}`
    : sql``
  const isRestoring = beginning !== undefined
  // Whoever restores a deletion asks for it again and again, and needs no counts.
  const counts = isRestoring
    ? sql`1 as records, 1 as records_left`
    : sql`case when kind = 'record.delete' then 1 else ${countOf} end as records,
        case when kind = 'record.delete' then case when ${isDeleted} then 1 else 0 end
          else ${countOf} - coalesce((select records from restored where deletion = seq), 0) end as records_left`
  const { rows } = await sql<DeletionRow>`
    with places as (
      select id, name, workspace_id, null as task from datasets
      union all select id, name, workspace_id, task from task_datasets where id not in (select dataset_id from bin)
    ), mine as (select * from places where 1 = 1 ${memberId === undefined ? sql`` : ofMember}
    ), restored as (
      select deletion, sum(records) as records from (
        select ${deletionOf} as deletion, ${restoredOf} as records from events
        where dataset_id in (select id from mine) and at > ${since} and ${DELETION_KINDS} and kind = 'task_records.restore'
      ) as restorations group by deletion
    ), gone as (
      select seq, at, user_id, dataset_id,
        ${counts},
        case when at - lag(at) over (partition by dataset_id, user_id order by seq) <= ${PAUSE} then 0 else 1 end as is_first
      from events as e where dataset_id in (select id from mine) and at > ${since} and ${DELETION_KINDS}
        and kind in ('record.delete', 'task_records.delete') ${isFrom}
    ), numbered as (
      select gone.*, sum(is_first) over (partition by dataset_id, user_id order by seq) as nth from gone
    ), grouped as (
      select min(seq) as first, max(seq) as last, min(at) as at, dataset_id, user_id,
        sum(records) as records, sum(records_left) as records_left
      from numbered ${beginning ? sql`where nth = 1` : sql``} group by dataset_id, user_id, nth
    )
    select g.first, g.last, g.at, g.dataset_id, mine.name as dataset_name, mine.task, mine.workspace_id,
      workspaces.name as workspace_name, g.user_id, users.username, g.records, g.records_left as "left"
    from grouped as g join mine on mine.id = g.dataset_id join workspaces on workspaces.id = mine.workspace_id
      left join users on users.id = g.user_id
    where ${beginning ? sql`1 = 1` : sql`g.records_left > 0`} order by g.last desc limit ${LISTED}`.execute(db)
  const numbers = ['first', 'last', 'at', 'records', 'left'] as const
  return rows.map((row) => ({ ...row, ...Object.fromEntries(numbers.map((name) => [name, Number(row[name])])) }))
}

/** Whether the record of an event `e` is neither there again nor was deleted once more. */
const isDeleted = sql<boolean>`not exists (select 1 from records where records.id = e.subject_id)
  and not exists (select 1 from events as later where later.dataset_id = e.dataset_id and later.kind = 'record.delete'
    and later.subject_id = e.subject_id and later.seq > e.seq)`

interface EventPage {
  after?: number
  /** The latest events first, before `after`. */
  isReversed?: boolean
  /** Only those about these feedback records. */
  ids?: readonly string[] | undefined
  limit: number
  bytes: number
}

/** A page of the events of a deletion, at most so many and so large; at least one, if there is any. */
export async function selectEvents(
  db: Db,
  { first, last, dataset_id, user_id, at }: DeletionRow,
  { isReversed = false, after = isReversed ? last + 1 : first - 1, ids, limit, bytes }: EventPage,
): Promise<DeletionEvent[]> {
  const found = selectDeletionEvents(db, dataset_id, at - 1)
    .where('kind', 'in', ['record.delete', 'task_records.delete'])
    .where('user_id', 'is not distinct from', user_id)
    .where('seq', isReversed ? '<' : '>', after)
    .where('seq', isReversed ? '>=' : '<=', isReversed ? first : last)
    .$if(ids !== undefined, (some) => some.where('subject_id', 'in', ids ?? []))
    .orderBy('seq', isReversed ? 'desc' : 'asc')
  const sizes = await found
    .select(['seq', sql<number>`octet_length(before)`.as('bytes')])
    .limit(limit)
    .execute()
  const fits = fitting(
    sizes.map((row) => Number(row.bytes)),
    bytes,
  )
  if (fits === 0) return []
  const rows = await sql<DeletionEvent>`select seq, at, subject_id, before,
      kind <> 'record.delete' or (${isDeleted}) as is_deleted from events as e
    where seq in (${sql.join(sizes.slice(0, fits).map(({ seq }) => seq))}) order by seq`.execute(db)
  return rows.rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
    at: Number(row.at),
    is_deleted: Boolean(row.is_deleted),
  }))
}

/** How many records of a deletion of classic records are still to be restored: those whose ids no record has now. */
export async function countLeft(db: Db, { first, last, dataset_id, user_id, at }: DeletionRow): Promise<number> {
  const keys = isPostgres(db)
    ? sql`json_array_elements_text(cast(before as json) -> 'keys') as gone(value)`
    : sql`json_each(before, '$.keys') as gone`
  const { rows } = await sql<{ count: number }>`select count(distinct gone.value) as count from events, ${keys}
    where dataset_id = ${dataset_id} and at >= ${at} and ${DELETION_KINDS} and kind = 'task_records.delete'
      and user_id is not distinct from ${user_id} and seq between ${first} and ${last}
      and not exists (select 1 from task_records where task_records.dataset_id = ${dataset_id} and task_records.key = gone.value)`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}
