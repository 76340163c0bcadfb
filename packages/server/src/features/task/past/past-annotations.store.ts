import { sql } from 'kysely'
import type { Db } from '../../../db/tables'
import { selectDeletionEvents } from '../../../events/deletion-events'
import { CHANGE_KINDS, callsSince } from '../records/log-changes'

/** Records are read by their keys and a moment (µs). */
interface Keyed {
  datasetId: string
  keys: readonly string[]
  at: number
}

/** The keys of existing records after one of them, with the sizes of their documents in bytes. */
export async function selectKeysAfter(
  db: Db,
  datasetId: string,
  after: string | undefined,
  limit: number,
): Promise<{ key: string; bytes: number }[]> {
  return (
    db
      .selectFrom('task_records')
      .select(['key', sql<number>`octet_length(document)`.as('bytes')])
      .where('dataset_id', '=', datasetId)
      // An id may be the empty text.
      .$if(after !== undefined, (query) => query.where('key', '>', after ?? ''))
      .orderBy('key')
      .limit(limit)
      .execute()
  )
}

function changesSince(db: Db, { datasetId, keys, at }: Keyed) {
  return db
    .selectFrom('events')
    .where('dataset_id', '=', datasetId)
    .where('record_id', 'in', keys)
    .where(CHANGE_KINDS)
    .where('at', '>', at)
}

/** The size of the changes of each record since the moment, in bytes, by key. */
export async function selectChangeSizes(db: Db, asked: Keyed): Promise<Map<string, number>> {
  if (asked.keys.length === 0) return new Map()
  const rows = await changesSince(db, asked)
    .select(['record_id', sql<number>`sum(octet_length(before) + octet_length(after))`.as('bytes')])
    .groupBy('record_id')
    .execute()
  return new Map(rows.map(({ record_id, bytes }) => [record_id ?? '', bytes]))
}

export interface ChangeRow {
  seq: number
  key: string
  before: string | null
  after: string | null
}

/** The changes of records since the moment, the latest first. */
export async function selectChanges(db: Db, asked: Keyed): Promise<ChangeRow[]> {
  if (asked.keys.length === 0) return []
  const rows = await changesSince(db, asked)
    .select(['seq', 'record_id', 'before', 'after'])
    .orderBy('seq', 'desc')
    .execute()
  return rows.map(({ seq, record_id, ...row }) => ({ ...row, seq, key: record_id ?? '' }))
}

/** The first event of deleted records since the moment, from a number on. */
export async function selectDeletion(
  db: Db,
  datasetId: string,
  at: number,
  from: number,
): Promise<{ seq: number; before: string | null } | undefined> {
  const row = await selectDeletionEvents(db, datasetId, at)
    .where('kind', '=', 'task_records.delete')
    .where('seq', '>=', from)
    .select(['seq', 'before'])
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row
}

/** Those of these events that were logged after the moment. */
export async function selectLaterOnes(db: Db, seqs: readonly number[], at: number): Promise<Set<number>> {
  if (seqs.length === 0) return new Set()
  const rows = await db.selectFrom('events').select('seq').where('seq', 'in', seqs).where('at', '>', at).execute()
  return new Set(rows.map(({ seq }) => seq))
}

/** The events of calls that were not over at the moment, and may have written records before it. */
export async function selectCallsAround(
  db: Db,
  datasetId: string,
  at: number,
): Promise<{ seq: number; after: string | null }[]> {
  return callsSince(db, datasetId, at + 1)
    .select(['seq', 'after'])
    .execute()
}

/** The time (µs) from which on every change of a classic record has an event of its own. */
export async function selectHistoryBegin(db: Db): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select applied_at as at from migrations where name = '0039-classic-history'`.execute(db)
  return rows[0]?.at ?? 0
}
