import { sql } from 'kysely'
import { wireTime } from '../../../db/clock'
import type { Db, EventTable } from '../../../db/tables'
import type { StoredRecord } from '../common/stored-record'
import { responseText } from '../responses/responses.wire'
import { suggestionText } from '../suggestions/suggestions.wire'

/** A change from the event log, or one derived from it. */
export type LoggedChange = Pick<EventTable, 'kind' | 'at' | 'user_id' | 'before' | 'after'> & { seq?: number }

/**
 * The beginning of a record's history, latest change first: the responses and suggestions it was imported with, and who added it. The event
 * of an import contains only the ids of its records. What a record was imported with is therefore the `before` of its first change or, if
 * it never changed, its stored state.
 *
 * @param changes - all later changes of the record, latest first
 */
export async function readBeginning(
  db: Db,
  record: StoredRecord,
  changes: readonly LoggedChange[],
): Promise<LoggedChange[]> {
  const event = await findImport(db, record)
  const added = { kind: 'record.create', at: record.inserted_at, user_id: event?.user_id ?? null, ...NO_STATE }
  // The event may have expired. Then it is unknown what was imported with the record and what was added later.
  if (!event) return [added]
  const lastAt = wireTime(Number(event.at))
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

/** Maximum time (µs) between inserting a record and the event at the end of its transaction. */
const LONGEST = 600_000_000

/** The event of the call that added a record. It was logged after the record was written, in the same transaction. */
async function findImport(db: Db, { id, dataset_id, inserted_at }: StoredRecord) {
  const at = Number(inserted_at)
  const found = await db
    .selectFrom('events')
    .select(['at', 'user_id', 'after'])
    .where('dataset_id', '=', dataset_id)
    // Written exactly as in the partial index `events_imports`, so that it is used.
    .where(sql<boolean>`kind in ('records.create', 'records.upsert')`)
    .where('at', '>=', at)
    .where('at', '<', at + LONGEST)
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
