import { sql } from 'kysely'
import { jsonLength, jsonNumber, jsonText } from '../../db/engines/engine-sql'
import { isPostgres } from '../../db/engines/is-postgres'
import { workspacesOf } from '../../db/member-workspaces'
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
/** Maximum number of deletions that one statement finds. */
export const MOST_FOUND = 1000
/** Deletions of at most so many classic records are counted by the ids of the records. */
const COUNTED = 1000

/** Which deletions: of a member's workspaces, or the one that begins with an event. */
interface Wanted {
  /** Later than this time (µs). */
  since: number
  memberId?: string | undefined
  /** Only those that end before this event. */
  before?: number | undefined
  beginning?: { seq: number; dataset_id: string; user_id: string | null }
}

/**
 * Deletions of records, latest first, without those of which everything was restored. Only restorations are considered of classic records:
 * see `countLeft`. If the deletion that begins with an event is wanted, its records are not counted.
 */
export async function selectDeletions(
  db: Db,
  { since, memberId, before = Number.MAX_SAFE_INTEGER, beginning }: Wanted,
): Promise<DeletionRow[]> {
  const [earlier, later] = [sql.ref('before'), sql.ref('after')]
  const countOf = sql`coalesce(${jsonNumber(db, later, 'count')}, ${jsonLength(db, earlier, 'keys')})`
  const [deletionOf, restoredOf] = [jsonNumber(db, later, 'deletion'), jsonLength(db, later, 'keys')]
  const ofMember = sql`and workspace_id in ${workspacesOf(db, memberId ?? '')}`
  const isTheirs = sql`dataset_id in (select id from mine) and at > ${since} and ${DELETION_KINDS}`
  const isDeletion = sql`kind in ('record.delete', 'task_records.delete')`
  // Whoever restores a deletion asks for it again and again, and needs no counts. Otherwise each event of classic records is grouped with
  // those of its restorations: a join would compare all with all on SQLite.
  const gone = beginning
    ? sql`select seq, at, user_id, dataset_id, 1 as records, 1 as records_left
      from events where ${isTheirs} and ${isDeletion} and dataset_id = ${beginning.dataset_id}
        and seq >= ${beginning.seq} and user_id is not distinct from ${beginning.user_id}`
    : sql`select seq, max(deleted_at) as at, max(user_id) as user_id, dataset_id, sum(records) as records,
        case when sum(restored) < sum(records) then sum(records) - sum(restored) else 0 end as records_left
      from (
        select dataset_id, case when ${isDeletion} then at end as deleted_at, case when ${isDeletion} then user_id end as user_id,
          case when kind = 'task_records.restore' then ${deletionOf} else seq end as seq,
          case kind when 'record.delete' then 1 when 'task_records.delete' then ${countOf} else 0 end as records,
          case kind when 'record.delete' then case when ${isDeleted} then 0 else 1 end
            when 'task_records.restore' then ${restoredOf} else 0 end as restored
        from events as e where ${isTheirs} and kind <> 'record.restore'
      ) as counted group by dataset_id, seq having max(deleted_at) is not null`
  const { rows } = await sql<DeletionRow>`
    with places as (
      select id, name, workspace_id, null as task from datasets
      union all select id, name, workspace_id, task from task_datasets where id not in (select dataset_id from bin)
    ), mine as (select * from places where 1 = 1 ${memberId === undefined ? sql`` : ofMember}
    ), gone as (${gone}
    ), begun as (
      select gone.*,
        case when at - lag(at) over (partition by dataset_id, user_id order by seq) <= ${PAUSE} then 0 else 1 end as is_first
      from gone
    ), numbered as (
      select begun.*, sum(is_first) over (partition by dataset_id, user_id order by seq) as nth from begun
    ), grouped as (
      select min(seq) as first, max(seq) as last, min(at) as at, max(at) as last_at, dataset_id, user_id,
        sum(records) as records, sum(records_left) as records_left
      from numbered ${beginning ? sql`where nth = 1` : sql``} group by dataset_id, user_id, nth
    )
    select g.first, g.last, g.at, g.last_at, g.dataset_id, mine.name as dataset_name, mine.task, mine.workspace_id,
      workspaces.name as workspace_name, g.user_id, users.username, g.records, g.records_left as "left"
    from grouped as g join mine on mine.id = g.dataset_id join workspaces on workspaces.id = mine.workspace_id
      left join users on users.id = g.user_id
    where g.records_left > 0 and g.last < ${before} order by g.last desc limit ${MOST_FOUND}`.execute(db)
  const numbers = ['first', 'last', 'at', 'last_at', 'records', 'left'] as const
  return rows.map((row) => ({ ...row, ...Object.fromEntries(numbers.map((name) => [name, Number(row[name])])) }))
}

