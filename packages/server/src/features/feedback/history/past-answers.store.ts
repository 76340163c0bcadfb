import type { Resolution } from '@postil/contract/feedback/team/resolutions'
import { sql } from 'kysely'
import { jsonText } from '../../../db/engines/engine-sql'
import { LONGEST_TRANSACTION_MICROS } from '../../../db/events'
import type { Db, EventTable, ResolutionTable, ResponseTable } from '../../../db/tables'

/** Records of a dataset behind an id, as they were at a moment (µs). */
export interface PastPage {
  datasetId: string
  at: number
  /** Of a record; empty for the first page. */
  after: string
  limit: number
}

/** Records that are there and were inserted before the moment, in the order of their ids. */
export async function selectStillThere(
  db: Db,
  { datasetId, at, after, limit }: PastPage,
): Promise<{ id: string; pk: number; inserted_at: number }[]> {
  return db
    .selectFrom('records')
    .select(['id', 'pk', 'inserted_at'])
    .where('dataset_id', '=', datasetId)
    .where('id', '>', after)
    .where('inserted_at', '<=', at)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * The ids of records that were deleted after the moment, in order.
 *
 * @param until - the last id that may be on the page, so that deletions behind it are not read again for each page; undefined for all
 */
export async function selectDeletedSince(
  db: Db,
  { datasetId, at, after, limit }: PastPage,
  until?: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('events')
    .select('subject_id')
    // A record may have been deleted, restored and deleted again.
    .distinct()
    .where('dataset_id', '=', datasetId)
    // As the index `events_deleted` has it.
    .where(sql<boolean>`kind = 'record.delete'`)
    .where('subject_id', '>', after)
    .where('at', '>', at)
    .$if(until !== undefined, (query) => query.where('subject_id', '<=', until ?? ''))
    .orderBy('subject_id')
    .limit(limit)
    .execute()
  return rows.map(({ subject_id }) => subject_id)
}

const CHANGES = [
  'response.create',
  'response.update',
  'response.delete',
  'resolution.create',
  'resolution.update',
  'resolution.delete',
  'record.delete',
  'record.restore',
]

/**
 * The first change of each response and decision of these records since the moment, and their deletions: these alone contain the earlier
 * state, however often an answer was changed.
 */
function firstChanges(db: Db, ids: readonly string[], at: number) {
  const questionId = jsonText(db, sql`coalesce(before, after)`, 'question_id')
  // The events of a decision have its record as their subject.
  const key = sql`case when kind like 'resolution.%' then ${questionId} else subject_id end`
  return db
    .selectFrom('events')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .where('record_id', 'in', ids)
    .where('at', '>', at)
    .where('kind', 'in', CHANGES)
    .groupBy(['record_id', key])
}

/** By record id, the bytes of the events since the moment that tell what its answers were. */
export async function selectEventSizes(db: Db, ids: readonly string[], at: number): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('events')
    .select(['record_id', sql<number>`sum(octet_length(coalesce(before, after)))`.as('bytes')])
    .where('seq', 'in', firstChanges(db, ids, at))
    .groupBy('record_id')
    .execute()
  return new Map(rows.map(({ record_id, bytes }) => [record_id ?? '', bytes]))
}

/** By record pk, the bytes of its answers. */
export async function selectAnswerSizes(db: Db, pks: readonly number[]): Promise<Map<number, number>> {
  if (pks.length === 0) return new Map()
  const rows = await db
    .selectFrom('responses')
    .select(['record_pk', sql<number>`sum(coalesce(octet_length("values"), 0))`.as('bytes')])
    .where('record_pk', 'in', pks)
    .groupBy('record_pk')
    .execute()
  return new Map(rows.map(({ record_pk, bytes }) => [record_pk, bytes]))
}

/** The answers of these records as they are now. */
export async function selectAnswers(
  db: Db,
  pks: readonly number[],
): Promise<{ responses: ResponseTable[]; resolutions: ResolutionTable[] }> {
  if (pks.length === 0) return { responses: [], resolutions: [] }
  return {
    responses: await db.selectFrom('responses').selectAll().where('record_pk', 'in', pks).execute(),
    resolutions: await db.selectFrom('resolutions').selectAll().where('record_pk', 'in', pks).execute(),
  }
}

/** The first change of each answer to these records since the moment, in their order; `after` only where there was nothing before. */
export function selectChangesSince(
  db: Db,
  ids: readonly string[],
  at: number,
): Promise<Pick<EventTable, 'kind' | 'record_id' | 'before' | 'after'>[]> {
  return db
    .selectFrom('events')
    .select(['kind', 'record_id', 'before', sql<string | null>`case when before is null then after end`.as('after')])
    .where('seq', 'in', firstChanges(db, ids, at))
    .orderBy('seq')
    .execute()
}

/** The events of the calls that added records from a time (µs) on: among them is the one of a record with this time. */
export function importsSince(db: Db, datasetId: string, since: number) {
  return (
    db
      .selectFrom('events')
      .where('dataset_id', '=', datasetId)
      // Written exactly as in the partial index `events_imports`, so that it is used.
      .where(sql<boolean>`kind in ('records.create', 'records.upsert')`)
      .where('at', '>=', since)
      .where('at', '<', since + LONGEST_TRANSACTION_MICROS)
  )
}

/** The events of imports that were not over at the moment, and may have written records before it. */
export function selectImportsAround(db: Db, datasetId: string, at: number): Promise<{ after: string | null }[]> {
  return importsSince(db, datasetId, at + 1)
    .select('after')
    .execute()
}

/** A decision as it was; a later one about the same question has another time. */
export type DecidedThen = Pick<Resolution, 'record_id' | 'question_id' | 'updated_at'>

/** The users who were deleted since the moment, with the responses and decisions that lost their author by it. */
export async function selectAnonymizedSince(
  db: Db,
  datasetId: string,
  at: number,
): Promise<{ user_id: string; username: string; ids: string[]; resolutions?: DecidedThen[] }[]> {
  const rows = await db
    .selectFrom('events')
    .select('before')
    .where('dataset_id', '=', datasetId)
    // As the index `events_anonymized` has it.
    .where(sql<boolean>`kind = 'responses.anonymize'`)
    .where('at', '>', at)
    .execute()
  return rows.map(({ before }) => JSON.parse(before ?? '{}'))
}

/** The names of deleted users: those without an answer at their deletion are in no event of a dataset. */
export async function selectDeletedUsers(db: Db, ids: readonly string[]): Promise<{ id: string; username: string }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('events')
    .select(['subject_id', 'before'])
    .where('dataset_id', 'is', null)
    .where('kind', '=', 'user.delete')
    .where('subject_id', 'in', ids)
    .execute()
  return rows.map(({ subject_id, before }) => ({ id: subject_id, username: JSON.parse(before ?? '{}').username }))
}
