import { type History, historyRoutes, RECORD_CHANGES } from '@postil/contract/feedback/team/history'
import { can } from '@postil/domain/permissions'
import { sql } from 'kysely'
import { wireTime } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import type { Db, EventTable } from '../../../db/tables'
import { rawJson } from '../../../http/bodies/raw-json'
import { fitting } from '../../../http/bodies/reply-size'
import { handle } from '../../../http/calls/handle'
import { selectNames } from '../../account/users/select-names'
import type { StoredRecord } from '../common/stored-record'
import { NEW_VECTORS } from '../records/log-changes'
import { responseText } from '../responses/responses.wire'
import { suggestionText } from '../suggestions/suggestions.wire'
import { importsSince } from './past-answers.store'

export const historyHandlers = handle(historyRoutes, {
  getRecordHistory: ({ db, user, found }) => {
    const seesAll = can(user, 'responses.readAll', { isMember: true })
    return readHistory(db, found('record'), seesAll ? {} : { ofUser: user.id })
  },
})

const MAX_CHANGES = 200

/**
 * The history of a record, latest change first.
 *
 * @param ofUser - only this user's skips and changes of this user's response and doubt, since an annotator must not see the answers of others
 */
async function readHistory(db: Db, record: StoredRecord, { ofUser }: { ofUser?: string }): Promise<History> {
  const log = await selectSizes(db, record.id)
  const fits = Math.min(fitting(log.map(({ size }) => size)), MAX_CHANGES)
  const rows: LoggedChange[] = await selectEvents(
    db,
    log.slice(0, fits).map(({ seq }) => seq),
  )
  const isCut = fits < log.length
  const all = isCut ? rows : [...rows, ...(await readBeginning(db, record, rows))]
  const shown = ofUser === undefined ? all : all.filter((row) => authorOf(row) === ofUser)
  const named = shown.flatMap((row) => [row.user_id, authorOf(row), ...assigneesOf(row)]).filter((id) => id !== null)
  return {
    items: shown.map((row) => ({
      ...(row.after?.startsWith(NEW_VECTORS) && row.seq !== undefined && { id: row.seq }),
      kind: row.kind as (typeof RECORD_CHANGES)[number],
      at: wireTime(row.at),
      user_id: row.user_id,
      before: row.before === null ? null : rawJson(row.before),
      after: row.after === null ? null : rawJson(row.after),
    })),
    updated_at: wireTime(record.updated_at),
    is_cut: isCut,
    users: await selectNames(db, [...new Set(named)]),
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

/** A change from the event log, or one derived from it. */
type LoggedChange = Pick<EventTable, 'kind' | 'at' | 'user_id' | 'before' | 'after'> & { seq?: number }

/**
 * The beginning of a record's history, latest change first: the responses and suggestions it was imported with, and who added it. The event
 * of an import contains only the ids of its records. What a record was imported with is therefore the `before` of its first change or, if
 * it never changed, its stored state.
 *
 * @param changes - all later changes of the record, latest first
 */
async function readBeginning(db: Db, record: StoredRecord, changes: readonly LoggedChange[]): Promise<LoggedChange[]> {
  const event = await findImport(db, record)
  const added = { kind: 'record.create', at: record.inserted_at, user_id: event?.user_id ?? null, ...NO_STATE }
  // The event may have expired. Then it is unknown what was imported with the record and what was added later.
  if (!event) return [added]
  const lastAt = wireTime(event.at)
  const states = new Map<string, LoggedChange>()
  const add = (kind: string, after: string) =>
    states.set(kind + idOf(after), { ...added, at: record.inserted_at, kind, after })
  const [responses, suggestions] = await Promise.all([
    db.selectFrom('responses').selectAll().where('record_pk', '=', record.pk).execute(),
    db.selectFrom('suggestions').selectAll().where('record_pk', '=', record.pk).execute(),
  ])
  for (const row of suggestions) add('suggestion.create', suggestionText(row))
  for (const row of responses) add('response.create', responseText(row))
  // Applied from the latest change back to the first one, whose `before` is the state at the beginning.
  for (const { kind, before, after } of changes) {
    const [thing, verb] = kind.split('.')
    if (thing !== 'response' && thing !== 'suggestion') continue
    if (verb === 'create') states.delete(kind + idOf(after))
    else if (before !== null) add(`${thing}.create`, before)
  }
  const came = [...states.values()].filter(({ after }) => insertedAt(after) <= lastAt)
  return [...came.toSorted((one, other) => (insertedAt(one.after) < insertedAt(other.after) ? 1 : -1)), added]
}

const NO_STATE = { before: null, after: null }

/** The event of the call that added a record. It was logged after the record was written, in the same transaction. */
async function findImport(db: Db, { id, dataset_id, inserted_at: at }: StoredRecord) {
  const found = await importsSince(db, dataset_id, at)
    .select(['at', 'user_id', 'after'])
    .where(sql<boolean>`after like ${`%"${id}"%`}`)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  const { ids, created = ids }: { ids?: string[]; created?: string[] } = JSON.parse(found?.after ?? '{}')
  return created?.includes(id) ? found : undefined
}

function idOf(state: string | null): string {
  return JSON.parse(state ?? '{}').id
}

function insertedAt(state: string | null): string {
  return JSON.parse(state ?? '{}').inserted_at
}
