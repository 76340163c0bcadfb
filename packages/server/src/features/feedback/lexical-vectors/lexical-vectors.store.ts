import { sql } from 'kysely'
import type { Db, VectorsSettingsTable } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'

/** The number of records of a dataset, and of those with a vector of these settings. */
export async function countVectors(
  db: Db,
  { id, dataset_id }: VectorsSettingsTable,
): Promise<{ total: number; done: number }> {
  const [stats, vectors] = await Promise.all([
    db.selectFrom('dataset_stats').select('records').where('dataset_id', '=', dataset_id).executeTakeFirst(),
    db
      .selectFrom('record_vectors')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('vector_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { total: stats?.records ?? 0, done: vectors.count }
}

/** Lexical vectors settings of a dataset. */
export function listLexicalSettings(db: Db, datasetId: string): Promise<VectorsSettingsTable[]> {
  return db
    .selectFrom('vectors_settings')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('source', '=', 'lexical')
    .orderBy('inserted_at')
    .execute()
}

/** A position in the order of insertion; it stays valid when the record at this position is deleted. */
export interface Place {
  /** µs since 1970 */
  insertedAt: number
  pk: number
}

/** Before all records. */
export const BEGINNING: Place = { insertedAt: -1, pk: -1 }

/** A record without a vector, with its position in the order of insertion. */
export interface WithoutVector extends Place {
  fields: string
}

/** Records without a vector of these settings, in the order of insertion, after a position; fewer than `limit` when they are large. */
export async function findWithoutVector(
  db: Db,
  settings: VectorsSettingsTable,
  place: Place,
  limit: number,
): Promise<WithoutVector[]> {
  const places = await selectWithoutVector(db, settings, place, limit).execute()
  const some = places.slice(0, fitting(places.map(({ bytes }) => bytes)))
  if (some.length === 0) return []
  const rows = await db
    .selectFrom('records')
    .select(['pk', 'inserted_at', 'fields'])
    .where(
      'pk',
      'in',
      some.map(({ pk }) => pk),
    )
    .orderBy('inserted_at')
    .orderBy('pk')
    .execute()
  return rows.map(({ pk, inserted_at, fields }) => ({ pk, insertedAt: inserted_at, fields }))
}

/** The statement of {@link findWithoutVector}. Separate, so that a test can examine its query plan. */
export function selectWithoutVector(
  db: Db,
  { id, dataset_id }: VectorsSettingsTable,
  { insertedAt, pk }: Place,
  limit: number,
) {
  return (
    db
      .selectFrom('records as r')
      .select(['r.pk', 'r.inserted_at', sql<number>`octet_length(r.fields)`.as('bytes')])
      .where('r.dataset_id', '=', dataset_id)
      .where(sql<boolean>`(r.inserted_at, r.pk) > (${insertedAt}, ${pk})`)
      // Not `not exists`, which PostgreSQL would turn into a join with all vectors.
      .where(
        ({ selectFrom }) =>
          selectFrom('record_vectors as v')
            .select('v.version')
            .where('v.vector_id', '=', id)
            .whereRef('v.record_pk', '=', 'r.pk'),
        'is',
        null,
      )
      .orderBy('r.inserted_at')
      .orderBy('r.pk')
      .limit(limit)
  )
}