/** Whether the record of an event `e` is neither there again nor was deleted once more. */
const isDeleted = sql<boolean>`not exists (select 1 from records where records.id = e.subject_id)
  and not exists (select 1 from events as later where later.dataset_id = e.dataset_id and later.kind = 'record.delete'
    and later.subject_id = e.subject_id and later.seq > e.seq)`

interface EventPage {
  /** The last event of the page before; 0 before the first page. */
  after?: number | undefined
  /** Only those about these records, if they are feedback records. */
  ids?: readonly string[] | undefined
  limit: number
  bytes: number
}

/**
 * A page of the events of a deletion, at most so many and so large; at least one, if there is any. Those of classic records come latest
 * first, so that of a record that was deleted twice the latest content is restored. Of such a feedback record only the last event is found.
 */
export async function selectEvents(
  db: Db,
  { first, last, task, dataset_id, user_id, at }: DeletionRow,
  { after = 0, ids, limit, bytes }: EventPage,
): Promise<DeletionEvent[]> {
  const isClassic = task !== null
  const isLatest = sql<boolean>`not exists (select 1 from events as later where later.dataset_id = events.dataset_id
    and later.kind = 'record.delete' and later.subject_id = events.subject_id
    and later.seq > events.seq and later.seq <= ${last} and later.user_id is not distinct from events.user_id)`
  const found = selectDeletionEvents(db, dataset_id, at - 1)
    .where('kind', 'in', ['record.delete', 'task_records.delete'])
    .where('user_id', 'is not distinct from', user_id)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .$if(after > 0, (some) => some.where('seq', isClassic ? '<' : '>', after))
    .$if(!isClassic, (some) => some.where(isLatest))
    .$if(!isClassic && ids !== undefined, (some) => some.where('subject_id', 'in', ids ?? []))
    .orderBy('seq', isClassic ? 'desc' : 'asc')
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
    where seq in (${sql.join(sizes.slice(0, fits).map(({ seq }) => seq))})
    order by seq ${isClassic ? sql`desc` : sql`asc`}`.execute(db)
  return rows.rows.map((row) => ({
    ...row,
    seq: Number(row.seq),
    at: Number(row.at),
    is_deleted: Boolean(row.is_deleted),
  }))
}

/**
 * Deletions with what is left of them. Classic records that were logged again or deleted twice are only found by reading the ids of all
 * deleted ones, which is done for small deletions, in one statement for all of them.
 */
export async function countLeft(db: Db, rows: readonly DeletionRow[]): Promise<DeletionRow[]> {
  const counted = rows.filter(({ task, records }) => task !== null && records <= COUNTED)
  if (counted.length === 0) return [...rows]
  const values = counted.map(
    ({ first, last, at, last_at, dataset_id, user_id }) =>
      sql`(${bigint(first)}, ${bigint(last)}, ${bigint(at)}, ${bigint(last_at)}, ${text(dataset_id)}, ${text(user_id)})`,
  )
  const keys = isPostgres(db)
    ? sql`json_array_elements_text(cast(before as json) -> 'keys') as gone(value)`
    : sql`json_each(before, '$.keys') as gone`
  const found = await sql<{ first: number; count: number }>`
    with d (first, last, at, last_at, dataset_id, user_id) as (values ${sql.join(values)})
    select d.first, count(distinct gone.value) as count
    from d cross join events as e cross join ${keys}
    where e.dataset_id = d.dataset_id and e.at between d.at and d.last_at and ${DELETION_KINDS} and e.kind = 'task_records.delete'
      and e.seq between d.first and d.last and e.user_id is not distinct from d.user_id
      and not exists (select 1 from task_records as r where r.dataset_id = d.dataset_id and r.key = gone.value)
    group by d.first`.execute(db)
  const left = new Map(counted.map(({ first }) => [first, 0]))
  for (const { first, count } of found.rows) left.set(Number(first), Number(count))
  return rows.map((row) => ({ ...row, left: left.get(row.first) ?? row.left }))
}

const bigint = (value: number) => sql`cast(${value} as bigint)`
const text = (value: string | null) => sql`cast(${value} as text)`

/** The first event of a deletion. */
export interface Beginning {
  /** The fields of its record as JSON; null if it is about classic records. */
  fields: string | null
  /** The beginning of the packed classic records; null in events of older versions. */
  records: string | null
}

/** The first events of deletions, by `seq`, each with so many characters of its classic records. */
export async function selectBeginnings(
  db: Db,
  seqs: readonly number[],
  characters: number,
): Promise<Map<number, Beginning>> {
  if (seqs.length === 0) return new Map()
  const part = (name: keyof Beginning) => jsonText(db, sql.ref('before'), name)
  const { rows } = await sql<Beginning & { seq: number }>`select seq, ${part('fields')} as fields,
      substr(${part('records')}, 1, ${characters}) as records
    from events where seq in (${sql.join(seqs)})`.execute(db)
  return new Map(rows.map(({ seq, ...beginning }) => [Number(seq), beginning]))
}
