import { type History, RECORD_CHANGES } from '@postil/contract/feedback/team/history'
import { sql } from 'kysely'
import { wireTime } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db } from '../../../db/tables'
import { rawJson } from '../../../http/bodies/raw-json'
import { fitting } from '../../../http/bodies/reply-size'
import { selectUsernames } from '../agreement/agreement.service'
import type { StoredRecord } from '../common/stored-record'
import { NEW_VECTORS } from '../records/log-changes'
import { type LoggedChange, readBeginning } from './beginning'

const MAX_CHANGES = 200

/**
 * The history of a record, latest change first.
 *
 * @param ofUser - only this user's skips and changes of this user's response and doubt, since an annotator must not see the answers of others
 */
export async function readHistory(db: Db, record: StoredRecord, { ofUser }: { ofUser?: string }): Promise<History> {
  const log = await selectSizes(db, record.id)
  const fits = Math.min(fitting(log.map(({ size }) => Number(size))), MAX_CHANGES)
  const rows: LoggedChange[] = await selectEvents(
    db,
    log.slice(0, fits).map(({ seq }) => Number(seq)),
  )
  const isCut = fits < log.length
  const all = isCut ? rows : [...rows, ...(await readBeginning(db, record, rows))]
  const shown = ofUser === undefined ? all : all.filter((row) => authorOf(row) === ofUser)
  const named = shown.flatMap((row) => [row.user_id, authorOf(row), ...assigneesOf(row)]).filter((id) => id !== null)
  return {
    items: shown.map((row) => ({
      ...(row.after?.startsWith(NEW_VECTORS) && row.seq !== undefined && { id: Number(row.seq) }),
      kind: row.kind as (typeof RECORD_CHANGES)[number],
      at: wireTime(Number(row.at)),
      user_id: row.user_id,
      before: row.before === null ? null : rawJson(row.before),
      after: row.after === null ? null : rawJson(row.after),
    })),
    updated_at: wireTime(Number(record.updated_at)),
    is_cut: isCut,
    users: await selectUsernames(db, [...new Set(named)]),
  }
}

/** The state before a change, for replies. Of former vectors it has the names; their numbers and deleted records are in the event log only. */
function beforeOf(db: Db) {
  const names = isPostgres(db)
    ? sql`(select json_build_object('vectors', coalesce(json_agg(key), '[]'))::text from json_each(before::json -> 'vectors') where value::text <> 'null')`
    : sql`(select json_object('vectors', json_group_array(key)) from json_each(before, '$.vectors') where value is not null)`
  return sql<string | null>`case when kind = 'record.delete' then null
    when kind = 'record.update' and after like ${`${NEW_VECTORS}%`} then ${names} else before end`
}

/** The changes of a record with their sizes in characters, latest first; one more than a reply contains. */
function selectSizes(db: Db, recordId: string) {
  return db
    .selectFrom('events')
    .select(['seq', sql<number>`coalesce(length(${beforeOf(db)}), 0) + coalesce(length(after), 0)`.as('size')])
    .where('record_id', '=', recordId)
    .where('kind', 'in', RECORD_CHANGES)
    .orderBy('seq', 'desc')
    .limit(MAX_CHANGES + 1)
    .execute()
}

async function selectEvents(db: Db, seqs: readonly number[]): Promise<LoggedChange[]> {
  if (seqs.length === 0) return []
  return db
    .selectFrom('events')
    .select(['seq', 'kind', 'at', 'user_id', beforeOf(db).as('before'), 'after'])
    .where('seq', 'in', seqs)
    .orderBy('seq', 'desc')
    .execute()
}

/** The author of the changed response or doubt, or who skipped the record; null for any other change. */
function authorOf({ kind, user_id: actor, before, after }: LoggedChange): string | null {
  if (kind.startsWith('skip.')) return actor
  if (!kind.startsWith('response.') && !kind.startsWith('doubt.')) return null
  const { user_id }: { user_id?: string | null } = JSON.parse(after ?? before ?? '{}')
  return user_id ?? null
}

function assigneesOf({ kind, before, after }: LoggedChange): string[] {
  if (kind !== 'record.assign') return []
  return [before, after].flatMap((state): string[] => JSON.parse(state ?? '{}').user_ids ?? [])
}
