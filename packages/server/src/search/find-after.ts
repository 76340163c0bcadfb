import { sql } from 'kysely'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import type { RecordQuery } from './record-query'

/** A place in the order of insertion; it stays one when the record that stood there is deleted. */
export interface Place {
  /** µs since 1970 */
  insertedAt: number
  pk: number
}

/** Before all records. */
export const BEGINNING: Place = { insertedAt: -1, pk: -1 }

/** Up to so many records behind a place, in the order of insertion, each with its own place. */
export async function findAfter(db: Db, query: RecordQuery, place: Place, limit: number): Promise<Place[]> {
  const rows = await selectAfter(db, query, place, limit).execute()
  return rows.map(({ pk, inserted_at }) => ({ pk: Number(pk), insertedAt: Number(inserted_at) }))
}

/**
 * The statement of {@link findAfter}; apart so that its plan can be looked at. It walks the index of the order from the place on and looks
 * up the filters for each record on the way, so that going through a whole dataset reads each of its records once.
 */
export function selectAfter(db: Db, query: RecordQuery, place: Place, limit: number) {
  return recordsBehind(db, query.datasetId, place)
    .select(['r.pk', 'r.inserted_at'])
    .where(compileFilters({ ...query, isNarrow: true }))
    .limit(limit)
}

/** The records of a dataset behind a place, in the order of insertion: a walk along the index of this order, from there on. */
export function recordsBehind(db: Db, datasetId: string, { insertedAt, pk }: Place) {
  return db
    .selectFrom('records as r')
    .where('r.dataset_id', '=', datasetId)
    .where(sql<boolean>`(r.inserted_at, r.pk) > (${insertedAt}, ${pk})`)
    .orderBy('r.inserted_at')
    .orderBy('r.pk')
}
