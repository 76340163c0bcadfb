import { sql } from 'kysely'
import { wireTime } from '../../../db/clock'
import type { Db } from '../../../db/tables'
import type { StoredRecord } from '../common/stored-record'
import { responseText } from '../responses/responses.wire'
import { suggestionText } from '../suggestions/suggestions.wire'
import type { LoggedChange } from './history.service'

/**
 * How a record began, latest first: the responses and suggestions that it came with, and who added it. The event of an import only names its
 * records: what each came with is what its first change says was there before, or else what is stored.
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
  // The event may be too old to be kept. Then nobody knows what came with the record and what came later.
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
  // From the latest change to the first one, whose state before is that of the beginning.
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

/** A transaction ends within this time (µs) after the records that it adds. */
const LONGEST = 600_000_000

/** The event of the call that added a record. It was logged after the record was written, in the same transaction. */
async function findImport(db: Db, { id, dataset_id, inserted_at }: StoredRecord) {
  const at = Number(inserted_at)
  const found = await db
    .selectFrom('events')
    .select(['at', 'user_id', 'after'])
    .where('dataset_id', '=', dataset_id)
    // As the index `events_imports` has it.
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
